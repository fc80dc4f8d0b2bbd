import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import type { OrderUpdate } from '../broker/port.ts'
import { bookTrade, type Booking } from '../trading/bookTrade.ts'
import { entryPriceOf, type Trade } from '../trading/trades.ts'
import type { KnownEntries, KnownEntry } from './KnownEntries.ts'

type Fill = Extract<OrderUpdate, { type: 'filled' }>

/** An entry that one fill has bought whole. */
interface FirstFill extends KnownEntry {
  readonly updates: readonly OrderUpdate[]
  readonly fill: Fill
}

/** First fills that differ in nothing but whose they are: what bookTrade makes of one, it makes of all. */
interface Likes {
  readonly fills: FirstFill[]
  readonly booking: Booking & { readonly trade: Trade }
}

export interface FirstFills {
  readonly bookings: readonly Booking[]
  /** What must be booked one by one, in its order. */
  readonly rest: readonly OrderUpdate[]
}

const NO_FILLS: ReadonlySet<string> = new Set()

/**
 * Books the plain case of a popular signal: entries committed here, each bought whole by its first fill. bookTrade says once for all that
 * are alike what becomes of them, and the database makes the trades of its own orders. An order that is not as it was sent, or belongs
 * to a user outside of `partitions`, is left to the rest, and so is everything else.
 */
export async function bookFirstFills(
  tx: Statements,
  rules: MarketRules,
  known: KnownEntries,
  updates: readonly OrderUpdate[],
  partitions: readonly number[],
): Promise<FirstFills> {
  const likes = alike(rules, firstFillsOf(known, updates))
  if (likes.length === 0) return { bookings: [], rest: updates }
  const left = await insertTrades(tx, likes, partitions)
  const bookings: Booking[] = []
  const booked = new Set<string>()
  for (const { booking, fills } of likes)
    for (const { order, fill } of fills) {
      if (left.has(order.id)) continue
      booked.add(order.clientOrderId)
      bookings.push(bookingLike(booking, order, fill))
    }
  return { bookings, rest: updates.filter(({ clientOrderId }) => !booked.has(clientOrderId)) }
}

function firstFillsOf(known: KnownEntries, updates: readonly OrderUpdate[]): FirstFill[] {
  const byOrder = new Map<string, OrderUpdate[]>()
  for (const update of updates) {
    const ofOrder = byOrder.get(update.clientOrderId)
    if (ofOrder) ofOrder.push(update)
    else byOrder.set(update.clientOrderId, [update])
  }
  const firstFills: FirstFill[] = []
  for (const [clientOrderId, ofOrder] of byOrder) {
    const entry = known.get(clientOrderId)
    const fill = ofOrder.at(-1)
    const isPlain = ofOrder.slice(0, -1).every(({ type }) => type === 'accepted')
    if (entry && fill?.type === 'filled' && isPlain && fill.quantity === entry.order.quantity)
      firstFills.push({ order: entry.order, origin: entry.origin, updates: ofOrder, fill })
  }
  return firstFills
}

