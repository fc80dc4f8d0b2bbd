import { DAY, istInstant } from '../../../schema/time.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { BacktestTrade } from '../trades/BacktestResult.ts'
import { firstAtOrAfter } from '../history/firstAtOrAfter.ts'

/**
 * Share of the traded days' minutes in which at least one trade was open: a minute counts when a trade was entered at or before its end and
 * not left before it began. 0 when no day is traded.
 */
export function exposureOf(
  trades: readonly BacktestTrade[],
  { from, to }: Pick<BacktestPlan, 'from' | 'to'>,
  market: BacktestMarket,
): number {
  const { time } = market.minutes
  const first = from === null ? 0 : firstAtOrAfter(time, istInstant(from, 0), 0)
  const end = to === null ? time.length : firstAtOrAfter(time, istInstant(to, 0) + DAY, first)
  let covered = 0
  let next = first
  for (const { entryTime, exitTime } of trades.toSorted((a, b) => a.entryTime - b.entryTime)) {
    const entered = Math.max(next, firstAtOrAfter(time, entryTime + 1, first) - 1)
    const left = firstAtOrAfter(time, exitTime, entered)
    covered += Math.max(0, left - entered)
    next = Math.max(next, left)
  }
  return end > first ? covered / (end - first) : 0
}
