import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import { istDate, type Instant } from '../../../schema/time.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { OpenLeg } from './legs.ts'

type DueReason = 'WINDOW_END' | 'SESSION_END'

/** When and why a leg's time is up. */
export interface TimeUp {
  readonly at: Instant
  readonly reason: DueReason
}

export interface DueExit<T> {
  readonly leg: T
  readonly reason: DueReason
}

interface Timed extends Pick<OpenLeg, 'entryTime' | 'mode'> {
  readonly terms: Pick<OpenLeg['terms'], 'windowEndsAt'>
  /** Null: of the index itself, not of a contract. */
  readonly contract: Pick<OpenLeg['contract'], 'expiry'> | null
}

/**
 * When and why a leg's time is up: its subscription's window ends, the session is about to close, or, for a leg left over from an earlier
 * session, this one opens. The earlier end wins. Market times.
 */
export function timeUp(leg: Timed, session: Session, rules: Pick<MarketRules, 'squareOffAt'>): TimeUp {
  return earlierEnd(leg, session, rules.squareOffAt(session, leg.contract?.expiry ?? null, leg.mode))
}

function earlierEnd({ entryTime, terms: { windowEndsAt } }: Timed, session: Session, squareOffAt: Instant): TimeUp {
  const sessionEnd = entryTime < session.open ? session.open : squareOffAt
  return windowEndsAt <= sessionEnd ? { at: windowEndsAt, reason: 'WINDOW_END' } : { at: sessionEnd, reason: 'SESSION_END' }
}

/** The legs whose time is up at a market time. */
export function dueExits<T extends Timed>(legs: Iterable<T>, now: Instant, session: Session, rules: MarketRules): DueExit<T>[] {
  const due: DueExit<T>[] = []
  // Cached: the rules are asked once, not for each of ten thousand legs ten times a second.
  const today = istDate(session.open)
  const timesOf = (mode: TradeMode) => ({
    onExpiry: rules.squareOffAt(session, today, mode),
    otherwise: rules.squareOffAt(session, null, mode),
  })
  const squareOffs = { PAPER: timesOf('PAPER'), LIVE: timesOf('LIVE') }
  for (const leg of legs) {
    const { at, reason } = earlierEnd(leg, session, squareOffs[leg.mode][leg.contract?.expiry === today ? 'onExpiry' : 'otherwise'])
    if (now >= at) due.push({ leg, reason })
  }
  return due
}
