import type { Instant } from '../../../schema/time.ts'
import { isAnotherLook, type AccountLook } from '../orders/AccountLook.ts'

/** Units of a holding's contract that an account has in another product while nothing of the holding is missing. */
export interface Elsewhere {
  readonly units: number
  /** The least that was ever counted. */
  readonly least: number
  /** Another number that the last look has found, and the market time at which that began; null: it found the same, or something was missing. */
  readonly next: { readonly units: number; readonly at: Instant } | null
}

/**
 * The count after a look that has found `units`; null: something was missing. The first one counts at once; a change counts once another look
 * agrees: where an entry is filled between the readings of two books, what is missing is hidden for one look.
 */
export function countedAt(before: Elsewhere | undefined, units: number | null, look: AccountLook): Elsewhere | undefined {
  if (before === undefined) return units === null ? undefined : { units, least: units, next: null }
  const { least, next } = before
  if (units === null || units === before.units) return { units: before.units, least, next: null }
  if (next?.units !== units) return { units: before.units, least, next: { units, at: look.at } }
  return isAnotherLook(look, next.at) ? { units, least: Math.min(least, units), next: null } : before
}
