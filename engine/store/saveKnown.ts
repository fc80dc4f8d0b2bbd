import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { OrderUpdate } from '../broker/port.ts'

/**
 * Stores, as reported by updates, the ids of orders of users in `partitions` at broker and exchange, and their limits there. The first id
 * stays; the last limit is kept. Free when no update reports any.
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
