import { publish } from '../../prisma/bus/publish.ts'
import type { Transaction } from '../../prisma/client.ts'
import type { Prisma, SessionEnd } from '../../prisma/generated/client.ts'

/**
 * Ends those of the sessions that still live, and publishes that, so that every gateway closes their sockets and breaks off their files. Returns how many there were.
 */
export async function endSessions(tx: Transaction, where: Prisma.SessionWhereInput, endedBy: SessionEnd): Promise<number> {
  const ended = await tx.session.updateManyAndReturn({
    where: { AND: [where, { endedAt: null }] },
    data: { endedAt: new Date(), endedBy },
    select: { id: true },
  })
  await publish(tx, ...ended.map(({ id }) => ({ type: 'session.ended', sessionId: id }) as const))
  return ended.length
}
