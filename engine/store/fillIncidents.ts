import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { publish } from '../../prisma/bus/publish.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { Paise } from '../../schema/money.ts'
import type { FillIncidentKind } from '../../schema/trading/fillIncidents.ts'

/** A live fill that is not as it was booked, or does not fit the books. */
export interface KeptIncident {
  readonly kind: FillIncidentKind
  readonly clientOrderId: string
  readonly fillId: string
  /** Units. */
  readonly quantity: number
  readonly price: Paise
}

/**
 * Keeps incidents, each once, and publishes the new ones. A fill is told under several ids, by a frame and by the books: of fills that close
 * nothing no more is kept of an order than it has units. `whose` is a condition on "Order": incidents of other orders, and of orders not in
 * the books, are skipped.
 * Raw SQL: a batch (unnest), with units summed by order (a window).
 */
export async function insertFillIncidents(tx: Statements, incidents: readonly KeptIncident[], whose: Prisma.Sql): Promise<void> {
  if (incidents.length === 0) return
  const column = (pick: (incident: KeptIncident) => string | number) => arrayLiteral(incidents.map(pick))
  const kept = await tx.$queryRaw<{ userId: string; tradeId: string }[]>`
    WITH kept AS (
      INSERT INTO "FillIncident" ("fillId", kind, "orderId", quantity, "pricePaise")
      SELECT fill, new.kind, "Order".id, new.quantity, price
      FROM (SELECT *, sum(quantity) OVER (PARTITION BY tag, kind ORDER BY fill) AS "upTo" FROM unnest(
        ${column(({ fillId }) => fillId)}::text[],
        ${column(({ kind }) => kind)}::"FillIncidentKind"[],
        ${column(({ clientOrderId }) => clientOrderId)}::text[],
        ${column(({ quantity }) => quantity)}::int[],
        ${column(({ price }) => price)}::bigint[]
      ) AS given(fill, kind, tag, quantity, price)) new
      JOIN "Order" ON "Order"."clientOrderId" = tag AND ${whose}
      WHERE new.kind <> 'POSITION_ALREADY_CLOSED' OR new."upTo" <= "Order".quantity - "Order"."filledQuantity" - coalesce(
        (SELECT sum(told.quantity) FROM "FillIncident" told WHERE told."orderId" = "Order".id AND told.kind = new.kind), 0)
      ON CONFLICT DO NOTHING
      RETURNING "orderId"
    ), written AS (
      -- Written anew, unchanged: by its row, readers of a trade tell that something is new.
      UPDATE "Order" SET "updatedAt" = "updatedAt" WHERE id IN (SELECT "orderId" FROM kept) RETURNING "userId", "tradeId"
    )
    SELECT DISTINCT "userId", "tradeId" FROM written`
  await publish(
    tx,
    ...kept.flatMap(({ userId, tradeId }) => [
      { type: 'fill.disputed' as const, userId },
      { type: 'trade.changed' as const, tradeId, userId },
    ]),
  )
}
