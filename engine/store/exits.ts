import { v7 as uuid } from 'uuid'
import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'
import type { ExitReason } from '../../schema/trading/exits.ts'
import type { TradeMode } from '../../schema/trading/TradeMode.ts'
import type { ExitRequest } from '../trading/OpenTrades.ts'
import { clientOrderIdOf, type ExitOrder } from '../trading/orders.ts'
import { slicesOf } from '../trading/slices.ts'
import { contractColumn } from './contractColumn.ts'
import { jsonReader } from './jsonReader.ts'
import type { StoredSignal } from './signals.ts'

/** What was said about one index. */
export interface SpokenSignals {
  /** The broker port's marketId. */
  readonly market: string
  readonly index: IndexSymbol
  readonly signals: readonly StoredSignal[]
  /** Whose users are concerned. */
  readonly partitions: readonly number[]
  /** Market time. */
  readonly now: Instant
}

interface ExitRow {
  readonly id: string
  readonly clientOrderId: string
  readonly tradeId: string
  readonly userId: string
  readonly subscriptionId: string
  readonly strategyId: string
  readonly mode: TradeMode
  readonly exitReason: ExitReason
  /** JSON. */
  readonly contract: string
  readonly quantity: number
  /** Units of the trade that this order does not sell. */
  readonly rest: number
  readonly intendedAt: Date
}

/**
 * Commits exit intents for what is left of each trade of users in `partitions` that runs and has no live exit; of two requests for one
 * trade the first counts. What is above the freeze quantity, `freezeFor` an index, is several orders.
 */
export async function insertExits(
  tx: Statements,
  requests: readonly ExitRequest[],
  partitions: readonly number[],
  freezeFor: (index: IndexSymbol) => number,
): Promise<ExitOrder[]> {
  if (requests.length === 0) return []
  const ids = requests.map(() => uuid())
  const rows = await tx.$queryRaw<ExitRow[]>`
    WITH freezes AS (
      SELECT * FROM unnest(${[...INDEX_SYMBOLS]}::text[], ${INDEX_SYMBOLS.map(freezeFor)}::int[]) AS given(index, most)
    ), exits AS MATERIALIZED (
      SELECT DISTINCT ON (trade.id) new.id, new.tag AS "clientOrderId", trade.id AS "tradeId", trade."userId", trade."subscriptionId",
             trade."strategyId", trade.mode, new.reason AS "exitReason", trade.contract,
             trade.quantity - trade."exitQuantity" AS open, greatest(lot, most - most % lot) AS largest,
             to_timestamp(new.at / 1000.0) AS "intendedAt"
      FROM unnest(
        ${ids}::uuid[],
        ${ids.map((id) => clientOrderIdOf('EXIT', id))}::text[],
        ${requests.map(({ tradeId }) => tradeId)}::uuid[],
        ${requests.map(({ reason }) => reason)}::"ExitReason"[],
        ${requests.map(({ at }) => at)}::float8[]
      ) WITH ORDINALITY AS new(id, tag, trade, reason, at, place)
      JOIN "Trade" trade ON trade.id = new.trade AND trade.status = 'RUNNING' AND trade.quantity > trade."exitQuantity"
        AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])
      JOIN freezes ON freezes.index = trade.index
      CROSS JOIN LATERAL (SELECT (trade.contract->>'lotSize')::int AS lot) AS contract
      WHERE NOT EXISTS (
        SELECT FROM "Order" live
        WHERE live."tradeId" = trade.id AND live.purpose = 'EXIT' AND live."isOpen"
      )
      ORDER BY trade.id, new.place
    ), inserted AS (
      INSERT INTO "Order" (id, "clientOrderId", "userId", "subscriptionId", "tradeId", mode, purpose, "exitReason", side, contract, quantity,
        "intendedAt", "updatedAt")
      SELECT id, "clientOrderId", "userId", "subscriptionId", "tradeId", mode, 'EXIT', "exitReason", 'SELL', contract, least(open, largest),
        "intendedAt", now()
      FROM exits
    )
    SELECT id, "clientOrderId", "tradeId", "userId", "subscriptionId", "strategyId", mode, "exitReason", contract::text,
      least(open, largest) AS quantity, greatest(0, open - largest) AS rest, "intendedAt"
    FROM exits`
  const readContract = jsonReader(contractColumn)
  const first = rows.map(({ contract, intendedAt, rest: _rest, ...row }): ExitOrder => ({
    ...row,
    ...{ contract: readContract(contract), filledQuantity: 0, filledValue: paise(0), status: 'INTENT', purpose: 'EXIT' },
    intendedAt: intendedAt.getTime(),
  }))
  const more = first.flatMap((exit, i) => furtherSlices(exit, rows[i]?.rest ?? 0))
  await insertSlices(tx, more)
  return [...first, ...more.map(({ exit }) => exit)]
}

