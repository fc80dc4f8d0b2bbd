import type { Database } from '../../prisma/client.ts'
import { UserFacingError } from '../../schema/errors.ts'
import type { User } from '../../schema/graphql/auth.ts'

/** The columns a user may see of the own account: never the password's hash. */
export const userColumns = { id: true, name: true, email: true, role: true, tradingIndex: true, createdAt: true } as const

/** Exactly the public fields, whatever else the row carries. */
export function toUser({ id, name, email, role, tradingIndex, createdAt }: User): User {
  return { id, name, email, role, tradingIndex, createdAt }
}

/** The signed-in user's own account. */
export class ProfileService {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** Throws UNAUTHENTICATED when the account no longer exists. */
  async me(userId: string): Promise<User> {
    const user = await this.#db.user.findUnique({ where: { id: userId }, select: userColumns })
    if (!user) throw new UserFacingError('UNAUTHENTICATED', 'This account no longer exists.')
    return user
  }
}
