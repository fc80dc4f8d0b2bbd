import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { publish } from '../../prisma/bus/publish.ts'
import type { Statements } from '../../prisma/inTransaction.ts'

/**
 * Stores how many live orders of users in `partitions` have no outcome from the broker; users not in `counts` have none. Publishes
 * whose number has changed.
 * Raw SQL: one statement tells new, changed and gone ones apart (unnest).
 */
export async function keepUnresolved(tx: Statements, counts: ReadonlyMap<string, number>, partitions: readonly number[]): Promise<void> {
  const changed = await tx.$queryRaw<{ userId: string }[]>`
    WITH told AS MATERIALIZED (
      SELECT account.id AS "userId", told.orders
      FROM unnest(${arrayLiteral([...counts.keys()])}::uuid[], ${arrayLiteral([...counts.values()])}::int[]) AS told("user", orders)
      JOIN "User" account ON account.id = told."user" AND user_partition(account.id) = ANY(${[...partitions]}::int[])
    ), gone AS (
      DELETE FROM "UnresolvedOrders" known
      WHERE user_partition(known."userId") = ANY(${[...partitions]}::int[]) AND NOT EXISTS (SELECT FROM told WHERE told."userId" = known."userId")
      RETURNING known."userId"
    ), kept AS (
      INSERT INTO "UnresolvedOrders" ("userId", orders) SELECT "userId", orders FROM told
      ON CONFLICT ("userId") DO UPDATE SET orders = excluded.orders WHERE "UnresolvedOrders".orders <> excluded.orders
      RETURNING "userId"
    )
    SELECT "userId" FROM gone UNION ALL SELECT "userId" FROM kept`
  await publish(tx, ...changed.map(({ userId }) => ({ type: 'orders.unresolved' as const, userId })))
}
