import { SESSION_LIMITS } from '../../schema/limits.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import type { OpenTrade } from '../trading/trades.ts'
import type { Session } from './sessionAt.ts'

export interface DueExit<T> {
  readonly trade: T
  readonly reason: 'WINDOW_END' | 'SESSION_END'
}

/**
 * The trades whose time is up: their subscription's window has ended, the session is about to close, or they are left over
 * from an earlier session. All times are market times. When two ends have passed, the earlier one is the reason.
 */
export function dueExits<T extends Pick<OpenTrade, 'windowEndsAt' | 'entryTime'>>(
  trades: Iterable<T>,
  now: Instant,
  session: Session,
): DueExit<T>[] {
  const squareOffAt = session.close - SESSION_LIMITS.squareOffMinutes * MINUTE
  const due: DueExit<T>[] = []
  for (const trade of trades) {
    const sessionEnd = trade.entryTime < session.open ? session.open : squareOffAt
    if (now < Math.min(trade.windowEndsAt, sessionEnd)) continue
    due.push({ trade, reason: trade.windowEndsAt <= sessionEnd ? 'WINDOW_END' : 'SESSION_END' })
  }
  return due
}
