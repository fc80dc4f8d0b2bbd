import { v7 as uuid } from 'uuid'
import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { OrderUpdate } from '../broker/port.ts'
import { isWithoutOrder } from '../trading/orders/orders.ts'
import { contractColumn } from './contractColumn.ts'
import { jsonReader } from './jsonReader.ts'
import type { ExitAtBroker } from '../trading/protection/ExitAtBroker.ts'
import { pieceOfFill } from '../trading/protection/pieceOfFill.ts'

/**
 * Stores an exit of a running leg of a user in `partitions`: a stop before it is sent, what was closed by hand or has expired as ended,
 * because its fill is there already. False: there is no such leg.
 * Raw SQL: it is inserted from its leg, in one statement.
 */
export async function insertExitAtBroker(
  tx: Statements,
  { clientOrderId, legId, slice, quantity, reason }: ExitAtBroker,
  partitions: readonly number[],
): Promise<boolean> {
  const inserted = await tx.$executeRaw`
    INSERT INTO "ExitAtBroker" ("clientOrderId", "legId", slice, quantity, reason, "endedAt")
    SELECT ${clientOrderId}, leg.id, ${slice}, ${quantity}, ${reason}::"ExitReason", CASE WHEN ${isWithoutOrder(clientOrderId)} THEN now() END
    FROM "Leg" leg JOIN "Trade" trade ON trade.id = leg."tradeId"
    WHERE leg.id = ${legId}::uuid AND leg.status = 'RUNNING' AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])
    ON CONFLICT DO NOTHING`
  return inserted > 0
}

/**
 * Stores that an exit of a user in `partitions` has other units, as has the order that it may already be: one that has filled all of them
 * is done. False: there is no such exit.
 */
export async function resizeExitAtBroker(
  tx: Statements,
  clientOrderId: string,
  quantity: number,
  partitions: readonly number[],
): Promise<boolean> {
  const resized = await tx.$executeRaw`
    UPDATE "ExitAtBroker" resized SET quantity = ${quantity}
    FROM "Leg" leg JOIN "Trade" trade ON trade.id = leg."tradeId"
    WHERE resized."clientOrderId" = ${clientOrderId} AND leg.id = resized."legId"
      AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])`
  if (resized === 0) return false
  await tx.$executeRaw`
    UPDATE "Order" SET quantity = ${quantity}, "updatedAt" = now(),
      status = CASE WHEN "filledQuantity" = ${quantity} THEN 'FILLED'::"OrderStatus" ELSE status END
    WHERE "clientOrderId" = ${clientOrderId} AND "isOpen" AND "filledQuantity" <= ${quantity}`
  return true
}

/**
 * Makes an exit of a user in `partitions` that was never sent the order that a stop of its leg is: it has the stop's tag (`clientOrderId`), and so many units.
 * False: one of them is over, has been filled, or has fewer units.
 */
export async function takeStop(
  tx: Statements,
  orderId: string,
  clientOrderId: string,
  quantity: number,
  partitions: readonly number[],
): Promise<boolean> {
  // A fill that is being booked makes an order of the stop (adoptExits): whoever locks its row first has it.
  const waiting = await tx.$queryRaw<unknown[]>`
    SELECT FROM "ExitAtBroker" WHERE "clientOrderId" = ${clientOrderId} AND "endedAt" IS NULL AND quantity >= ${quantity} FOR UPDATE`
  if (waiting.length === 0) return false
  const taken = await tx.$executeRaw`
    UPDATE "Order" exit SET "clientOrderId" = ${clientOrderId}, quantity = ${quantity}, "updatedAt" = now()
    FROM "ExitAtBroker" stop
    WHERE exit.id = ${orderId}::uuid AND exit.purpose = 'EXIT' AND exit."isOpen" AND exit."filledQuantity" = 0 AND exit.quantity >= ${quantity}
      AND user_partition(exit."userId") = ANY(${[...partitions]}::int[])
      AND stop."clientOrderId" = ${clientOrderId} AND stop."legId" = exit."legId"
      AND NOT EXISTS (SELECT FROM "Order" filled WHERE filled."clientOrderId" = ${clientOrderId})`
  if (taken === 0) return false
  await tx.$executeRaw`UPDATE "ExitAtBroker" SET "endedAt" = now() WHERE "clientOrderId" = ${clientOrderId}`
  return true
}