function alike(rules: MarketRules, firstFills: readonly FirstFill[]): Likes[] {
  const numbers = new Map<object, number>()
  const numberOf = (value: object) => {
    const number = numbers.get(value) ?? numbers.size
    numbers.set(value, number)
    return number
  }
  const groups = new Map<string, FirstFill[]>()
  for (const each of firstFills) {
    const { order, origin, fill, updates } = each
    const shared = [order.contract, order.terms, origin].map(numberOf).join(' ')
    const key = `${shared} ${order.strategyId} ${order.version} ${order.mode} ${order.quantity} ${fill.price} ${fill.at} ${updates.length}`
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  return [...groups.values()].flatMap((fills) => {
    const [first] = fills
    const booking = first && bookingOf(rules, first)
    return booking?.trade && booking.change === 'opened' && booking.alarms.length === 0
      ? { fills, booking: { ...booking, trade: booking.trade } }
      : []
  })
}

function bookingOf(rules: MarketRules, { order, origin, updates }: FirstFill): Booking {
  const { tradeId: id, userId, subscriptionId, strategyId, version, mode, contract, terms } = order
  const { market, index, side } = origin
  const orders = [{ ...order, status: 'SUBMITTED' as const, firstFillAt: null }]
  const whole = { id, userId, subscriptionId, strategyId, version, market, mode, index, side, contract, terms }
  return bookTrade(rules, { origin: whole, trade: null, orders }, updates, NO_FILLS)
}

/** Written out, not spread: this is done ten thousand times at once. */
function bookingLike({ trade, fills: [fill] }: Likes['booking'], order: KnownEntry['order'], { fillId }: Fill): Booking {
  if (!fill) throw new RangeError(`trade ${trade.id} was opened without a fill`)
  return {
    tradeId: order.tradeId,
    orders: [{ id: order.id, status: 'FILLED', filledQuantity: order.quantity, filledValue: trade.entryValue, note: null }],
    fills: [{ id: fillId, orderId: order.id, quantity: fill.quantity, price: fill.price, charges: fill.charges, filledAt: fill.filledAt }],
    trade: {
      id: order.tradeId,
      userId: order.userId,
      subscriptionId: order.subscriptionId,
      strategyId: trade.strategyId,
      version: trade.version,
      market: trade.market,
      mode: trade.mode,
      index: trade.index,
      side: trade.side,
      contract: trade.contract,
      terms: trade.terms,
      quantity: trade.quantity,
      entryValue: trade.entryValue,
      entryTime: trade.entryTime,
      exitQuantity: 0,
      exitValue: trade.exitValue,
      charges: trade.charges,
      target: trade.target,
      stop: trade.stop,
      closing: null,
    },
    change: 'opened',
    alarms: [],
  }
}

/** Fills the orders and opens their trades, in one statement; the ids of the orders that were not as they were sent. */
async function insertTrades(tx: Statements, likes: readonly Likes[], partitions: readonly number[]): Promise<ReadonlySet<string>> {
  const each = likes.flatMap(({ fills }, group) => fills.map(({ order, fill }) => ({ orderId: order.id, fillId: fill.fillId, group })))
  const column = (pick: (trade: Trade) => string | number) => arrayLiteral(likes.map(({ booking }) => pick(booking.trade)))
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH alike AS MATERIALIZED (
      SELECT *, row_number() OVER () - 1 AS number FROM unnest(
        ${column(({ strategyId }) => strategyId)}::uuid[],
        ${column(({ version }) => version)}::int[],
        ${column(({ market }) => market)}::text[],
        ${column(({ index }) => index)}::text[],
        ${column(({ side }) => side)}::"SignalSide"[],
        ${column(({ contract }) => contract.tradingSymbol)}::text[],
        ${column(({ quantity, contract }) => quantity / contract.lotSize)}::int[],
        ${column(({ quantity }) => quantity)}::int[],
        ${column(entryPriceOf)}::bigint[],
        ${column(({ target }) => target)}::bigint[],
        ${column(({ stop }) => stop)}::bigint[],
        ${column(({ entryValue }) => entryValue)}::bigint[],
        ${column(({ charges }) => charges)}::bigint[],
        ${column(({ entryTime }) => entryTime)}::float8[]
      ) AS alike("strategyId", version, market, index, side, symbol, lots, quantity, price, target, stop, value, charges, at)
    ), given AS MATERIALIZED (
      SELECT * FROM unnest(
        ${arrayLiteral(each.map(({ orderId }) => orderId))}::uuid[],
        ${arrayLiteral(each.map(({ fillId }) => fillId))}::text[],
        ${arrayLiteral(each.map(({ group }) => group))}::int[]
      ) AS given(id, "fillId", number)
    ), filled AS (
      UPDATE "Order" SET status = 'FILLED', "filledQuantity" = alike.quantity, "filledValuePaise" = alike.value, "reservedPaise" = 0,
        note = NULL, "updatedAt" = now()
      FROM given JOIN alike USING (number)
      WHERE "Order".id = given.id AND "Order".status IN ('SUBMITTED', 'OPEN') AND "Order"."filledQuantity" = 0
        AND "Order".quantity = alike.quantity AND user_partition("Order"."userId") = ANY(${[...partitions]}::int[])
      RETURNING "Order".id, "Order"."tradeId", "Order"."userId", "Order"."subscriptionId", "Order".mode, "Order".contract, "Order".terms,
        given."fillId", given.number
    ), fills AS (
      INSERT INTO "Fill" (id, "orderId", quantity, "pricePaise", "chargesPaise", "filledAt")
      SELECT "fillId", filled.id, quantity, price, charges, to_timestamp(at / 1000.0) FROM filled JOIN alike USING (number)
    ), trades AS (
      INSERT INTO "Trade" (id, "userId", "subscriptionId", "strategyId", version, market, mode, index, option, contract, signal, lots, quantity,
        "entryPricePaise", "targetPaise", "stopPaise", "fundUsedPaise", "chargesPaise", terms, "entryTime")
      SELECT "tradeId", "userId", "subscriptionId", "strategyId", version, market, mode, index, symbol, contract, side, lots, quantity,
        price, target, stop, value, charges, terms, to_timestamp(at / 1000.0)
      FROM filled JOIN alike USING (number)
    )
    SELECT id FROM given WHERE id NOT IN (SELECT id FROM filled)`
  return new Set(rows.map(({ id }) => id))
}
