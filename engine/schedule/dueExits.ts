import { SESSION_LIMITS } from '../../schema/limits.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import type { OpenTrade } from '../trading/trades.ts'
import type { Session } from '../../schema/market/MarketRules.ts'

type DueReason = 'WINDOW_END' | 'SESSION_END'

export interface DueExit<T> {
  readonly trade: T
  readonly reason: DueReason
}

type Timed = Pick<OpenTrade, 'entryTime'> & { readonly terms: Pick<OpenTrade['terms'], 'windowEndsAt'> }

/**
 * When and why a trade's time is up: its subscription's window ends, the session is about to close, or, for one that is left over from
 * an earlier session, this one opens. Of two ends the earlier one. Market times.
 */
export function timeUp(
  { entryTime, terms: { windowEndsAt } }: Timed,
  session: Session,
): { readonly at: Instant; readonly reason: DueReason } {
  const sessionEnd = entryTime < session.open ? session.open : session.close - SESSION_LIMITS.squareOffMinutes * MINUTE
  return windowEndsAt <= sessionEnd ? { at: windowEndsAt, reason: 'WINDOW_END' } : { at: sessionEnd, reason: 'SESSION_END' }
}

/** The trades whose time is up at a market time. */
export function dueExits<T extends Timed>(trades: Iterable<T>, now: Instant, session: Session): DueExit<T>[] {
  const due: DueExit<T>[] = []
  for (const trade of trades) {
    const { at, reason } = timeUp(trade, session)
    if (now >= at) due.push({ trade, reason })
  }
  return due
}
