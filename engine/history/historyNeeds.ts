import { INTERVALS } from '../../schema/market/candles.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '../../schema/market/indices.ts'
import type { Instant } from '../../schema/time.ts'
import { warmUpMinutes } from '../analysis/rules/warmUp.ts'
import type { ActiveStrategies, StrategyVersion } from '../trading/signals/ActiveStrategies.ts'

/** Minutes of a session of the index. */
export const SESSION_MINUTES = 375

/** How many minutes of an index's trading a version of a strategy needs before it may signal. */
export interface HistoryNeed extends StrategyVersion {
  readonly index: IndexSymbol
  readonly minutes: number
}

/** What each strategy that is traded by needs, on each of its indices. `real`: real time. Rejects when the strategies cannot be read. */
export async function historyNeeds(strategies: Pick<ActiveStrategies, 'on'>, real: Instant): Promise<readonly HistoryNeed[]> {
  const needs: HistoryNeed[] = []
  for (const index of INDEX_SYMBOLS)
    for (const interval of INTERVALS)
      for (const { id, version, rules } of await strategies.on(index, interval, real))
        needs.push({ strategyId: id, version, index, minutes: warmUpMinutes(rules) })
  return needs
}

/** What the slowest of them needs of each index; 0 where none needs any. */
export function slowestNeeds(needs: readonly HistoryNeed[]): ReadonlyMap<IndexSymbol, number> {
  return new Map(
    INDEX_SYMBOLS.map((index) => [index, Math.max(0, ...needs.filter((need) => need.index === index).map(({ minutes }) => minutes))]),
  )
}

/** Whole sessions that hold so many minutes of trading. */
export function sessionsFor(minutes: number): number {
  return Math.ceil(minutes / SESSION_MINUTES)
}
