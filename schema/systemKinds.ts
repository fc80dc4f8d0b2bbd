import { SECOND } from './time.ts'

/** The processes that measure themselves. */
export const NODE_KINDS = ['ENGINE', 'GATEWAY'] as const
export type NodeKind = (typeof NODE_KINDS)[number]

/** What admins are warned of. */
export const ALERT_KINDS = ['FEED_LATE', 'LEASE_LOST', 'OUTBOX_LATE', 'JOB_FAILED', 'LIVE_ACCOUNT'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** What each of them means, in a sentence. */
export const ALERT_TEXTS: Readonly<Record<AlertKind, string>> = {
  FEED_LATE: 'For half a minute no index has ticked within five seconds of a look: no trade is opened until one does.',
  LEASE_LOST:
    'For half a minute no engine node has traded for some of the users: nothing is opened for them, and their stops are not watched.',
  OUTBOX_LATE: 'For half a minute events have waited for more than ten seconds: screens are behind, and notifications come late.',
  LIVE_ACCOUNT:
    'On a live account an exit does not close, a leg has nothing at the exchange, or units are nobody’s: its owner reads it on every screen.',
  JOB_FAILED: 'A job has used up its attempts and waits for an admin to retry or cancel it.',
}

/** Between two measurements of a process, and of the installation. */
export const SAMPLE_MS = 10 * SECOND
