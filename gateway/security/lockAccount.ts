import type { Transaction } from '../../prisma/client.ts'
import type { User } from '../../prisma/generated/client.ts'
import { UserFacingError } from '../../schema/errors.ts'
import type { Principal } from '../kit/Principal.ts'
import type { Proof } from './RefreshTokens.ts'

/**
 * An account as it is until the transaction ends: two changes at once wait for each other, but not for what only refers to it, as links do.
 * Raw SQL: it locks the row.
 */
export async function lockAccount(tx: Transaction, userId: string): Promise<User> {
  await tx.$executeRaw`SELECT 1 FROM "User" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
  return tx.user.findUniqueOrThrow({ where: { id: userId } })
}

/**
 * The caller's account likewise, with what was proved in the session. Throws UNAUTHENTICATED when the session has ended since the request
 * came: ending all sessions, with a new password for example, has the last word.
 */
export async function lockCaller(
  tx: Transaction,
  { userId, sessionId }: Principal,
): Promise<{ readonly user: User; readonly proof: Proof }> {
  const user = await lockAccount(tx, userId)
  const proof = await tx.session.findFirst({
    where: { id: sessionId, userId, endedAt: null },
    select: { authenticatedAt: true, secondFactorAt: true },
  })
  if (!proof) throw new UserFacingError('UNAUTHENTICATED', 'Your session has ended. Please sign in again.')
  return { user, proof }
}
