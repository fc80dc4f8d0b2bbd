import type { Database } from '../../prisma/client.ts'
import { MAY_OPEN_TRADES } from '../../prisma/mayOpenTrades.ts'
import { IS_RUNNING } from '../../prisma/runningTrades.ts'
import type { Kill } from '../trading/floor/TradeRecords.ts'

/** The kill switches in force. Throws when one has no scope: the table is damaged. */
export async function findKills(db: Database): Promise<Kill[]> {
  const rows = await db.killSwitch.findMany({
    where: { liftedAt: null },
    select: { id: true, scope: true, scopeId: true, squareOff: true },
  })
  return rows.map(({ id, scope, scopeId, squareOff }) => {
    if (scope === 'GLOBAL') return { scope, squareOff }
    if (scopeId === null) throw new TypeError(`kill switch ${id} is for one ${scope} and names none`)
    return { scope, scopeId, squareOff }
  })
}

/**
 * The ids of users in `partitions` for whom nothing may be opened, who still have a running trade or an entry under way.
 * Raw SQL: it reads by partition of the users, a function of the database.
 */
export async function findBarredUsers(db: Database, partitions: readonly number[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT "user".id FROM "User" "user"
    WHERE NOT ${MAY_OPEN_TRADES} AND user_partition("user".id) = ANY(${[...partitions]}::int[])
      AND (EXISTS (SELECT FROM "Trade" WHERE "userId" = "user".id AND ${IS_RUNNING})
        OR EXISTS (SELECT FROM "Order" WHERE "userId" = "user".id AND purpose = 'ENTRY' AND "isOpen"))`
  return rows.map(({ id }) => id)
}
