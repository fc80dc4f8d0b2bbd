import type { User } from '../../../schema/graphql/auth.ts'
import { shownIndex } from '../../../schema/market/indices.ts'

/** The columns of an account that its owner may see: never the password's hash. */
export const userColumns = {
  ...{ id: true, name: true, email: true, role: true, tradingIndex: true, createdAt: true },
  ...{ emailVerifiedAt: true, pendingEmail: true, twoFactorAt: true },
} as const

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
}

/** Exactly the public fields, whatever else the row carries. */
export function toUser({ id, name, email, role, tradingIndex, createdAt, emailVerifiedAt, pendingEmail, twoFactorAt }: UserRow): User {
  const flags = { emailVerified: emailVerifiedAt !== null, twoFactor: twoFactorAt !== null }
  return { id, name, email, role, tradingIndex: shownIndex(tradingIndex), createdAt, pendingEmail, ...flags }
}
