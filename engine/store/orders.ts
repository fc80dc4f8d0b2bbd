import { v7 as uuid } from 'uuid'
import type { Prisma } from '../../prisma/generated/client.ts'
import type { Database, Transaction } from '../../prisma/client.ts'
import type { Instant } from '../../schema/time.ts'
import type { EntryPlan } from '../trading/assess.ts'
import type { Booking } from '../trading/bookUpdates.ts'
import { OPEN_ORDERS, type OrderStatus } from '../trading/orderStates.ts'
import { clientOrderIdOf, type EntryOrder, type ExitOrder, type Order } from '../trading/orders.ts'
import type { ExitRequest } from '../trading/TradeDesk.ts'
import { parseContract } from './contractColumn.ts'

export interface NewEntry {
  readonly signalId: string
  readonly subscriptionId: string
  readonly userId: string
  readonly plan: EntryPlan
}

/** Commits entry intents, a paper order each, with the id of the trade they will open. */
export async function insertEntries(tx: Transaction, entries: readonly NewEntry[], intendedAt: Instant): Promise<EntryOrder[]> {
  const orders = entries.map(({ plan, ...rest }): EntryOrder => {
    const id = uuid()
    return {
      id,
      clientOrderId: clientOrderIdOf('ENTRY', id),
      ...rest,
      ...plan,
      tradeId: uuid(),
      mode: 'PAPER',
      purpose: 'ENTRY',
      status: 'INTENT',
      intendedAt,
    }
  })
  await tx.order.createMany({
    data: orders.map(({ terms, ...order }) => ({
      ...rowOf(order),
      ...{ side: 'BUY' as const, takeProfitPercent: terms.takeProfitPercent, stopLossPercent: terms.stopLossPercent },
      windowEndsAt: new Date(terms.windowEndsAt),
    })),
  })
  return orders
}

/**
 * Commits an exit intent for each trade that runs and has no exit that is live or filled. The trades' rows are locked first,
 * so of two triggers at the same moment one finds the other's intent.
 */
export async function insertExits(tx: Transaction, requests: readonly ExitRequest[]): Promise<ExitOrder[]> {
  const free = await tx.$queryRaw<{ id: string }[]>`
    SELECT trade.id FROM "Trade" trade
    WHERE trade.id = ANY(${requests.map(({ trade }) => trade.id)}::uuid[]) AND trade.status = 'RUNNING'
    ORDER BY trade.id
    FOR UPDATE`
  const taken = await tx.order.findMany({
    where: { tradeId: { in: free.map(({ id }) => id) }, purpose: 'EXIT', status: { in: [...OPEN_ORDERS, 'FILLED'] } },
    select: { tradeId: true },
  })
  const allowed = new Set(free.map(({ id }) => id))
  for (const { tradeId } of taken) allowed.delete(tradeId)
  const orders = requests
    .filter(({ trade }) => allowed.has(trade.id))
    .map(({ trade, reason, at }): ExitOrder => {
      const id = uuid()
      const { userId, subscriptionId, mode, contract, quantity } = trade
      const core = { id, clientOrderId: clientOrderIdOf('EXIT', id), userId, subscriptionId, tradeId: trade.id, mode, contract, quantity }
      return { ...core, purpose: 'EXIT', exitReason: reason, status: 'INTENT', intendedAt: at }
    })
  await tx.order.createMany({ data: orders.map((order) => ({ ...rowOf(order), side: 'SELL' as const })) })
  return orders
}

/** Orders that may still be filled, oldest first. */
export async function findOpenOrders(db: Database): Promise<Order[]> {
  const rows = await db.order.findMany({ where: { status: { in: [...OPEN_ORDERS] } }, orderBy: { id: 'asc' } })
  return rows.map(orderOf)
}

/** Turns intents into submitted orders and returns the ids of those that were intents. */
export async function markSubmitted(db: Database, orderIds: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    UPDATE "Order" SET status = 'SUBMITTED', "updatedAt" = now()
    WHERE id = ANY(${[...orderIds]}::uuid[]) AND status = 'INTENT'
    RETURNING id`
  return rows.map(({ id }) => id)
}

/** Gives orders up that may still be filled; the others stay as they are. */
export async function expireOrders(tx: Database | Transaction, where: Prisma.OrderWhereInput): Promise<number> {
  const { count } = await tx.order.updateMany({ where: { ...where, status: { in: [...OPEN_ORDERS] } }, data: { status: 'EXPIRED' } })
  return count
}

/** Writes the fills and the new states of booked orders, set-wise. */
export async function saveBookings(tx: Transaction, bookings: readonly Booking[]): Promise<void> {
  const fills = bookings.flatMap(({ fill }) => fill ?? [])
  await tx.fill.createMany({
    data: fills.map(({ id, orderId, quantity, price, charges, filledAt }) => ({
      id,
      orderId,
      quantity,
      pricePaise: BigInt(price),
      chargesPaise: BigInt(charges),
      filledAt: new Date(filledAt),
    })),
  })
  await tx.$executeRaw`
    UPDATE "Order" SET status = new.status, "filledQuantity" = "filledQuantity" + new.filled, "updatedAt" = now()
    FROM unnest(
      ${bookings.map(({ orderId }) => orderId)}::uuid[],
      ${bookings.map(({ status }) => status)}::"OrderStatus"[],
      ${bookings.map(({ fill }) => fill?.quantity ?? 0)}::int[]
    ) AS new(id, status, filled)
    WHERE "Order".id = new.id`
}

/** What an order row says, whichever end of a trade it is. Throws when it says neither: the table is damaged. */
export function orderOf(row: {
  readonly id: string
  readonly clientOrderId: string
  readonly userId: string
  readonly subscriptionId: string
  readonly signalId: string | null
  readonly tradeId: string
  readonly mode: Order['mode']
  readonly purpose: Order['purpose']
  readonly exitReason: ExitOrder['exitReason'] | null
  readonly contract: unknown
  readonly quantity: number
  readonly status: OrderStatus
  readonly intendedAt: Date
  readonly takeProfitPercent: number | null
  readonly stopLossPercent: number | null
  readonly windowEndsAt: Date | null
}): Order {
  const { id, clientOrderId, userId, subscriptionId, tradeId, mode, quantity, status, signalId, exitReason } = row
  const { takeProfitPercent, stopLossPercent, windowEndsAt } = row
  const core = { id, clientOrderId, userId, subscriptionId, tradeId, mode, quantity, status }
  const rest = { contract: parseContract(row.contract), intendedAt: row.intendedAt.getTime() }
  if (row.purpose === 'ENTRY' && signalId && takeProfitPercent !== null && stopLossPercent !== null && windowEndsAt) {
    const terms = { takeProfitPercent, stopLossPercent, windowEndsAt: windowEndsAt.getTime() }
    return { ...core, ...rest, purpose: 'ENTRY', signalId, terms }
  }
  if (row.purpose === 'EXIT' && exitReason) return { ...core, ...rest, purpose: 'EXIT', exitReason }
  throw new TypeError(`order ${id} is neither an entry of a signal with its terms nor an exit with a reason`)
}

function rowOf<T extends Pick<Order, 'contract' | 'intendedAt'>>(order: T) {
  const { contract, intendedAt, ...rest } = order
  return { ...rest, contract: { ...contract }, intendedAt: new Date(intendedAt) }
}
