import { v7 as uuid } from 'uuid'
import type { Pool } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { inTransaction, statementsOn, type Statements } from '../../prisma/inTransaction.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'
import { ORDERED_EXITS, type ExitReason } from '../../schema/trading/exits.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import type { OrderSide } from '../../schema/trading/OrderSide.ts'
import type { ExitRequest } from '../trading/positions/OpenLegs.ts'
import { clientOrderIdOf, type ExitOrder } from '../trading/orders/orders.ts'
import { slicesOf } from '../../schema/market/orderSlices.ts'
import { contractColumn } from './contractColumn.ts'
import { leasedPartitions, type HeldLeases } from '../cluster/heldPartitions.ts'
import { jsonReader } from './jsonReader.ts'

interface ExitRow {
  readonly id: string
  readonly clientOrderId: string
  readonly tradeId: string
  readonly legId: string
  readonly userId: string
  readonly subscriptionId: string
  readonly strategyId: string
  readonly mode: TradeMode
  readonly side: OrderSide
  readonly exitReason: ExitReason
  /** JSON. */
  readonly contract: string
  readonly quantity: number
  /** Units of the leg that this order does not sell. */
  readonly rest: number
  readonly intendedAt: Date
  readonly why: null
}

/** Of a leg that got no order. */
interface LeftRow {
  readonly why: 'busy' | 'large'
  readonly legId: string
}

/** Exits committed as submitted, for the caller to send, and the legs that others are writing. */
export interface SubmittedExits {
  readonly exits: readonly ExitOrder[]
  /** To retry. */
  readonly busy: readonly string[]
}

/**
 * Commits exits, as submitted, on the exit lane: in one statement, so one round trip, except those above the freeze quantity, which become
 * several orders. `freezeFor`: of an index.
 */
export async function submitExits(
  lane: Pool,
  leases: HeldLeases,
  requests: readonly ExitRequest[],
  freezeFor: (index: IndexSymbol) => number,
): Promise<SubmittedExits> {
  const held = (asked: readonly ExitRequest[]) => {
    const ids = asked.map(({ legId }) => legId)
    return leasedPartitions(
      leases,
      Prisma.sql`lease.partition IN (
        SELECT user_partition("userId") FROM "Trade" WHERE id IN (SELECT "tradeId" FROM "Leg" WHERE id = ANY(${ids}::uuid[])))`,
    )
  }
  const whole = await insertExits(statementsOn(lane, true), requests, held(requests), freezeFor, 'whole')
  const large = requests.filter(({ legId }) => whole.large.includes(legId))
  if (large.length === 0) return whole
  const sliced = await inTransaction(lane, (tx) => insertExits(tx, large, held(large), freezeFor, 'sliced'))
  return { exits: [...whole.exits, ...sliced.exits], busy: [...whole.busy, ...sliced.busy] }
}

/**
 * Commits an exit for the rest of each running leg without a live exit, for users of the partitions that `held` selects; of a trade that was
 * let go only what a person orders. Locks each leg's row until the transaction ends: no fill being booked can change what there is to sell.
 * Waits for no lock. An exit above the freeze quantity (`freezeFor` an index) becomes several orders, or is returned as `large` when only
 * whole ones are wanted: one statement makes at most one order per leg.
 * Raw SQL: it locks in the statement that inserts, and skips what is locked.
 */
