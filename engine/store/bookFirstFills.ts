import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import type { OrderUpdate } from '../broker/port.ts'
import { applyUpdates, type LegUpdate } from '../trading/positions/applyUpdates.ts'
import { entryPriceOf, type Leg } from '../trading/positions/legs.ts'
import { summaryOf, type TradeSummary } from '../trading/positions/summaryOf.ts'
import type { TradeChange } from '../trading/floor/TradeRecords.ts'
import { originOfEntry } from '../trading/positions/originOfEntry.ts'
import type { KnownEntries, KnownEntry } from './KnownEntries.ts'

type Fill = Extract<OrderUpdate, { type: 'filled' }>

/** An entry filled by a single fill. */
interface FirstFill extends KnownEntry {
  readonly updates: readonly OrderUpdate[]
  readonly fill: Fill
}

/** First fills that differ only in their owners: applyUpdates gives all of them the same result. */
interface Likes {
  readonly fills: FirstFill[]
  readonly legUpdate: LegUpdate & { readonly leg: Leg }
}

export interface FirstFills {
  readonly legUpdates: readonly LegUpdate[]
  /** The outcome for their trades. */
  readonly changes: readonly TradeChange[]
  /** What must be booked one by one, in order. */
  readonly rest: readonly OrderUpdate[]
}

const NO_FILLS: ReadonlySet<string> = new Set()
/** First fills that are worth statements of their own, apart from other updates. */
const MANY = 100

/**
 * Books the plain case of a popular signal: entries committed here, each filled by its first fill alone. applyUpdates runs once for all
 * that are alike, and the database makes the legs and trades from its own orders. Everything else is left to the rest, as are a few such
 * fills among other updates, and orders that changed since they were sent or belong to users outside `partitions`.
 */
export async function bookFirstFills(
  tx: Statements,
  rules: MarketRules,
  known: KnownEntries,
  updates: readonly OrderUpdate[],
  partitions: readonly number[],
): Promise<FirstFills> {
  const firstFills = firstFillsOf(known, updates)
  const others = new Set(updates.map(({ clientOrderId }) => clientOrderId)).size - firstFills.length
  const likes = others > 0 && firstFills.length < MANY ? [] : alike(rules, firstFills)
  if (likes.length === 0) return { legUpdates: [], changes: [], rest: updates }
  const { left, joined } = await insertLegs(tx, likes, partitions)
  const legUpdates: LegUpdate[] = []
  const changes = new Map<string, TradeChange>()
  const booked = new Set<string>()
  for (const { legUpdate, fills } of likes)
    for (const { order, fill } of fills) {
      if (left.has(order.id)) continue
      booked.add(order.clientOrderId)
      legUpdates.push(legUpdateLike(legUpdate, order, fill))
      changes.set(order.tradeId, { tradeId: order.tradeId, userId: order.userId, change: joined.has(order.tradeId) ? 'changed' : 'opened' })
    }
  return { legUpdates, changes: [...changes.values()], rest: updates.filter(({ clientOrderId }) => !booked.has(clientOrderId)) }
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
      firstFills.push({ order: entry.order, origin: entry.origin, isWholeTrade: entry.isWholeTrade, updates: ofOrder, fill })
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
    const legUpdate = first && legUpdateOf(rules, first)
    return legUpdate?.leg && legUpdate.change === 'opened' && legUpdate.alarms.length === 0
      ? { fills, legUpdate: { ...legUpdate, leg: legUpdate.leg } }
      : []
  })
}

function legUpdateOf(rules: MarketRules, { order, origin, updates }: FirstFill): LegUpdate {
  const orders = [{ ...order, status: 'SUBMITTED' as const, firstFillAt: null }]
  return applyUpdates(rules, { origin: originOfEntry(order, origin), leg: null, orders }, updates, NO_FILLS)
}

