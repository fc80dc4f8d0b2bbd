import { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { NOBODY } from '../cluster/heldPartitions.ts'
import { isIndexSymbol } from '../../schema/market/indices.ts'
import type { SignalSide } from '../../schema/trading/SignalSide.ts'
import type { OrderUpdate } from '../broker/port.ts'
import type { TradeBefore } from '../trading/positions/bookedTrade.ts'
import type { Bookable } from '../trading/positions/applyUpdates.ts'
import type { EntryOrder, Order } from '../trading/orders/orders.ts'
import type { Leg, LegOrigin } from '../trading/positions/legs.ts'
import { originOfEntry } from '../trading/positions/originOfEntry.ts'
import { orderReader, selectOrders } from './orders.ts'
import { selectLegs } from './legs.ts'

/** A leg with its orders, and their updates in arrival order. */
export interface Due {
  readonly bookable: Bookable
  readonly updates: readonly OrderUpdate[]
}

export interface DueUpdates {
  readonly due: readonly Due[]
  /** The trades whose orders they are, by id. */
  readonly trades: ReadonlyMap<string, TradeBefore>
  /** Ids of the fills that these orders already have. */
  readonly knownFills: ReadonlySet<string>
  /** Client order ids that match no order. */
  readonly strangers: readonly string[]
  /** Of users outside `partitions` whom no other node has either. */
  readonly left: readonly OrderUpdate[]
}

/** Whose orders updates are booked for. */
export interface BookingNode {
  readonly nodeId: string
  /** The partitions that it holds. */
  readonly partitions: readonly number[]
}

/**
 * Everything needed to book these updates. Skips users outside the node's partitions.
 * Raw SQL: it reads by partition of the users, a function of the database.
 */
export async function loadBookables(
  tx: Statements,
  updates: readonly OrderUpdate[],
  { nodeId, partitions }: BookingNode,
): Promise<DueUpdates> {
  if (updates.length === 0) return { due: [], trades: new Map(), knownFills: new Set(), strangers: [], left: [] }
  const clientOrderIds = [...new Set(updates.map(({ clientOrderId }) => clientOrderId))]
  const rows = await selectOrders(
    tx,
    Prisma.sql`user_partition("Order"."userId") = ANY(${[...partitions]}::int[])
      AND "Order"."tradeId" IN (SELECT "tradeId" FROM "Order" WHERE "clientOrderId" = ANY(${arrayLiteral(clientOrderIds)}::text[]))`,
  )
  const orders = rows.map(orderReader())
  const filled = orders.filter(({ filledQuantity }) => filledQuantity > 0)
  const fills = await fillsOf(tx, filled)
  const legs = await legsOf(tx, filled)
  const origins = await originsOf(tx, orders)

  const legById = new Map(legs.map((leg) => [leg.id, leg]))
  const ordersByLeg = grouped(orders, ({ legId }) => legId)
  const legIds = new Map(orders.map(({ clientOrderId, legId }) => [clientOrderId, legId]))
  const updatesByLeg = grouped(updates, ({ clientOrderId }) => legIds.get(clientOrderId))
  const due: Due[] = []
  for (const [legId, ofLeg] of updatesByLeg) {
    if (legId === undefined) continue
    const origin = origins.get(legId)
    if (!origin) throw new TypeError(`leg ${legId} has no entry of a signal`)
    const withFirstFill = (ordersByLeg.get(legId) ?? []).map((order) => ({
      ...order,
      firstFillAt: fills.firstAt.get(order.id) ?? null,
    }))
    due.push({ bookable: { origin, leg: legById.get(legId) ?? null, orders: withFirstFill }, updates: ofLeg })
  }
  const legsByTrade = grouped(legs, ({ tradeId }) => tradeId)
  const trades = new Map(
    [...grouped(orders, ({ tradeId }) => tradeId)].map(([id, ofTrade]) => [id, { legs: legsByTrade.get(id) ?? [], orders: ofTrade }]),
  )
  const unknown = clientOrderIds.filter((id) => !legIds.has(id))
  const elsewhere = await findElsewhere(tx, unknown, { nodeId, partitions })
  return {
    ...{ due, trades, knownFills: fills.ids },
    strangers: unknown.filter((id) => !elsewhere.has(id)),
    left: updates.filter(({ clientOrderId }) => elsewhere.get(clientOrderId) === 'left'),
  }
}

async function fillsOf(tx: Statements, orders: readonly Order[]) {
  const rows =
    orders.length === 0
      ? []
      : await tx.$queryRaw<{ id: string; orderId: string; filledAt: Date }[]>`
          SELECT id, "orderId", "filledAt" FROM "Fill" WHERE "orderId" = ANY(${arrayLiteral(orders.map(({ id }) => id))}::uuid[]) ORDER BY "filledAt" DESC`
  return { ids: new Set(rows.map(({ id }) => id)), firstAt: new Map(rows.map(({ orderId, filledAt }) => [orderId, filledAt.getTime()])) }
}

/** A leg exists as soon as an order of it has a fill. */
async function legsOf(tx: Statements, filled: readonly Order[]): Promise<Leg[]> {
  if (filled.length === 0) return []
  return selectLegs(tx, Prisma.sql`leg."tradeId" = ANY(${arrayLiteral([...new Set(filled.map(({ tradeId }) => tradeId))])}::uuid[])`)
}

/** By leg id: what its entry order and its signal say. */
async function originsOf(tx: Statements, orders: readonly Order[]): Promise<Map<string, LegOrigin>> {
  const entries = orders.filter((order): order is EntryOrder => order.purpose === 'ENTRY')
  if (entries.length === 0) return new Map()
  const rows = await tx.$queryRaw<{ id: string; market: string; symbol: string; side: SignalSide }[]>`
    SELECT id, market, symbol, side FROM "Signal" WHERE id = ANY(${[...new Set(entries.map(({ signalId }) => signalId))]}::uuid[])`
  const signals = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    entries.map((entry) => {
      const signal = signals.get(entry.signalId)
      if (!signal || !isIndexSymbol(signal.symbol)) throw new TypeError(`order ${entry.id} has no signal of a known index`)
      return [entry.legId, originOfEntry(entry, { market: signal.market, index: signal.symbol, side: signal.side })]
    }),
  )
}

