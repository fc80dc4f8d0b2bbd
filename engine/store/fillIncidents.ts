import { publish } from '../../prisma/bus/publish.ts'
import type { Database } from '../../prisma/client.ts'
import type { FillIncident } from '../broker/smartapi/orders/FillWatch.ts'

/** See Store.keepFillIncident. */
export async function insertFillIncident(db: Database, { kind, fill }: Omit<FillIncident, 'at'>, userId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const kept = await tx.$executeRaw`
      INSERT INTO "FillIncident" ("fillId", kind, "orderId", quantity, "pricePaise")
      SELECT ${fill.fillId}, ${kind}::"FillIncidentKind", id, ${fill.quantity}, ${fill.price} FROM "Order"
      WHERE "clientOrderId" = ${fill.clientOrderId} AND "userId" = ${userId}::uuid
      ON CONFLICT DO NOTHING`
    if (kept > 0) await publish(tx, { type: 'fill.disputed', userId })
  })
}