/** These report nothing more. */
export async function endExitsAtBroker(tx: Statements, clientOrderIds: readonly string[], partitions: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE "ExitAtBroker" ended SET "endedAt" = now()
    FROM "Leg" leg JOIN "Trade" trade ON trade.id = leg."tradeId"
    WHERE ended."clientOrderId" = ANY(${[...clientOrderIds]}::text[]) AND ended."endedAt" IS NULL AND leg.id = ended."legId"
      AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])`
}

/** Units of a fill by hand that are booked: its parts are rows of their own (pieceOfFill.ts). */
export async function bookedByHand(db: Database, fillId: string): Promise<number> {
  let units = 0
  for (;;) {
    const part = await db.fill.findUnique({ where: { id: pieceOfFill(fillId, units) }, select: { quantity: true } })
    if (!part) return units
    units += part.quantity
  }
}

/** Exits of users in `partitions` that may still report. */
export async function findExitsAtBroker(db: Database, partitions: readonly number[]): Promise<ExitAtBroker[]> {
  const rows = await db.$queryRaw<(Omit<ExitAtBroker, 'contract'> & { readonly contract: string })[]>`
    SELECT "clientOrderId", "legId", slice, resting.quantity, reason, trade."userId", leg.contract::text,
      CASE leg.side WHEN 'BUY' THEN 'SELL' ELSE 'BUY' END AS side
    FROM "ExitAtBroker" resting JOIN "Leg" leg ON leg.id = resting."legId" JOIN "Trade" trade ON trade.id = leg."tradeId"
    WHERE resting."endedAt" IS NULL AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])`
  const readContract = jsonReader(contractColumn)
  return rows.map((row) => ({ ...row, contract: readContract(row.contract) }))
}

/** Makes orders of those that updates report fills of, for the same transaction to book. Costs nothing when no update can be of one. */
export async function adoptExits(tx: Statements, updates: readonly OrderUpdate[], partitions: readonly number[]): Promise<void> {
  const filledAt = new Map<string, number>()
  for (const { type, clientOrderId, at } of updates)
    if (type === 'filled' && isExitAtBroker(clientOrderId) && !filledAt.has(clientOrderId)) filledAt.set(clientOrderId, at)
  if (filledAt.size === 0) return
  const tags = [...filledAt.keys()]
  await tx.$executeRaw`
    INSERT INTO "Order" (id, "clientOrderId", "userId", "subscriptionId", "tradeId", "legId", mode, purpose, "exitReason", side, status,
      contract, slice, quantity, "intendedAt", "updatedAt")
    SELECT new.id, new.tag, trade."userId", trade."subscriptionId", trade.id, leg.id, trade.mode, 'EXIT', resting.reason,
      CASE leg.side WHEN 'BUY' THEN 'SELL' ELSE 'BUY' END::"OrderSide", 'SUBMITTED', leg.contract, resting.slice, resting.quantity,
      to_timestamp(new.at / 1000.0), now()
    FROM unnest(${tags.map(() => uuid())}::uuid[], ${tags}::text[], ${[...filledAt.values()]}::float8[]) AS new(id, tag, at)
    JOIN "ExitAtBroker" resting ON resting."clientOrderId" = new.tag
    JOIN "Leg" leg ON leg.id = resting."legId"
    JOIN "Trade" trade ON trade.id = leg."tradeId"
    WHERE user_partition(trade."userId") = ANY(${[...partitions]}::int[])
    FOR SHARE OF resting
    ON CONFLICT DO NOTHING`
}

/** Whether a tag marks an exit which is no order of ours yet. */
function isExitAtBroker(clientOrderId: string): boolean {
  return clientOrderId.startsWith('S') || isWithoutOrder(clientOrderId)
}
