import type { Database } from '../../prisma/client.ts'
import type { DryFill } from '../broker/DryRun.ts'

/** See Store.saveDryFills. Raw SQL: a batch, whose orders are looked up by their tags (unnest). */
export async function insertDryFills(db: Database, fills: readonly DryFill[]): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ readonly id: string }[]>`
    WITH told AS (
      SELECT * FROM unnest(
        ${fills.map(({ fillId }) => fillId)}::text[], ${fills.map(({ clientOrderId }) => clientOrderId)}::text[],
        ${fills.map(({ quantity }) => quantity)}::int[], ${fills.map(({ price }) => price)}::bigint[],
        ${fills.map(({ at }) => at)}::float8[]
      ) AS told(id, tag, quantity, price, at)
    ), stored AS (
      INSERT INTO "DryFill" (id, "orderId", quantity, "pricePaise", "filledAt")
      SELECT told.id, ordered.id, told.quantity, told.price, to_timestamp(told.at / 1000.0)
      FROM told JOIN "Order" ordered ON ordered."clientOrderId" = told.tag
      ON CONFLICT DO NOTHING
    )
    SELECT id FROM told WHERE NOT EXISTS (SELECT FROM "Order" ordered WHERE ordered."clientOrderId" = told.tag)`
  return new Set(rows.map(({ id }) => id))
}
