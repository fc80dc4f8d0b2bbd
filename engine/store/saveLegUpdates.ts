import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { Paise } from '../../schema/money.ts'
import { failpoint } from '../runtime/failpoint.ts'
import type { LegUpdate } from '../trading/positions/applyUpdates.ts'
import { OPEN_ORDERS } from '../trading/orders/orderStates.ts'
import type { TradeChange } from '../trading/floor/TradeRecords.ts'
import { bookedTrade, type BookedTrade, type TradeBefore } from '../trading/positions/bookedTrade.ts'
import type { Leg } from '../trading/positions/legs.ts'
import type { Due } from './bookables.ts'
import type { KeptIncident } from './fillIncidents.ts'
import { netOf, saveLegs } from './legs.ts'
import { saveTrades } from './trades.ts'

/** A leg after its updates, with the leg before. */
export interface BookedLeg {
  readonly tradeId: string
  readonly before: Leg | null
  readonly legUpdate: LegUpdate
}

/**
 * Stores a booking: fills, orders, legs, their trades, and the results of closed ones in their users' paper accounts; each in one
 * statement. `stored`: the trades before, by id.
 * Raw SQL: batches (unnest).
 */
export async function saveLegUpdates(
  tx: Statements,
  booked: readonly BookedLeg[],
  stored: ReadonlyMap<string, TradeBefore>,
): Promise<TradeChange[]> {
  await insertFills(tx, booked)
  failpoint('mid-booking')
  await updateOrders(tx, booked)
  const trades = bookedTrades(booked, stored)
  await saveTrades(
    tx,
    trades.map(({ summary }) => summary),
  )
  await saveLegs(
    tx,
    booked.flatMap(({ legUpdate }) => (legUpdate.change && legUpdate.leg ? legUpdate.leg : [])),
  )
  await payUsers(tx, booked)
  return trades.map(({ summary: { id: tradeId, userId }, change }) => ({ tradeId, userId, change }))
}

/** The booked fills that do not fit the books. */
export function misfitsOf(booked: readonly BookedLeg[]): KeptIncident[] {
  const alarms = booked.flatMap(({ legUpdate }) => legUpdate.alarms)
  return alarms.flatMap((alarm) => ('fill' in alarm ? { ...alarm.fill, kind: alarm.kind, clientOrderId: alarm.clientOrderId } : []))
}

/** The trades of live entries refused by these updates, with their users. */
export function refusedEntries(due: readonly Due[], booked: readonly BookedLeg[]): { readonly tradeId: string; readonly userId: string }[] {
  const refused = new Set(
    booked.flatMap(({ legUpdate: { orders } }) => orders.flatMap(({ id, status }) => (status === 'REJECTED' ? id : []))),
  )
  const entries = due.flatMap(({ bookable: { orders } }) =>
    orders.filter(({ id, mode, purpose, status }) => mode === 'LIVE' && purpose === 'ENTRY' && status !== 'REJECTED' && refused.has(id)),
  )
  return [...new Map(entries.map(({ tradeId, userId }) => [tradeId, { tradeId, userId }])).values()]
}

function bookedTrades(booked: readonly BookedLeg[], stored: ReadonlyMap<string, TradeBefore>): BookedTrade[] {
  const legUpdates = new Map<string, LegUpdate[]>()
  for (const { tradeId, legUpdate } of booked) {
    const ofTrade = legUpdates.get(tradeId)
    if (ofTrade) ofTrade.push(legUpdate)
    else legUpdates.set(tradeId, [legUpdate])
  }
  return [...legUpdates].flatMap(([tradeId, ofTrade]) => bookedTrade(stored.get(tradeId) ?? NOTHING, ofTrade) ?? [])
}

const NOTHING: TradeBefore = { legs: [], orders: [] }

async function insertFills(tx: Statements, booked: readonly BookedLeg[]): Promise<void> {
  const fills = booked.flatMap(({ legUpdate }) => legUpdate.fills)
  if (fills.length === 0) return
  await tx.$executeRaw`
    INSERT INTO "Fill" (id, "orderId", quantity, "pricePaise", "chargesPaise", "filledAt")
    SELECT id, "order", quantity, price, charges, to_timestamp(at / 1000.0)
    FROM unnest(
      ${arrayLiteral(fills.map(({ id }) => id))}::text[],
      ${arrayLiteral(fills.map(({ orderId }) => orderId))}::uuid[],
      ${arrayLiteral(fills.map(({ quantity }) => quantity))}::int[],
      ${arrayLiteral(fills.map(({ price }) => price))}::bigint[],
      ${arrayLiteral(fills.map(({ charges }) => charges))}::bigint[],
      ${arrayLiteral(fills.map(({ filledAt }) => filledAt))}::float8[]
    ) AS new(id, "order", quantity, price, charges, at)`
}

/** A finished order reserves nothing; one that a late fill completes has nothing to explain, and was not refused. */
async function updateOrders(tx: Statements, booked: readonly BookedLeg[]): Promise<void> {
  const orders = booked.flatMap(({ legUpdate }) => legUpdate.orders)
  if (orders.length === 0) return
  await tx.$executeRaw`
    UPDATE "Order" SET status = new.status, "filledQuantity" = new.quantity, "filledValuePaise" = new.value, "updatedAt" = now(),
      note = CASE WHEN new.status = 'FILLED' THEN NULL ELSE coalesce(new.note, "Order".note) END,
      "refusedAt" = CASE WHEN new.status = 'REJECTED' AND "Order".mode = 'LIVE' AND "Order".purpose = 'ENTRY'
        THEN coalesce("Order"."refusedAt", now()) END,
      "reservedPaise" = CASE WHEN new.status = ANY(${[...OPEN_ORDERS]}::"OrderStatus"[]) THEN "reservedPaise" ELSE 0 END
    FROM unnest(
      ${arrayLiteral(orders.map(({ id }) => id))}::uuid[],
      ${arrayLiteral(orders.map(({ status }) => status))}::"OrderStatus"[],
      ${arrayLiteral(orders.map(({ filledQuantity }) => filledQuantity))}::int[],
      ${arrayLiteral(orders.map(({ filledValue }) => filledValue))}::bigint[],
      ${arrayLiteral(orders.map(({ note }) => note))}::text[]
    ) AS new(id, status, quantity, value, note)
    WHERE "Order".id = new.id`
}

async function payUsers(tx: Statements, booked: readonly BookedLeg[]): Promise<void> {
  const earned = new Map<string, number>()
  for (const { before, legUpdate } of booked) {
    const { leg } = legUpdate
    if (leg?.mode !== 'PAPER') continue
    const change = amount(netOf(leg)) - amount(netOf(before))
    if (change !== 0) earned.set(leg.userId, (earned.get(leg.userId) ?? 0) + change)
  }
  if (earned.size === 0) return
  await tx.$executeRaw`
    UPDATE "User" SET "paperRealisedPaise" = "paperRealisedPaise" + new.earned
    FROM unnest(${[...earned.keys()]}::uuid[], ${[...earned.values()]}::bigint[]) AS new(id, earned)
    WHERE "User".id = new.id`
}

function amount(net: Paise | null): number {
  return net ?? 0
}
