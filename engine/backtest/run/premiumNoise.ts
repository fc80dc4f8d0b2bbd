import { paise, type Paise } from '../../../schema/money.ts'
import { MINUTE } from '../../../schema/time.ts'
import type { BacktestLeg, BacktestTrade } from '../trades/BacktestResult.ts'

/**
 * Of a premium at entry: the root mean square of what it moves by in a minute beyond what the model says of the same minute of the index.
 * It grows with the fourth root of the minutes until the exit. Fitted to SENSEX's options of 4 September 2025 and tried on BANKNIFTY's of
 * 30 December 2022 (docs/decisions/0278-noise-of-premiums.md).
 */
const SHARE_OF_A_MINUTE = 0.0105
/** Deviations that the range is widened by: 19 of 20 draws lie within them. */
const DEVIATIONS = 2

/** By how much the net of trades may differ, as their premiums were modelled: two deviations of a sum of independent ones. Zero where all were recorded. */
export function premiumNoise(trades: readonly BacktestTrade[]): Paise {
  let squares = 0
  for (const { source, entryPrice, quantity, entryTime, exitTime } of trades.flatMap(filledIn)) {
    if (source !== 'MODEL' && source !== 'ANCHORED') continue
    const minutes = Math.max(1, (exitTime - entryTime) / MINUTE)
    squares += (SHARE_OF_A_MINUTE * minutes ** 0.25 * entryPrice * quantity) ** 2
  }
  return paise(Math.round(DEVIATIONS * Math.sqrt(squares)))
}

/** The options of a trade. */
function filledIn(trade: BacktestTrade): readonly Pick<BacktestLeg, 'source' | 'entryPrice' | 'quantity' | 'entryTime' | 'exitTime'>[] {
  const { entryPrice, legs } = trade
  return legs.length > 0 || entryPrice === null ? legs : [{ ...trade, entryPrice }]
}
