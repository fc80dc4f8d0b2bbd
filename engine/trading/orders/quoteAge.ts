import { SESSION_LIMITS } from '../../../schema/limits.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Denial } from '../../../schema/trading/denials.ts'

/** Whether a quote that came so many real milliseconds ago (null: none came) is one to open anything at. */
export function isFreshQuote(ageMs: number | null): ageMs is number {
  return ageMs !== null && ageMs <= SESSION_LIMITS.staleFeedMs
}

/** A leg without a fresh quote. */
export interface UnquotedLeg {
  /** Position in the rule's legs, from 0. */
  readonly leg: number
  /** Null: it could not be chosen. */
  readonly strike: Paise | null
  /** Real milliseconds since its last quote came; null: none came. */
  readonly ageMs: number | null
}

/** Why a position is not begun, on whichever way it is noticed: none of its legs is opened while one has no fresh quote. */
export function withoutQuote({ leg, strike, ageMs }: UnquotedLeg): Denial {
  return { reason: 'LEG_WITHOUT_QUOTE', numbers: { leg, strike, ageMs, limitMs: SESSION_LIMITS.staleFeedMs } }
}