/** Written out, not spread: this runs ten thousand times at once. */
function legUpdateLike({ leg, fills: [fill] }: Likes['legUpdate'], order: KnownEntry['order'], { fillId }: Fill): LegUpdate {
  if (!fill) throw new RangeError(`leg ${leg.id} was opened without a fill`)
  return {
    legId: order.legId,
    orders: [{ id: order.id, status: 'FILLED', filledQuantity: order.quantity, filledValue: leg.entryValue, note: null }],
    fills: [{ id: fillId, orderId: order.id, quantity: fill.quantity, price: fill.price, charges: fill.charges, filledAt: fill.filledAt }],
    leg: {
      id: order.legId,
      tradeId: order.tradeId,
      userId: order.userId,
      subscriptionId: order.subscriptionId,
      strategyId: leg.strategyId,
      version: leg.version,
      market: leg.market,
      mode: leg.mode,
      index: leg.index,
      signal: leg.signal,
      side: leg.side,
      contract: leg.contract,
      terms: leg.terms,
      quantity: leg.quantity,
      entryValue: leg.entryValue,
      entryTime: leg.entryTime,
      exitQuantity: 0,
      exitValue: leg.exitValue,
      charges: leg.charges,
      target: leg.target,
      stop: leg.stop,
      own: null,
      closing: null,
    },
    change: 'opened',
    alarms: [],
  }
}

interface InsertedLegs {
  /** Ids of the orders that were not filled: they changed since they were sent, or are not this node's. */
  readonly left: ReadonlySet<string>
  /** Ids of the trades that were there before. */
  readonly joined: ReadonlySet<string>
}

/**
 * Fills the orders and opens their legs, each in its trade, in one statement. Returns the exceptions. Where each order is
 * its whole trade, no trade can be there before it, and none is looked for.
 * Raw SQL: one statement for thousands of fills (unnest).
 */
