import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
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
 * Raw SQL: it locks the leg.
 */
export async function closeNotHeld(
  tx: Statements,
  legId: string,
  at: Instant,
  partitions: readonly number[],
): Promise<Pick<Booked, 'legUpdates' | 'changes'>> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT leg.id FROM "Leg" leg JOIN "Trade" trade ON trade.id = leg."tradeId"
    WHERE leg.id = ${legId}::uuid AND leg.status = 'RUNNING' AND trade.mode = 'LIVE'
      AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])
    FOR UPDATE`
  if (!row) return { legUpdates: [], changes: [] }
  // A separate statement, begun under the lock: it sees the exit that was just committed.
  const [live] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM "Order" WHERE "legId" = ${legId}::uuid AND "isOpen" LIMIT 1`
  if (live) return { legUpdates: [], changes: [] }
  return closeLegsNotHeld(tx, [legId], at)
}

/** The same of all these running legs, whose rows the transaction has locked. */
export async function closeLegsNotHeld(
  tx: Statements,
  legIds: readonly string[],
  at: Instant,
): Promise<Pick<Booked, 'legUpdates' | 'changes'>> {
  if (legIds.length === 0) return { legUpdates: [], changes: [] }
  const ids = new Set(legIds)
  const ofThem = Prisma.sql`(SELECT "tradeId" FROM "Leg" WHERE id = ANY(${arrayLiteral(legIds)}::uuid[]))`
  const legs = await selectLegs(tx, Prisma.sql`trade.id IN ${ofThem}`)
  const orders = (await selectOrders(tx, Prisma.sql`"Order"."tradeId" IN ${ofThem}`)).map(orderReader())
  const trades = new Map(
    legs.map(({ tradeId }) => [
      tradeId,
      { legs: legs.filter((leg) => leg.tradeId === tradeId), orders: orders.filter((order) => order.tradeId === tradeId) },
    ]),
  )
  const booked = legs
    .filter(({ id }) => ids.has(id))
    .map((before) => {
      const leg: Leg = { ...before, closing: { status: 'COMPLETED', exitReason: 'NOT_HELD', exitTime: at } }
      const legUpdate: LegUpdate = { legId: before.id, orders: [], fills: [], leg, change: 'closed', alarms: [] }
      return { tradeId: before.tradeId, before, legUpdate }
    })
  const changes = await saveLegUpdates(tx, booked, trades)
  return { legUpdates: booked.map(({ legUpdate }) => legUpdate), changes }
}
