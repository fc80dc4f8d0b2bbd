import type { BrokerAccountState } from '../../../prisma/generated/client.ts'
import type { BrokerCredentials, BrokerStatus } from '../../../schema/graphql/broker.ts'
import { HOUR, type Instant } from '../../../schema/time.ts'

/** Of an account that nobody has connected. */
const USUAL_BROKER = 'angel'
const REFRESH_AFTER_MS = HOUR
const SHOWN_CHARACTERS = 2

/** The columns that say whether an account at the broker is connected. */
export const connectionColumns = { brokerName: true, state: true, refreshedAt: true, validUntil: true } as const
export interface ConnectionRow {
  readonly brokerName: string
  readonly state: BrokerAccountState
  readonly refreshedAt: Date | null
  readonly validUntil: Date | null
}

/** All columns of an account that its owner may see. */
export const statusColumns = { ...connectionColumns, clientCode: true, secretsKeptSince: true, problem: true } as const
export interface StatusRow extends ConnectionRow {
  readonly clientCode: string
  readonly secretsKeptSince: Date | null
  readonly problem: string | null
}

/** Whether an account is signed in: its tokens may have ended before the engine has written that down. */
export function isConnected({ state, validUntil }: ConnectionRow, now: Instant): boolean {
  return state === 'CONNECTED' && validUntil !== null && validUntil.getTime() > now
}

/** The last characters, by which its owner knows it. */
export const endingOf = (code: string): string => code.slice(-SHOWN_CHARACTERS)

/** What the account of its owner says of the broker; null: there is none there. */
export function toBrokerCredentials(row: ConnectionRow | null, now: Instant): BrokerCredentials {
  return {
    isConnected: row !== null && isConnected(row, now),
    lastRefreshed: row?.refreshedAt ?? null,
    brokerName: row?.brokerName ?? USUAL_BROKER,
  }
}

export function toBrokerStatus(row: StatusRow | null, now: Instant): BrokerStatus {
  const credentials = toBrokerCredentials(row, now)
  const { lastRefreshed } = credentials
  return {
    ...credentials,
    clientCodeEnding: row && endingOf(row.clientCode),
    validUntil: credentials.isConnected ? (row?.validUntil ?? null) : null,
    refreshRecommended: lastRefreshed === null || now - lastRefreshed.getTime() > REFRESH_AFTER_MS,
    signsInByItself: row?.secretsKeptSince != null,
    problem: row?.problem ?? null,
  }
}