async function insertLegs(tx: Statements, likes: readonly Likes[], partitions: readonly number[]): Promise<InsertedLegs> {
  const each = likes.flatMap(({ fills }, group) => fills.map(({ order, fill }) => ({ orderId: order.id, fillId: fill.fillId, group })))
  const column = (pick: (leg: Leg) => string | number | null) => arrayLiteral(likes.map(({ legUpdate }) => pick(legUpdate.leg)))
  const trades = likes.map(({ legUpdate }) => summaryOf([legUpdate.leg], false))
  const tradeColumn = (pick: (trade: TradeSummary) => string | number | null) => arrayLiteral(trades.map(pick))
  const areWhole = likes.every(({ fills }) => fills.every(({ isWholeTrade }) => isWholeTrade))
  // A leg that comes when its trade is over is looked at one by one.
  const isOfOpenTrade = Prisma.sql`NOT EXISTS (SELECT FROM "Trade" trade WHERE trade.id = "Order"."tradeId" AND trade.status <> 'RUNNING')`
  const [row] = await tx.$queryRaw<{ left: string[] | null; joined: string[] | null }[]>`
    WITH alike AS MATERIALIZED (
      SELECT *, row_number() OVER () - 1 AS number FROM unnest(
        ${column(({ strategyId }) => strategyId)}::uuid[],
        ${column(({ version }) => version)}::int[],
        ${column(({ market }) => market)}::text[],
        ${column(({ index }) => index)}::text[],
        ${column(({ signal }) => signal)}::"SignalSide"[],
        ${column(({ contract }) => contract.tradingSymbol)}::text[],
        ${column(({ quantity, contract }) => quantity / contract.lotSize)}::int[],
        ${column(({ quantity }) => quantity)}::int[],
        ${column(entryPriceOf)}::bigint[],
        ${column(({ target }) => target)}::bigint[],
        ${column(({ stop }) => stop)}::bigint[],
        ${column(({ entryValue }) => entryValue)}::bigint[],
        ${column(({ charges }) => charges)}::bigint[],
        ${column(({ entryTime }) => entryTime)}::float8[],
        ${tradeColumn(({ option }) => option)}::text[],
        ${tradeColumn(({ lots }) => lots)}::int[],
        ${tradeColumn(({ entryPrice }) => entryPrice)}::bigint[],
        ${tradeColumn(({ target }) => target)}::bigint[],
        ${tradeColumn(({ stop }) => stop)}::bigint[],
        ${tradeColumn(({ fundUsed }) => fundUsed)}::bigint[],
        ${tradeColumn(({ blocked }) => blocked)}::bigint[]
      ) AS alike("strategyId", version, market, index, signal, symbol, lots, quantity, price, target, stop, value, charges, at,
        option, "tradeLots", "tradePrice", "tradeTarget", "tradeStop", fund, blocked)
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
        AND ${areWhole ? Prisma.sql`true` : isOfOpenTrade}
      RETURNING "Order".id, "Order"."tradeId", "Order"."legId", "Order".side, "Order"."userId", "Order"."subscriptionId", "Order".mode,
        "Order".contract, "Order".terms, given."fillId", given.number
    ), fills AS (
      INSERT INTO "Fill" (id, "orderId", quantity, "pricePaise", "chargesPaise", "filledAt")
      SELECT "fillId", filled.id, quantity, price, charges, to_timestamp(at / 1000.0) FROM filled JOIN alike USING (number)
    ), trades AS (
      INSERT INTO "Trade" AS trade (id, "userId", "subscriptionId", "strategyId", version, market, mode, index, option, signal, lots, quantity,
        "entryPricePaise", "targetPaise", "stopPaise", "fundUsedPaise", "blockedPaise", "chargesPaise", terms, "entryTime")
      ${areWhole ? WHOLE_TRADES : TRADES_OF_LEGS}
      RETURNING id, xmax = 0 AS opened
    ), legs AS (
      INSERT INTO "Leg" (id, "tradeId", side, option, contract, lots, quantity, "entryPricePaise", "entryValuePaise", "targetPaise",
        "stopPaise", "chargesPaise", terms, "entryTime")
      SELECT "legId", "tradeId", filled.side, symbol, contract, lots, quantity, price, value, target, stop, charges, terms,
        to_timestamp(at / 1000.0)
      FROM filled JOIN alike USING (number)
    )
    -- Not joined: PostgreSQL expects one row of each, and would compare every order with every other.
    SELECT (SELECT array_agg(id) FROM given WHERE id NOT IN (SELECT id FROM filled)) AS left,
      (SELECT array_agg(id) FROM trades WHERE NOT opened) AS joined`
  return { left: new Set(row?.left), joined: new Set(row?.joined) }
}

/** SQL: a trade of each leg filled. */
const WHOLE_TRADES = Prisma.sql`
  SELECT "tradeId", "userId", "subscriptionId", "strategyId", version, market, mode, index, option, signal, "tradeLots", quantity,
    "tradePrice", "tradeTarget", "tradeStop", fund, blocked, charges, terms, to_timestamp(at / 1000.0)
  FROM filled JOIN alike USING (number)`

/** SQL: the trades of the legs filled, each added to where it is there already. */
const TRADES_OF_LEGS = Prisma.sql`
  SELECT "tradeId", "userId", "subscriptionId", "strategyId", version, market, mode, index, option, signal, "tradeLots", units,
    "tradePrice", "tradeTarget", "tradeStop", fund, blocked, costs, terms, to_timestamp(at / 1000.0)
  FROM (
    -- Of the legs of one trade that came at once the first says what they are together, but for their sums.
    SELECT DISTINCT ON ("tradeId") *, sum(quantity) OVER legs AS units, sum(charges) OVER legs AS costs
    FROM filled JOIN alike USING (number)
    WINDOW legs AS (PARTITION BY "tradeId")
    ORDER BY "tradeId", "legId"
  ) AS combined
  ON CONFLICT (id) DO UPDATE SET quantity = trade.quantity + excluded.quantity,
    "chargesPaise" = trade."chargesPaise" + excluded."chargesPaise", "entryTime" = least(trade."entryTime", excluded."entryTime")`
