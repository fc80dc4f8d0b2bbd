import { marketTimeAt, segmentAt, type MarketClock } from './MarketClock.ts'
import type { MarketRules, Session } from './MarketRules.ts'
import { addDays, istDate, type Instant, type IsoDate } from '../time.ts'

/** The session of the market day that a real instant falls on, whether or not it is under way; null on a day without one. */
export function sessionAt(clock: MarketClock, real: Instant, rules: MarketRules): Session | null {
  if (clock.kind === 'real') return rules.sessionOf(istDate(real))
  const segment = segmentAt(clock, real)
  return segment && { open: segment.sessionOpen, close: segment.sessionClose }
}

/** The last session before a date, short special ones included. */
export function previousSession(date: IsoDate, rules: MarketRules): Session {
  const day = addDays(date, -1)
  return rules.sessionOf(day) ?? previousSession(day, rules)
}

/** Whether the index moves at a real instant: its feed may be silent at all others. */
export function indexMovesAt(clock: MarketClock, real: Instant, rules: MarketRules): boolean {
  const session = clock.kind === 'real' ? rules.indexSessionOf(istDate(real)) : sessionAt(clock, real, rules)
  const now = marketTimeAt(clock, real)
  return session !== null && now >= session.open && now < session.close
}
