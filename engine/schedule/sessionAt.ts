import { marketTimeAt, segmentAt, type MarketClock } from '../../schema/market/MarketClock.ts'
import type { MarketRules, Session } from '../../schema/market/MarketRules.ts'
import { istDate, type Instant } from '../../schema/time.ts'

/** The session of the market day that a real instant falls on, whether or not it is under way; null on a day without one. */
export function sessionAt(clock: MarketClock, real: Instant, rules: MarketRules): Session | null {
  if (clock.kind === 'real') return rules.sessionOf(istDate(real))
  const segment = segmentAt(clock, real)
  return segment && { open: segment.sessionOpen, close: segment.sessionClose }
}

/** Whether the market trades at a real instant. */
export function isOpenAt(clock: MarketClock, real: Instant, rules: MarketRules): boolean {
  const session = sessionAt(clock, real, rules)
  const now = marketTimeAt(clock, real)
  return session !== null && now >= session.open && now < session.close
}