export async function insertExits(
  tx: Statements,
  requests: readonly ExitRequest[],
  held: Prisma.Sql,
  freezeFor: (index: IndexSymbol) => number,
  wanted: 'whole' | 'sliced',
): Promise<SubmittedExits & { readonly large: readonly string[] }> {
  const first = new Map(requests.toReversed().map((request) => [request.legId, request]))
  if (first.size === 0) return { exits: [], busy: [], large: [] }
  const asked = [...first.values()].map((request) => ({ ...request, id: uuid() }))
  const rows = await tx.$queryRaw<(ExitRow | LeftRow)[]>`
    WITH freezes AS (
      SELECT * FROM unnest(${[...INDEX_SYMBOLS]}::text[], ${INDEX_SYMBOLS.map(freezeFor)}::int[]) AS given(index, most)
    ), asked AS MATERIALIZED (
      -- Asked of the few orders of each leg's trade. Of "isOpen" as a condition PostgreSQL reads all that is open, and that may be ten thousand entries under way.
      SELECT new.*, trade."userId", trade."subscriptionId", trade."strategyId", trade.mode, trade.id AS "tradeId", (
        SELECT coalesce(bool_and(purpose <> 'EXIT' OR NOT "isOpen"), true) FROM "Order" WHERE "tradeId" = trade.id AND "legId" = leg.id
      ) AS free
      FROM unnest(
        ${asked.map(({ id }) => id)}::uuid[],
        ${asked.map(({ id }) => clientOrderIdOf('EXIT', id))}::text[],
        ${asked.map(({ legId }) => legId)}::uuid[],
        ${asked.map(({ reason }) => reason)}::"ExitReason"[],
        ${asked.map(({ at }) => at)}::float8[]
      ) AS new(id, tag, "legId", reason, at)
      JOIN "Leg" leg ON leg.id = new."legId" AND leg.status = 'RUNNING'
      JOIN "Trade" trade ON trade.id = leg."tradeId" AND (trade."letGoAt" IS NULL OR new.reason = ANY(${[...ORDERED_EXITS]}::"ExitReason"[]))
    ), held AS MATERIALIZED (
      ${held}
    ), kept AS MATERIALIZED (
      SELECT leg.* FROM "Leg" leg
      WHERE leg.id IN (SELECT "legId" FROM asked WHERE free AND user_partition("userId") IN (SELECT partition FROM held))
        AND leg.status = 'RUNNING'
      FOR NO KEY UPDATE SKIP LOCKED
    ), exits AS MATERIALIZED (
      SELECT asked.id, asked.tag, asked.reason, asked.at, kept.id AS "legId", asked."tradeId", asked."userId", asked."subscriptionId",
        asked."strategyId", asked.mode, kept.contract, CASE kept.side WHEN 'BUY' THEN 'SELL'::"OrderSide" ELSE 'BUY' END AS side,
        kept.quantity - kept."exitQuantity" AS open, greatest(lot, most - most % lot) AS largest
      FROM kept JOIN asked ON asked."legId" = kept.id
      JOIN freezes ON freezes.index = kept.contract->>'index'
      CROSS JOIN LATERAL (SELECT (kept.contract->>'lotSize')::int AS lot) AS contract
      WHERE kept.quantity > kept."exitQuantity"
    ), inserted AS (
      INSERT INTO "Order" (id, "clientOrderId", "userId", "subscriptionId", "tradeId", "legId", mode, purpose, "exitReason", side, status, contract,
        quantity, "intendedAt", "updatedAt")
      SELECT id, tag, "userId", "subscriptionId", "tradeId", "legId", mode, 'EXIT', reason, side, 'SUBMITTED', contract, least(open, largest),
        to_timestamp(at / 1000.0), now()
      FROM exits WHERE open <= largest OR ${wanted} = 'sliced'
      -- An exit that was committed since this statement began.
      ON CONFLICT DO NOTHING
      RETURNING id, quantity, "intendedAt"
    )
    SELECT inserted.id, tag AS "clientOrderId", "tradeId", "legId", "userId", "subscriptionId", "strategyId", mode, side,
      reason AS "exitReason", contract::text, inserted.quantity, open - inserted.quantity AS rest, inserted."intendedAt", NULL AS why
    FROM inserted JOIN exits USING (id)
    UNION ALL
    SELECT NULL, NULL, NULL, "legId", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'busy' FROM asked
    WHERE free AND user_partition("userId") IN (SELECT partition FROM held) AND "legId" NOT IN (SELECT id FROM kept)
    UNION ALL
    SELECT NULL, NULL, NULL, "legId", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'large' FROM exits
    WHERE open > largest AND ${wanted} = 'whole'`
  const readContract = jsonReader(contractColumn)
  const exits: ExitOrder[] = []
  const more: ExitSlice[] = []
  const left: Record<LeftRow['why'], string[]> = { busy: [], large: [] }
  for (const row of rows) {
    if (row.why !== null) {
      left[row.why].push(row.legId)
      continue
    }
    const { contract, intendedAt, rest, why: _why, ...core } = row
    const exit: ExitOrder = {
      ...core,
      ...{ contract: readContract(contract), filledQuantity: 0, filledValue: paise(0), status: 'SUBMITTED', purpose: 'EXIT' },
      intendedAt: intendedAt.getTime(),
    }
    exits.push(exit)
    more.push(...furtherSlices(exit, rest))
  }
  await insertSlices(tx, more)
  return { exits: [...exits, ...more.map(({ exit }) => exit)], ...left }
}

interface ExitSlice {
  readonly exit: ExitOrder
  /** The first inserted order of the leg's exit. */
  readonly firstId: string
  readonly slice: number
}

/** The rest above the freeze quantity, in orders as large as the first except the last. */
function furtherSlices(first: ExitOrder, rest: number): ExitSlice[] {
  return slicesOf(rest, first.quantity).map((quantity, i) => {
    const id = uuid()
    return { exit: { ...first, id, clientOrderId: clientOrderIdOf('EXIT', id), quantity }, firstId: first.id, slice: i + 1 }
  })
}

async function insertSlices(tx: Statements, slices: readonly ExitSlice[]): Promise<void> {
  if (slices.length === 0) return
  await tx.$executeRaw`
    INSERT INTO "Order" (id, "clientOrderId", "userId", "subscriptionId", "tradeId", "legId", mode, purpose, "exitReason", side, status, contract, slice, quantity,
      "intendedAt", "updatedAt")
    SELECT new.id, new.tag, "userId", "subscriptionId", "tradeId", "legId", mode, purpose, "exitReason", side, status, contract, new.slice, new.quantity,
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