interface ExitSlice {
  readonly exit: ExitOrder
  /** The order of the trade's exit that was inserted first. */
  readonly firstId: string
  readonly slice: number
}

/** What one order was too large for; as large as that one was, but for the last. */
function furtherSlices(first: ExitOrder, rest: number): ExitSlice[] {
  return slicesOf(rest, first.quantity).map((quantity, i) => {
    const id = uuid()
    return { exit: { ...first, id, clientOrderId: clientOrderIdOf('EXIT', id), quantity }, firstId: first.id, slice: i + 1 }
  })
}

async function insertSlices(tx: Statements, slices: readonly ExitSlice[]): Promise<void> {
  if (slices.length === 0) return
  await tx.$executeRaw`
    INSERT INTO "Order" (id, "clientOrderId", "userId", "subscriptionId", "tradeId", mode, purpose, "exitReason", side, contract, slice, quantity,
      "intendedAt", "updatedAt")
    SELECT new.id, new.tag, "userId", "subscriptionId", "tradeId", mode, purpose, "exitReason", side, contract, new.slice, new.quantity,
      "intendedAt", now()
    FROM unnest(
      ${slices.map(({ exit }) => exit.id)}::uuid[],
      ${slices.map(({ exit }) => exit.clientOrderId)}::text[],
      ${slices.map(({ firstId }) => firstId)}::uuid[],
      ${slices.map(({ slice }) => slice)}::int[],
      ${slices.map(({ exit }) => exit.quantity)}::int[]
    ) AS new(id, tag, first, slice, quantity)
    JOIN "Order" ON "Order".id = new.first`
}

/** The running trades of users in `partitions` that signals of the version they were opened under speak against. */
export async function tradesAgainst(tx: Statements, { market, index, signals, partitions, now }: SpokenSignals): Promise<ExitRequest[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT trade.id FROM "Trade" trade
    JOIN unnest(
      ${signals.map(({ strategyId }) => strategyId)}::uuid[],
      ${signals.map(({ version }) => version)}::int[],
      ${signals.map(({ side }) => side)}::"SignalSide"[]
    ) AS signal("strategyId", version, side) ON signal."strategyId" = trade."strategyId" AND signal.version = trade.version AND signal.side <> trade.signal
    WHERE trade.status = 'RUNNING' AND trade.market = ${market} AND trade.index = ${index}
      AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])`
  return rows.map(({ id }) => ({ tradeId: id, reason: 'OPPOSITE_SIGNAL', at: now }))
}

/**
 * Calls back the entries of users in `partitions` that signals of the version that made them speak against and that nobody has sent yet,
 * whoever is about to. Those that were sent are called back at the broker.
 */
export async function cancelEntriesAgainst(tx: Statements, { market, index, signals, partitions }: SpokenSignals): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Order" entry SET status = 'CANCELLED', "reservedPaise" = 0, note = 'the strategy signalled the other way', "updatedAt" = now()
    FROM "Signal" made
    JOIN unnest(
      ${signals.map(({ strategyId }) => strategyId)}::uuid[],
      ${signals.map(({ version }) => version)}::int[],
      ${signals.map(({ side }) => side)}::"SignalSide"[]
    ) AS signal("strategyId", version, side)
      ON signal."strategyId" = made."strategyId" AND signal.version = made.version AND signal.side <> made.side
    WHERE made.id = entry."signalId" AND made.market = ${market} AND made.symbol = ${index}
      AND entry.purpose = 'ENTRY' AND entry."isOpen" AND entry.status = 'INTENT' AND user_partition(entry."userId") = ANY(${[...partitions]}::int[])`
}

/** Makes the exit of a user in `partitions` smaller of which nothing was sold yet: the account holds less than the books say. */
export async function shrinkExit(tx: Statements, orderId: string, quantity: number, partitions: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Order" SET quantity = ${quantity}, "updatedAt" = now()
    WHERE id = ${orderId}::uuid AND purpose = 'EXIT' AND "isOpen" AND "filledQuantity" = 0 AND quantity > ${quantity}
      AND user_partition("userId") = ANY(${[...partitions]}::int[])`
}

/** The running trades of users in `partitions` that people have asked to close and that no live exit closes yet. */
export async function findRequestedExits(
  db: Database,
  partitions: readonly number[],
): Promise<{ readonly tradeId: string; readonly reason: ExitReason }[]> {
  return db.$queryRaw`
    SELECT request."tradeId", request.reason FROM "ExitRequest" request
    JOIN "Trade" trade ON trade.id = request."tradeId" AND trade.status = 'RUNNING'
    WHERE user_partition(trade."userId") = ANY(${[...partitions]}::int[])
      AND NOT EXISTS (
        SELECT FROM "Order" live
        WHERE live."tradeId" = trade.id AND live.purpose = 'EXIT' AND live."isOpen"
      )`
}
