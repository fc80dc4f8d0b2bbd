import { HOUR, SECOND } from './time.ts'

/** The processes that measure themselves. */
export const NODE_KINDS = ['ENGINE', 'GATEWAY'] as const
export type NodeKind = (typeof NODE_KINDS)[number]

/** What admins are warned of. */
export const ALERT_KINDS = [
  ...(['FEED_LATE', 'FEED_PARTIAL', 'LEASE_LOST', 'OUTBOX_LATE', 'JOB_FAILED', 'LIVE_ACCOUNT', 'BACKUP_LATE'] as const),
  ...(['CALENDAR_60', 'CALENDAR_30', 'CALENDAR_7'] as const),
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

const ENTER_HOLIDAYS =
  'From 1 January no trade is opened, because the holidays of that year are not entered. Enter them when the exchanges publish them, then add the year: Admin, Market, or "npm run admin -- market".'

/** What each of them means, in a sentence or a few. */
export const ALERT_TEXTS: Readonly<Record<AlertKind, string>> = {
  FEED_LATE: 'No index has ticked for half a minute: no trade is opened until one does.',
  FEED_PARTIAL:
    'Some prices have been missing for half a minute: contracts do not fit on the broker’s feed, or an index or open leg is silent. The engine’s /readyz names them.',
  LEASE_LOST: 'No engine node has traded for some users for half a minute: no trades are opened for them, and their stops are not watched.',
  OUTBOX_LATE: 'Events have been waiting more than ten seconds for half a minute: screens lag, and notifications come late.',
  LIVE_ACCOUNT:
    'On a live account an exit is stuck, a leg has no order at the exchange, or units belong to no trade. The owner sees it on every screen.',
  JOB_FAILED: 'A job has used up its attempts and waits for an admin to retry or cancel it.',
  BACKUP_LATE:
    'The last backup failed, or is more than a day and a half old: what was written since is lost with the disk, unless the write-ahead log is archived.',
  CALENDAR_60: `The market calendar ends in 60 days or less. ${ENTER_HOLIDAYS}`,
  CALENDAR_30: `The market calendar ends in 30 days or less. ${ENTER_HOLIDAYS}`,
  CALENDAR_7: `The market calendar ends in a week or less, or has ended. ${ENTER_HOLIDAYS}`,
}

/** Age of the last backup from which on admins are warned: a nightly one has been left out. */
export const BACKUP_LATE_MS = 36 * HOUR

/** Between two measurements of a process, and of the installation. */
export const SAMPLE_MS = 10 * SECOND
