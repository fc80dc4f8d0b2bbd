import type { CandleColumns } from '../../../schema/market/candles.ts'
import { MINUTE, type Instant } from '../../../schema/time.ts'
import { columnPrice } from '../history/BacktestMarket.ts'
import type { BacktestTrade } from '../trades/BacktestResult.ts'
import { firstAtOrAfter } from '../history/firstAtOrAfter.ts'

/** How a backtest's fills compare with the records of their contracts. */
export interface RecordedFills {
  /** Entries and exits in recorded minutes of their contract. */
  readonly fills: number
  /** Those within the minute's range. The others paid half a spread beyond it. */
  readonly inside: number
  /** inside ÷ fills; null without fills. */
  readonly share: number | null
}

/** Compares every fill of the trades with the recorded minute in which it was made. `candles`: by trading symbol, premiums in rupees. */
export function recordedFills(trades: readonly BacktestTrade[], candles: ReadonlyMap<string, CandleColumns>): RecordedFills {
  let fills = 0
  let inside = 0
  for (const { contract, entryTime, entryPrice, exitTime, exitPrice } of trades.flatMap(optionsOf)) {
    const recorded = contract && candles.get(contract.tradingSymbol)
    if (!recorded) continue
    for (const [at, price] of [[entryTime, entryPrice] as const, [exitTime, exitPrice] as const]) {
      const position = minuteOf(recorded, at)
      if (position === null || price === null) continue
      fills++
      if (price >= columnPrice(recorded.low, position) && price <= columnPrice(recorded.high, position)) inside++
    }
  }
  return { fills, inside, share: fills === 0 ? null : inside / fills }
}

/** The options whose fills a trade has. */
function optionsOf(
  trade: BacktestTrade,
): readonly Pick<BacktestTrade, 'contract' | 'entryTime' | 'entryPrice' | 'exitTime' | 'exitPrice'>[] {
  return trade.legs.length > 0 ? trade.legs : [trade]
}

/** Position of the minute that holds an instant; null when it was not recorded. */
function minuteOf({ time }: CandleColumns, at: Instant): number | null {
  const minute = Math.floor(at / MINUTE) * MINUTE
  const position = firstAtOrAfter(time, minute, 0)
  return time[position] === minute ? position : null
}
