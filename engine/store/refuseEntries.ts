import { publish } from '../../prisma/bus/publish.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { RefusedEntries } from '../trading/floor/TradeRecords.ts'
import { insertDenials } from './denials.ts'

/**
 * Gives up the entries of positions that are not begun, of users in `partitions`, and stores why as the answers to their signals. Each
 * once: what is no intent any more stays as it is.
 * Raw SQL: it writes by partition of the users, a function of the database.
 */
export async function refuseEntries(tx: Statements, refused: readonly RefusedEntries[], partitions: readonly number[]): Promise<void> {
  const ids = refused.flatMap(({ entries }) => entries.map(({ id }) => id))
  const given = await tx.$queryRaw<{ tradeId: string }[]>(Prisma.sql`
    UPDATE "Order" SET status = 'EXPIRED', "reservedPaise" = 0, note = 'a leg of its position had no fresh quote', "updatedAt" = now()
    WHERE id = ANY(${ids}::uuid[]) AND status = 'INTENT' AND user_partition("userId") = ANY(${[...partitions]}::int[])
    RETURNING "tradeId"`)
  const trades = new Set(given.map(({ tradeId }) => tradeId))
  const denials = await insertDenials(
    tx,
    refused.flatMap(({ entries: [entry], denial }) =>
      trades.has(entry.tradeId) ? { signalId: entry.signalId, candidate: entry, denial } : [],
    ),
  )
  await publish(tx, ...denials.map(({ id, userId }) => ({ type: 'signal.denied' as const, denialId: id, userId })))
}
