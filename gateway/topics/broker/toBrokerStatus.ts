import type { BrokerAccountState } from '../../../prisma/generated/client.ts'
import { readinessFacts } from '../../../schema/brokerReadiness.ts'
import { clientCodeEnding } from '../../../schema/clientCodeEnding.ts'
import type { BrokerCredentials, BrokerReadiness, BrokerStatus } from '../../../schema/graphql/broker.ts'
import { judgeReadiness } from '../../../schema/judgeReadiness.ts'
import type { Role } from '../../../schema/roles.ts'
import { HOUR, type Instant } from '../../../schema/time.ts'

/** Of an account that nobody has connected. */
const USUAL_BROKER = 'angel'
const REFRESH_AFTER_MS = HOUR

/** The columns that say whether an account at the broker is connected. */
export const connectionColumns = { brokerName: true, state: true, refreshedAt: true, validUntil: true } as const
export interface ConnectionRow {
  readonly brokerName: string
  readonly state: BrokerAccountState
  readonly refreshedAt: Date | null
  readonly validUntil: Date | null
}

/** All columns of an account that its owner may see. */
export const statusColumns = {
  ...connectionColumns,
  ...{ clientCode: true, secretsKeptSince: true, problem: true },
  readiness: { select: { checkedAt: true, facts: true } },
  user: { select: { role: true } },
} as const
export interface StatusRow extends ConnectionRow {
  readonly clientCode: string
  readonly secretsKeptSince: Date | null
  readonly problem: string | null
  readonly readiness: { readonly checkedAt: Date; readonly facts: unknown } | null
  /** Its owner; null: it is the admin broker. */
  readonly user: { readonly role: Role } | null
}

/** Whether an account is signed in: its tokens may have ended before the engine has written that down. */
export function isConnected({ state, validUntil }: ConnectionRow, now: Instant): boolean {
  return state === 'CONNECTED' && validUntil !== null && validUntil.getTime() > now
}

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
    clientCodeEnding: row && clientCodeEnding(row.clientCode),
    validUntil: credentials.isConnected ? (row?.validUntil ?? null) : null,
    refreshRecommended: lastRefreshed === null || now - lastRefreshed.getTime() > REFRESH_AFTER_MS,
    signsInByItself: row?.secretsKeptSince != null,
    problem: row?.problem ?? null,
    readiness: row?.readiness ? toReadiness(row.readiness, row.user?.role ?? 'admin') : null,
  }
}

/** Null for what another version of the engine has written. */
function toReadiness({ checkedAt, facts }: NonNullable<StatusRow['readiness']>, reader: Role): BrokerReadiness | null {
  const read = readinessFacts.safeParse(facts)
  return read.success ? { checkedAt, items: [...judgeReadiness(read.data, reader)] } : null
}
