import type { Logger } from 'pino'
import type { TradeChange } from './TradeRecords.ts'

/** Trades whose ids a line of the log holds. */
const MOST_NAMED = 50

/** One log line for all trades that were booked together: a signal may open thousands. */
export function tellBooked(changes: readonly TradeChange[], log: Pick<Logger, 'info'>): void {
  const of = (wanted: TradeChange['change']) => changes.flatMap(({ tradeId, change }) => (change === wanted ? [tradeId] : []))
  const [opened, closed] = [of('opened'), of('closed')]
  if (opened.length + closed.length === 0) return
  const named = { openedIds: opened.slice(0, MOST_NAMED), closedIds: closed.slice(0, MOST_NAMED) }
  log.info({ opened: opened.length, closed: closed.length, ...named }, 'trades booked')
}
