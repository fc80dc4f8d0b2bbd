import type { Role } from '../../../schema/roles.ts'

/** The signed-in user as the shell needs them. */
export interface SessionUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  /** The index that charts begin with, as the API names it; left out while it is not known. */
  readonly tradingIndex?: string
}
