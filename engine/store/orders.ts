import { Prisma } from '../../prisma/generated/client.ts'
import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { DistinctJson } from '../../schema/DistinctJson.ts'
import { paise } from '../../schema/money.ts'
import type { ExitReason } from '../../schema/trading/exits.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import type { EntryOrder, Order } from '../trading/orders/orders.ts'
import type { OrderStatus } from '../../schema/trading/OrderStatus.ts'
import type { EntrySlice } from '../trading/signals/entrySlices.ts'
import type { OrderSide } from '../../schema/trading/OrderSide.ts'
import { contractColumn } from './contractColumn.ts'
import { entryStop } from './entryStop.ts'
import { jsonReader } from './jsonReader.ts'
import { termsColumn } from './termsColumn.ts'

/**
 * Commits the intents of one moment. `slices`: which of its signal's entries each one is.
 * Raw SQL: thousands at once, equal contracts and terms sent once (unnest).
 */
export async function insertOrders(
  tx: Statements,
  orders: readonly EntryOrder[],
  slices: readonly Pick<EntrySlice, 'slice'>[],
): Promise<void> {
  const column = (pick: (order: EntryOrder) => string | number) => arrayLiteral(orders.map(pick))
  const contracts = new DistinctJson()
  const terms = new DistinctJson()
  const contractNumbers = column((order) => contracts.numberOf(order.contract))
  const termsNumbers = column((order) => terms.numberOf(order.terms))
  await tx.$executeRaw`
    WITH contracts AS MATERIALIZED (
      SELECT text::jsonb AS contract, number FROM unnest(${contracts.texts}::text[]) WITH ORDINALITY AS given(text, number)
    ), all_terms AS MATERIALIZED (
      SELECT text::jsonb AS terms, number FROM unnest(${terms.texts}::text[]) WITH ORDINALITY AS given(text, number)
    )
    INSERT INTO "Order" (id, "clientOrderId", "userId", "subscriptionId", "signalId", "tradeId", "legId", mode, purpose, side, contract, slice,
      quantity, "intendedAt", terms, "reservedPaise", "updatedAt")
    SELECT id, tag, "user", subscription, signal, trade, leg, mode, 'ENTRY', side, contract, slice, quantity,
      ${new Date(orders[0]?.intendedAt ?? 0)}::timestamptz, terms, reserved, now()
    FROM unnest(
      ${column(({ id }) => id)}::uuid[],
      ${column(({ clientOrderId }) => clientOrderId)}::text[],
      ${column(({ userId }) => userId)}::uuid[],
      ${column(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${column(({ signalId }) => signalId)}::uuid[],
      ${column(({ tradeId }) => tradeId)}::uuid[],
      ${column(({ legId }) => legId)}::uuid[],
      ${column(({ mode }) => mode)}::"TradeMode"[],
      ${column(({ side }) => side)}::"OrderSide"[],
      ${contractNumbers}::int[],
      ${arrayLiteral(slices.map(({ slice }) => slice))}::int[],
      ${column(({ quantity }) => quantity)}::int[],
      ${termsNumbers}::int[],
      ${column(({ reserved }) => reserved)}::bigint[]
    ) AS new(id, tag, "user", subscription, signal, trade, leg, mode, side, contract_number, slice, quantity, terms_number, reserved)
    JOIN contracts ON contracts.number = contract_number
    JOIN all_terms ON all_terms.number = terms_number`
}

/** The live orders of users in `partitions`, oldest first. */
export async function findOpenOrders(db: Database, partitions: readonly number[]): Promise<Order[]> {
  const rows = await selectOrders(db, Prisma.sql`"Order"."isOpen" AND user_partition("Order"."userId") = ANY(${[...partitions]}::int[])`)
  return rows.map(orderReader())
}

