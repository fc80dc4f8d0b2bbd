import { SESSION_LIMITS } from '../../../schema/limits.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import { VERSION } from '../../../schema/version.ts'

/** What the machine knows of the moment, beside market and calendar. */
export interface Circumstances {
  /** Real milliseconds since the index last ticked; null if never. */
  readonly feedAgeMs: number | null
  /** Real milliseconds since the machine's clock was set; null if it was not. */
  readonly clockSteppedMsAgo: number | null
  /** The version of a gateway of a newer release than this engine's, which may take settings that it does not know; null: there is none. */
  readonly newerGateway: string | null
}

/** What keeps everybody from opening anything on an index for now: the first reason that a newer gateway, the age of its price and a clock change give; null: nothing does. */
export function pausedBy({ feedAgeMs, clockSteppedMsAgo, newerGateway }: Circumstances): Denial | null {
  const { clockQuietMs: quietMs } = SESSION_LIMITS
  if (newerGateway !== null) return { reason: 'GATEWAY_NEWER', numbers: { gateway: newerGateway, engine: VERSION } }
  const stale = staleFeed(feedAgeMs)
  if (stale) return stale
  return clockSteppedMsAgo !== null && clockSteppedMsAgo < quietMs
    ? { reason: 'CLOCK_STEPPED', numbers: { agoMs: clockSteppedMsAgo, quietMs } }
    : null
}

/** Why an index whose price is so many milliseconds old (null: it has none) is not traded on; null: it is. */
export function staleFeed(ageMs: number | null): Denial | null {
  const { staleFeedMs: limitMs } = SESSION_LIMITS
  return ageMs === null || ageMs > limitMs ? { reason: 'FEED_STALE', numbers: { ageMs, limitMs } } : null
}

/** Whether a pause passes by itself in seconds, so that what was approved waits for its end. A gateway that is too new is no matter of waiting. */
export function isPassing(paused: Denial | null): boolean {
  return paused !== null && paused.reason !== 'GATEWAY_NEWER'
}
