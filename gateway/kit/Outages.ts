import type { IncidentKind } from '../../prisma/generated/client.ts'
import { MINUTE, SECOND, type Instant } from '../../schema/time.ts'

/** Real time that an outage lasts without a pause before it is told. A process that restarts, and a machine that is busy, are back sooner. */
export const TOLD_AFTER_MS = 30 * SECOND
/** Real time without it before it is over: until then it is the same outage. */
export const OVER_AFTER_MS = 2 * MINUTE

/**
 * Which incidents are outages: they come and go by themselves. A fact stays until somebody has dealt with it: nothing is gained by waiting,
 * and it cannot flap.
 */
export const INCIDENT_NATURES = {
  ENGINE: 'OUTAGE',
  FEED: 'OUTAGE',
  FEED_LATE: 'OUTAGE',
  FEED_PARTIAL: 'OUTAGE',
  LEASE_LOST: 'OUTAGE',
  OUTBOX_LATE: 'OUTAGE',
  JOB_FAILED: 'FACT',
  LIVE_ACCOUNT: 'OUTAGE',
  BOOKS: 'FACT',
  BACKUP_LATE: 'FACT',
  CALENDAR_60: 'FACT',
  CALENDAR_30: 'FACT',
  CALENDAR_7: 'FACT',
} as const satisfies Readonly<Record<IncidentKind, 'OUTAGE' | 'FACT'>>

/** What a look found; null: it could not know. */
export type Found = boolean | null

/** Turns what each look finds into what is told: an outage once, when it lasts; a fact at once. Looks of a kind come in the order of time. */
export class Outages {
  /** Since when each look has found the same. */
  readonly #seen = new Map<IncidentKind, { readonly holds: boolean; readonly since: Instant }>()

  /** Whether an incident of this kind is now to be under way; null: it stays as it is, and so after a look that could not know. */
  judge(kind: IncidentKind, holds: Found, now: Instant): boolean | null {
    if (INCIDENT_NATURES[kind] === 'FACT') return holds
    if (holds === null) {
      this.#seen.delete(kind)
      return null
    }
    const before = this.#seen.get(kind)
    const since = before?.holds === holds ? before.since : now
    this.#seen.set(kind, { holds, since })
    return now - since >= (holds ? TOLD_AFTER_MS : OVER_AFTER_MS) ? holds : null
  }
}
