import { publish } from '../../prisma/bus/publish.ts'
import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { OPEN_CLOSINGS, type ClosingState } from '../../schema/trading/closingOrders.ts'
import type { ClosingReport, KnownClosing } from '../trading/floor/ClosingDesk.ts'
import { newUnitsOf } from '../trading/orders/newUnitsOf.ts'
import { tagOf } from '../trading/orders/orders.ts'
import { contractColumn } from './contractColumn.ts'
import { jsonReader } from './jsonReader.ts'

const ASKED_TOO_LONG_AGO = 'no engine took it up within a minute: nothing was sent'

interface Row {
  readonly id: string
  readonly userId: string
  readonly contract: string
  readonly quantity: number
  readonly filledQuantity: number
  readonly state: ClosingState
  readonly earlier: readonly { readonly id: string; readonly units: number }[]
}

/**
 * Closing orders of users in `partitions` that have not ended, the oldest first.
 * Raw SQL: all here goes by partition of the users, a function of the database.
 */
export async function findClosingOrders(db: Database, partitions: readonly number[]): Promise<KnownClosing[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT id::text, "userId"::text, contract::text, quantity, "filledQuantity", state::text,
      -- What books at the broker that lag may not show yet.
      ARRAY(
        SELECT json_build_object('id', earlier.id, 'units', earlier."filledQuantity") FROM "ClosingOrder" earlier
        WHERE earlier."userId" = asked."userId" AND earlier.subject = asked.subject AND earlier.id <> asked.id
          AND earlier."filledQuantity" > 0 AND earlier."endedAt" > now() - interval '2 minutes'
      ) AS earlier
    FROM "ClosingOrder" asked
    WHERE state IN ('ASKED', 'SENT') AND user_partition("userId") = ANY(${[...partitions]}::int[]) ORDER BY id`
  const readContract = jsonReader(contractColumn)
  return rows.map(({ id, userId, contract, quantity, filledQuantity, state, earlier }) => ({
    isSent: state === 'SENT',
    order: {
      ...{ id, clientOrderId: tagOf('C', id), userId, mode: 'LIVE', purpose: 'EXIT', side: 'BUY', tradeId: null, legId: null },
      ...{ contract: readContract(contract), quantity, filledQuantity },
      earlier: earlier.map((each) => ({ clientOrderId: tagOf('C', each.id), units: each.units })),
    },
  }))
}

/** Commits one that was asked for by a user in `partitions` as sent. False: it was before, or has waited for a minute and ends. */
export async function sendClosing(tx: Statements, orderId: string, quantity: number, partitions: readonly number[]): Promise<boolean> {
  const [sent] = await tx.$queryRaw<{ userId: string; isSent: boolean }[]>`
    UPDATE "ClosingOrder" SET
      quantity = ${quantity},
      (state, refusal, "sentAt", "endedAt") = (
        SELECT CASE WHEN late THEN 'REFUSED' ELSE 'SENT' END::"ClosingState", CASE WHEN late THEN ${ASKED_TOO_LONG_AGO} END,
          CASE WHEN NOT late THEN now() END, CASE WHEN late THEN now() END
        FROM (SELECT "askedAt" < now() - interval '1 minute' AS late) AS age
      )
    WHERE id = ${orderId}::uuid AND state = 'ASKED' AND user_partition("userId") = ANY(${[...partitions]}::int[])
    RETURNING "userId"::text, state = 'SENT' AS "isSent"`
  if (sent) await publish(tx, { type: 'incidents.changed', userId: sent.userId })
  return sent?.isSent ?? false
}

/** Shrinks one of a user in `partitions` of which nothing was bought. False: there is none. */
export async function shrinkClosing(tx: Statements, orderId: string, quantity: number, partitions: readonly number[]): Promise<boolean> {
  const shrunk = await tx.$executeRaw`
    UPDATE "ClosingOrder" SET quantity = ${quantity}
    WHERE id = ${orderId}::uuid AND state = 'SENT' AND "filledQuantity" = 0 AND quantity >= ${quantity}
      AND user_partition("userId") = ANY(${[...partitions]}::int[])`
  return shrunk > 0
}

/** Books a report on one of a user in `partitions`, each once. Null: there is none. A fill counts after its end, too. */
export async function bookClosing(tx: Statements, orderId: string, report: ClosingReport, partitions: readonly number[]) {
  const [row] = await tx.$queryRaw<
    {
      userId: string
      quantity: number
      filledQuantity: number
      fillIds: readonly string[]
      state: ClosingState
      refusal: string | null
    }[]
  >`
    SELECT "userId"::text, quantity, "filledQuantity", "fillIds", state::text, refusal FROM "ClosingOrder"
    WHERE id = ${orderId}::uuid AND user_partition("userId") = ANY(${[...partitions]}::int[]) FOR UPDATE`
  if (!row) return null
  const before = row.filledQuantity
  const isNew = report.type === 'filled' && !row.fillIds.includes(report.fillId)
  const units = isNew ? newUnitsOf(report, before) : 0
  const filledQuantity = before + units
  const isOver = report.type !== 'filled' || !isOpenState(row.state)
  const state: ClosingState = filledQuantity >= row.quantity ? 'FILLED' : !isOver ? 'SENT' : filledQuantity > 0 ? 'PARTLY' : 'REFUSED'
  const refusal = state === 'FILLED' ? null : report.type === 'filled' ? row.refusal : (row.refusal ?? report.reason)
  if (state !== row.state || units > 0) {
    const paid = report.type === 'filled' ? report.price * units : 0
    const fillIds = report.type === 'filled' && units > 0 ? [report.fillId] : []
    await tx.$executeRaw`
      UPDATE "ClosingOrder" SET state = ${state}::"ClosingState", refusal = ${refusal}, "filledQuantity" = ${filledQuantity},
        "filledPaise" = "filledPaise" + ${paid}, "fillIds" = "fillIds" || ${fillIds}::text[],
        "endedAt" = CASE WHEN ${state} IN ('ASKED', 'SENT') THEN NULL ELSE coalesce("endedAt", now()) END
      WHERE id = ${orderId}::uuid`
    await publish(tx, { type: 'incidents.changed', userId: row.userId })
  }
  return { filledQuantity, isOpen: isOpenState(state) }
}

/** Ends those of a user whose account at the broker was left. */
export async function leaveClosings(tx: Statements, userId: string, why: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "ClosingOrder" SET refusal = ${why}, "endedAt" = now(),
      state = CASE WHEN "filledQuantity" > 0 THEN 'PARTLY' ELSE 'REFUSED' END::"ClosingState"
    WHERE "userId" = ${userId}::uuid AND state IN ('ASKED', 'SENT')`
}

function isOpenState(state: ClosingState): boolean {
  return OPEN_CLOSINGS.some((open) => open === state)
}
