import { basisPointsAt } from '../../../schema/market/options/intradayVariance.ts'
import { REGULAR_OPEN_MINUTE } from '../../../schema/market/MarketTables.ts'
import { DAY, IST_OFFSET, istMinuteOfDay, MINUTE } from '../../../schema/time.ts'
import { LATENCY_MS } from '../../broker/paper/PaperBroker.ts'
import { columnPrice, type BacktestMarket } from '../history/BacktestMarket.ts'
import type { Premiums } from '../premiums/Premiums.ts'

/** Minutes whose moves give the speed of a premium, and the minimum. */
const LOOKBACK = 15
const FEWEST = 3
/** An at-the-money option's move per point of its index. */
const DELTA = 0.5

/**
 * How far a premium slips between touching a stop in a minute and the fill, in paise: its speed × √(latency ÷ 1 minute), as prices walk.
 * The speed is the root mean square of its one-minute moves in the quarter of an hour before; where fewer than three of them are known,
 * half of what the index usually moves in a minute of that hour: for 24,000 at noon 0.5–0.6 points × √(latency in seconds).
 */
export function stopSlip(premiums: Pick<Premiums, 'lastBefore'>, minute: number, { minutes }: Pick<BacktestMarket, 'minutes'>): number {
  const { time, open } = minutes
  const midnight = Math.floor((time[minute]! + IST_OFFSET) / DAY) * DAY - IST_OFFSET
  let moves = 0
  let squares = 0
  let later = premiums.lastBefore(minute)
  for (let each = minute - 1; later !== null && each > minute - LOOKBACK - 1 && each > 0 && time[each - 1]! >= midnight; each--) {
    const earlier = premiums.lastBefore(each)
    if (earlier === null) break
    squares += (later - earlier) ** 2
    moves++
    later = earlier
  }
  const speed = moves >= FEWEST ? Math.sqrt(squares / moves) : usualMove(columnPrice(open, minute), time[minute]!)
  return speed * Math.sqrt(LATENCY_MS / MINUTE)
}

function usualMove(spot: number, at: number): number {
  return spot * DELTA * basisPointsAt(istMinuteOfDay(at) - REGULAR_OPEN_MINUTE) * 1e-4
}