/** Submits the intents of users in `partitions`, cancels entries that are stopped by now (entryStop), and returns the ids of the former. */
export async function markSubmitted(tx: Statements, orderIds: readonly string[], partitions: readonly number[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string; status: OrderStatus }[]>`
    WITH due AS MATERIALIZED (
      SELECT intent.id, CASE WHEN intent.purpose = 'ENTRY' THEN ${entryStop(Prisma.sql`subscription."strategyId"`)} END AS stop
      FROM "Order" intent
      JOIN "Subscription" subscription ON subscription.id = intent."subscriptionId"
      JOIN "User" "user" ON "user".id = intent."userId"
      WHERE intent.id = ANY(${arrayLiteral(orderIds)}::uuid[]) AND intent.status = 'INTENT'
        AND user_partition(intent."userId") = ANY(${[...partitions]}::int[])
    )
    UPDATE "Order" SET "updatedAt" = now(), note = due.stop,
      status = CASE WHEN due.stop IS NULL THEN 'SUBMITTED' ELSE 'CANCELLED'::"OrderStatus" END,
      "reservedPaise" = CASE WHEN due.stop IS NULL THEN "reservedPaise" ELSE 0 END
    FROM due WHERE due.id = "Order".id AND "Order".status = 'INTENT'
    RETURNING "Order".id, "Order".status`
  return rows.flatMap(({ id, status }) => (status === 'SUBMITTED' ? id : []))
}

/** Gives up the live ones of these orders and releases their reserved funds; `which` is a condition on "Order". */
export async function expireOrders(tx: Statements, which: Prisma.Sql, partitions: readonly number[], note: string): Promise<number> {
  return tx.$executeRaw`
    UPDATE "Order" SET status = 'EXPIRED', "reservedPaise" = 0, note = ${note}, "updatedAt" = now()
    WHERE "Order"."isOpen" AND user_partition("userId") = ANY(${[...partitions]}::int[]) AND ${which}`
}

export interface OrderRow {
  readonly id: string
  readonly clientOrderId: string
  readonly userId: string
  readonly subscriptionId: string
  readonly strategyId: string
  readonly signalId: string | null
  /** Of the signal's strategy. */
  readonly version: number | null
  readonly tradeId: string
  readonly legId: string
  readonly mode: TradeMode
  readonly side: OrderSide
  readonly purpose: Order['purpose']
  readonly exitReason: ExitReason | null
  /** JSON. */
  readonly contract: string
  readonly quantity: number
  readonly filledQuantity: number
  readonly filledValue: number
  readonly status: OrderStatus
  readonly intendedAt: Date
  /** JSON. */
  readonly terms: string | null
  readonly reserved: number
}

/** Selects order rows by a condition on "Order", oldest first. */
export async function selectOrders(db: Statements, which: Prisma.Sql): Promise<OrderRow[]> {
  return db.$queryRaw<OrderRow[]>`
    SELECT "Order".id, "Order"."clientOrderId", "Order"."userId", "Order"."subscriptionId", subscription."strategyId", "Order"."signalId", signal.version,
      "Order"."tradeId", "Order"."legId", "Order".mode, "Order".side, "Order".purpose, "Order"."exitReason", "Order".contract::text, "Order".quantity,
      "Order"."filledQuantity", "Order"."filledValuePaise"::float8 AS "filledValue", "Order".status, "Order"."intendedAt",
      "Order".terms::text, "Order"."reservedPaise"::float8 AS reserved
    FROM "Order" JOIN "Subscription" subscription ON subscription.id = "Order"."subscriptionId"
      LEFT JOIN "Signal" signal ON signal.id = "Order"."signalId"
    WHERE ${which}
    ORDER BY "Order".id`
}

/** Reads rows of entries and exits; throws at one that is neither: the table is damaged. */
export function orderReader(): (row: OrderRow) => Order {
  const readContract = jsonReader(contractColumn)
  const readTerms = jsonReader(termsColumn)
  return (row) => {
    const core = {
      id: row.id,
      clientOrderId: row.clientOrderId,
      userId: row.userId,
      subscriptionId: row.subscriptionId,
      strategyId: row.strategyId,
      tradeId: row.tradeId,
      legId: row.legId,
      mode: row.mode,
      side: row.side,
      contract: readContract(row.contract),
      quantity: row.quantity,
      filledQuantity: row.filledQuantity,
      filledValue: paise(row.filledValue),
      status: row.status,
      intendedAt: row.intendedAt.getTime(),
    }
    if (row.purpose === 'ENTRY' && row.signalId !== null && row.version !== null && row.terms !== null)
      return {
        ...core,
        purpose: 'ENTRY',
        signalId: row.signalId,
        version: row.version,
        terms: readTerms(row.terms),
        reserved: paise(row.reserved),
      }
    if (row.purpose === 'EXIT' && row.exitReason !== null) return { ...core, purpose: 'EXIT', exitReason: row.exitReason }
    throw new TypeError(`order ${row.id} is neither an entry of a signal with its terms nor an exit with a reason`)
  }
}
