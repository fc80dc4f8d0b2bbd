import type { Instant } from '../time.ts'

/**
 * One stretch of a sandbox market's time: at the real instant `realStart` its clock reads `marketStart`
 * and runs `speed` times as fast as real time until `sessionClose`, where it stands still until the next segment.
 */
export interface ClockSegment {
  readonly realStart: Instant
  readonly marketStart: Instant
  readonly sessionOpen: Instant
  readonly sessionClose: Instant
}

/**
 * What time it is on the market: real time, or a sandbox's clock. The same formula runs in engine, gateway and browser.
 * Segments are in order, oldest first: the current session and, once it is known, the next one.
 */
export type MarketClock =
  { readonly kind: 'real' } | { readonly kind: 'sandbox'; readonly speed: number; readonly segments: readonly ClockSegment[] }

/** The segment in force at a real instant; null before the first. */
export function segmentAt(clock: MarketClock, real: Instant): ClockSegment | null {
  if (clock.kind === 'real') return null
  let current: ClockSegment | null = null
  for (const segment of clock.segments) if (segment.realStart <= real) current = segment
  return current
}

/** The market's time at a real instant. */
export function marketTimeAt(clock: MarketClock, real: Instant): Instant {
  if (clock.kind === 'real') return real
  const segment = segmentAt(clock, real)
  if (!segment) return clock.segments[0]?.marketStart ?? real
  return Math.min(segment.sessionClose, segment.marketStart + (real - segment.realStart) * clock.speed)
}
