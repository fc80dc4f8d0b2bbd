import type { MarketRules, Session } from '../../schema/market/MarketRules.ts'
import { istDate, type Instant, type IsoDate } from '../../schema/time.ts'
import type { OpenTrade } from '../trading/trades.ts'

type DueReason = 'WINDOW_END' | 'SESSION_END'

/** When and why a trade's time is up. */
export interface TimeUp {
  readonly at: Instant
  readonly reason: DueReason
}

export interface DueExit<T> {
  readonly trade: T
  readonly reason: DueReason
}

interface Timed extends Pick<OpenTrade, 'entryTime'> {
  readonly terms: Pick<OpenTrade['terms'], 'windowEndsAt'>
  /** Null: it is of no contract, but of the index itself. */
  readonly contract: Pick<OpenTrade['contract'], 'expiry'> | null
}

/**
 * When and why a trade's time is up: its subscription's window ends, the session is about to close, or, for one that is left over from
 * an earlier session, this one opens. Of two ends the earlier one. Market times.
 */
export function timeUp(trade: Timed, session: Session, rules: Pick<MarketRules, 'squareOffAt'>): TimeUp {
  return earlierEnd(trade, session, rules.squareOffAt(session, trade.contract?.expiry ?? null))
}

function earlierEnd({ entryTime, terms: { windowEndsAt } }: Timed, session: Session, squareOffAt: Instant): TimeUp {
  const sessionEnd = entryTime < session.open ? session.open : squareOffAt
  return windowEndsAt <= sessionEnd ? { at: windowEndsAt, reason: 'WINDOW_END' } : { at: sessionEnd, reason: 'SESSION_END' }
}

/** The trades whose time is up at a market time. */
export function dueExits<T extends Timed>(trades: Iterable<T>, now: Instant, session: Session, rules: MarketRules): DueExit<T>[] {
  const due: DueExit<T>[] = []
  // Asked of the rules once, not for each of ten thousand trades ten times a second.
  const today = istDate(session.open)
  const [onExpiry, otherwise] = [rules.squareOffAt(session, today), rules.squareOffAt(session, null)]
  const expiresToday = (contract: { readonly expiry: IsoDate } | null) => contract?.expiry === today
  for (const trade of trades) {
    const { at, reason } = earlierEnd(trade, session, expiresToday(trade.contract) ? onExpiry : otherwise)
    if (now >= at) due.push({ trade, reason })
  }
  return due
}
