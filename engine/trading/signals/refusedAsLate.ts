import { SECOND, type Instant } from '../../../schema/time.ts'
import type { Denial } from '../../../schema/trading/denials.ts'

/** Real time after the end of a question in which a last-moment approval is still decided on. */
export const GRACE_MS = 5 * SECOND

/** Why a user's approval is not traded at a real time, whatever he and the market are like; null: it may be. Both times are real. */
export function refusedAsLate(asked: { readonly madeAt: Instant; readonly expiresAt: Instant }, real: Instant): Denial | null {
  const [ageMs, limitMs] = [real - asked.madeAt, asked.expiresAt + GRACE_MS - asked.madeAt]
  return ageMs > limitMs ? { reason: 'PROPOSAL_LATE', numbers: { ageMs, limitMs } } : null
}
