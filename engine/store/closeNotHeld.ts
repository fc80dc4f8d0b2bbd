import { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { Instant } from '../../schema/time.ts'
import type { Booked } from '../trading/floor/TradeRecords.ts'
import type { LegUpdate } from '../trading/positions/applyUpdates.ts'
import type { Leg } from '../trading/positions/legs.ts'
import { selectLegs } from './legs.ts'
import { orderReader, selectOrders } from './orders.ts'
import { saveLegUpdates } from './saveLegUpdates.ts'

/**
 * Closes a running live leg of a user in `partitions` that has no live order, at a market time; what it earned stays unknown. A fill that is
 * reported later is still booked, and makes it known.
 */
export async function closeNotHeld(
  tx: Statements,
  legId: string,
  at: Instant,
  partitions: readonly number[],
): Promise<Pick<Booked, 'legUpdates' | 'changes'>> {
  const [row] = await tx.$queryRaw<{ tradeId: string }[]>`
    SELECT trade.id AS "tradeId" FROM "Leg" leg JOIN "Trade" trade ON trade.id = leg."tradeId"
    WHERE leg.id = ${legId}::uuid AND leg.status = 'RUNNING' AND trade.mode = 'LIVE'
      AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])
    FOR UPDATE`
  if (!row) return { legUpdates: [], changes: [] }
  const { tradeId } = row
  // A separate statement, begun under the lock: it sees the exit that was just committed.
  const [live] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM "Order" WHERE "legId" = ${legId}::uuid AND "isOpen" LIMIT 1`
  if (live) return { legUpdates: [], changes: [] }
  const legs = await selectLegs(tx, Prisma.sql`trade.id = ${tradeId}::uuid`)
  const orders = (await selectOrders(tx, Prisma.sql`"Order"."tradeId" = ${tradeId}::uuid`)).map(orderReader())
  const before = legs.find(({ id }) => id === legId)
  if (!before) throw new TypeError(`leg ${legId} is not one of its trade`)
  const leg: Leg = { ...before, closing: { status: 'COMPLETED', exitReason: 'NOT_HELD', exitTime: at } }
  const legUpdate: LegUpdate = { legId, orders: [], fills: [], leg, change: 'closed', alarms: [] }
  const changes = await saveLegUpdates(tx, [{ tradeId, before, legUpdate }], new Map([[tradeId, { legs, orders }]]))
  return { legUpdates: [legUpdate], changes }
}
