import type { Transaction } from '../../prisma/client.ts'
import { endSessions } from './endSessions.ts'
import { livingSessions } from './RefreshTokens.ts'

/** More devices than a person has; a program that signs in again and again does not fill the table. */
export const MAX_LIVING_SESSIONS = 20

/**
 * Ends the sessions a user has beyond twenty, those left unused for longest, but never the one that has just begun; answers their ids.
 * The account must be locked, or two sign-ins at once would each leave the other's out.
 */
export async function endSurplusSessions(tx: Transaction, userId: string, begun: string): Promise<string[]> {
  const surplus = await tx.session.findMany({
    where: { userId, id: { not: begun }, ...livingSessions(new Date()) },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
    skip: MAX_LIVING_SESSIONS - 1,
    select: { id: true },
  })
  const ids = surplus.map(({ id }) => id)
  if (ids.length > 0) await endSessions(tx, { id: { in: ids } }, 'TOO_MANY')
  return ids
}