/**
 * Of client order ids that are not among the node's orders, those that the books have. `left`: no other node has their user, so nobody else
 * books what is reported of them; the node that has one asks the broker what became of his orders.
 */
async function findElsewhere(
  tx: Statements,
  clientOrderIds: readonly string[],
  { nodeId, partitions }: BookingNode,
): Promise<ReadonlyMap<string, 'left' | 'others'>> {
  if (clientOrderIds.length === 0) return new Map()
  const tags = arrayLiteral(clientOrderIds)
  const rows = await tx.$queryRaw<{ tag: string; isLeft: boolean }[]>`
    SELECT tag, lease.partition <> ALL(${[...partitions]}::int[]) AND lease.owner IN (${nodeId}::uuid, ${NOBODY}::uuid) AS "isLeft"
    FROM (
      SELECT "clientOrderId" AS tag, "userId" FROM "Order" WHERE "clientOrderId" = ANY(${tags}::text[])
      UNION
      SELECT resting."clientOrderId", trade."userId" FROM "ExitAtBroker" resting
      JOIN "Leg" leg ON leg.id = resting."legId" JOIN "Trade" trade ON trade.id = leg."tradeId"
      WHERE resting."clientOrderId" = ANY(${tags}::text[])
    ) AS known
    JOIN "Lease" lease ON lease.partition = user_partition("userId")`
  return new Map(rows.map(({ tag, isLeft }) => [tag, isLeft ? 'left' : 'others']))
}

function grouped<T, Key>(values: readonly T[], keyOf: (value: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group) group.push(value)
    else groups.set(keyOf(value), [value])
  }
  return groups
}
