import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { OrderUpdate } from '../broker/port.ts'

/**
 * Writes under which ids broker and exchange know the orders of users in `partitions`, and at which limit they have them, where updates
 * say so. An id that was reported once stays; of limits the last is kept. Costs nothing when no update says anything.
 */
export async function saveKnown(tx: Statements, updates: readonly OrderUpdate[], partitions: readonly number[]): Promise<void> {
  const told = new Map<string, NonNullable<OrderUpdate['known']>>()
  for (const { clientOrderId, known } of updates)
    if (known) {
      const before = told.get(clientOrderId)
      told.set(clientOrderId, { ...known, exchangeOrderId: before?.exchangeOrderId ?? known.exchangeOrderId })
    }
  if (told.size === 0) return
  const all = [...told.values()]
  await tx.$executeRaw`
    UPDATE "Order" SET "brokerOrderId" = coalesce("Order"."brokerOrderId", new.broker),
      "exchangeOrderId" = coalesce("Order"."exchangeOrderId", new.exchange), "limitPaise" = new.limit, "updatedAt" = now()
    FROM unnest(
      ${arrayLiteral([...told.keys()])}::text[],
      ${all.map(({ brokerOrderId }) => brokerOrderId)}::text[],
      ${all.map(({ exchangeOrderId }) => exchangeOrderId)}::text[],
      ${all.map(({ limit }) => limit)}::bigint[]
    ) AS new(tag, broker, exchange, "limit")
    WHERE "Order"."clientOrderId" = new.tag AND user_partition("Order"."userId") = ANY(${[...partitions]}::int[])
      AND ("Order"."brokerOrderId", "Order"."exchangeOrderId", "Order"."limitPaise") IS DISTINCT FROM
        (coalesce("Order"."brokerOrderId", new.broker), coalesce("Order"."exchangeOrderId", new.exchange), new.limit)`
}
