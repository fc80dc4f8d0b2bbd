import type { User } from '../../../schema/graphql/auth.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { connectionColumns, toBrokerCredentials, type ConnectionRow } from '../broker/toBrokerStatus.ts'

/** The columns of an account itself that its owner may see: never the password's hash. */
export const accountColumns = {
  ...{ id: true, name: true, email: true, role: true, tradingIndex: true, createdAt: true },
  ...{ emailVerifiedAt: true, pendingEmail: true, twoFactorAt: true },
} as const

/** The same with the account's connection to the broker. */
export const userColumns = { ...accountColumns, brokerAccount: { select: connectionColumns } } as const

export interface UserRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: User['role']
  readonly tradingIndex: string
  readonly createdAt: Date
  readonly emailVerifiedAt: Date | null
  readonly pendingEmail: string | null
  readonly twoFactorAt: Date | null
  readonly brokerAccount: ConnectionRow | null
}

/** Exactly the public fields, whatever else the row carries. */
export function toUser({ id, name, email, role, tradingIndex, createdAt, pendingEmail, ...row }: UserRow): User {
  const flags = { emailVerified: row.emailVerifiedAt !== null, twoFactor: row.twoFactorAt !== null }
  const brokerCredentials = toBrokerCredentials(row.brokerAccount, Date.now())
  return { id, name, email, role, tradingIndex: shownIndex(tradingIndex), createdAt, pendingEmail, ...flags, brokerCredentials }
}
