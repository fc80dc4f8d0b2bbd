import { v7 as uuid } from 'uuid'
import { Prisma } from '../../prisma/generated/client.ts'
import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { paise, type Paise } from '../../schema/money.ts'
import type { Leg } from '../trading/positions/legs.ts'
import type { EntryOrder } from '../trading/orders/orders.ts'
import type { Reentry } from '../trading/positions/OpenPositions.ts'
import { reentryOrders } from '../trading/positions/reentryOrders.ts'
import { summaryOf, type TradeSummary } from '../trading/positions/summaryOf.ts'
import { entryStop } from './entryStop.ts'
import { selectLegs } from './legs.ts'
import { insertOrders } from './orders.ts'
import { saveTrades } from './trades.ts'

/** The locked profits of running positions of users in `partitions`, by trade. */
export async function findLocks(db: Database, partitions: readonly number[]): Promise<Map<string, Paise>> {
  const rows = await db.$queryRaw<{ id: string; kept: number }[]>`
    SELECT id, "keptPaise"::float8 AS kept FROM "Trade"
    WHERE status = 'RUNNING' AND "keptPaise" IS NOT NULL AND user_partition("userId") = ANY(${[...partitions]}::int[])`
  return new Map(rows.map(({ id, kept }) => [id, paise(kept)]))
}

/** Stores locked profits of running positions of users in `partitions`; a locked profit never falls. */
export async function keepLocks(
  tx: Statements,
  locks: readonly { readonly tradeId: string; readonly kept: Paise }[],
  partitions: readonly number[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Trade" SET "keptPaise" = greatest("keptPaise", new.kept)
    FROM unnest(${locks.map(({ tradeId }) => tradeId)}::uuid[], ${locks.map(({ kept }) => kept)}::bigint[]) AS new(id, kept)
    WHERE "Trade".id = new.id AND status = 'RUNNING' AND user_partition("userId") = ANY(${[...partitions]}::int[])`
}

/** What a running trade's orders say about one of its rule's legs. */
interface EnteredLeg {
  readonly tradeId: string
  readonly signalId: string
  readonly leg: number
  /** The highest number of an order. */
  readonly last: number
  readonly entering: boolean
  /** Attempts to open it. */
  readonly rounds: number
}

/**
 * Commits entries, as intents, that reopen stopped legs: of running trades of users in `partitions` that were not let go, without a requested
 * exit or anything that stops entries (entryStop), and without an entry of that leg under way, up to the rule's number of attempts. A refused or given-up entry counts
 * as an attempt, else a refusing broker would be tried with every quote. `freezeFor`: the freeze quantity of an index.
 * Raw SQL: it locks the trades it reads.
 */
export async function insertReentries(
  tx: Statements,
  reentries: readonly Reentry[],
  partitions: readonly number[],
  freezeFor: (index: IndexSymbol) => number,
): Promise<EntryOrder[]> {
  const tradeIds = [...new Set(reentries.map(({ first }) => first.tradeId))]
  const running = await tx.$queryRaw<{ id: string }[]>`
    SELECT trade.id FROM "Trade" trade
    JOIN "User" "user" ON "user".id = trade."userId"
    WHERE trade.id = ANY(${tradeIds}::uuid[]) AND trade.status = 'RUNNING' AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])
      AND trade."letGoAt" IS NULL AND NOT EXISTS (SELECT FROM "ExitRequest" request WHERE request."tradeId" = trade.id)
      AND ${entryStop(Prisma.sql`trade."strategyId"`)} IS NULL
    FOR UPDATE OF trade`
  // A separate statement, begun under the lock: it sees what was just committed for these trades.
  const entries = await tx.$queryRaw<EnteredLeg[]>`
    SELECT "tradeId", "signalId", (terms->'position'->>'leg')::int AS leg, max(slice) AS last, bool_or("isOpen") AS entering,
      count(DISTINCT "legId")::int AS rounds
    FROM "Order" WHERE "tradeId" = ANY(${arrayLiteral(running.map(({ id }) => id))}::uuid[]) AND purpose = 'ENTRY'
    GROUP BY "tradeId", "signalId", leg`
  const last = new Map<string, number>()
  const enteredLegs = new Map<string, EnteredLeg>()
  const nameOf = (tradeId: string, leg: number | undefined) => `${tradeId}/${leg}`
  for (const entered of entries) {
    last.set(entered.tradeId, Math.max(entered.last, last.get(entered.tradeId) ?? 0))
    enteredLegs.set(nameOf(entered.tradeId, entered.leg), entered)
  }
  const made = reentries.flatMap((reentry) => {
    const { tradeId, terms } = reentry.first
    const entered = enteredLegs.get(nameOf(tradeId, terms.position?.leg))
    const allowed = terms.position?.rule.legs[terms.position.leg]?.reentries ?? 0
    if (!entered || entered.entering || entered.rounds > allowed) return []
    return reentryOrders(reentry, entered.signalId, uuid, freezeFor).map((order) => {
      const slice = (last.get(tradeId) ?? 0) + 1
      last.set(tradeId, slice)
      return { order, slice }
    })
  })
  if (made.length === 0) return []
  const orders = made.map(({ order }) => order)
  await insertOrders(tx, orders, made)
  return orders
}

/**
 * Ends running trades of users in `partitions` without an open leg or live order; with `onlyRequested` those whose exit was requested.
 * Returns them in their final state.
 */
export async function endTrades(
  tx: Statements,
  tradeIds: readonly string[],
  partitions: readonly number[],
  onlyRequested: boolean,
): Promise<TradeSummary[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Trade" trade
    WHERE id = ANY(${[...tradeIds]}::uuid[]) AND status = 'RUNNING' AND user_partition("userId") = ANY(${[...partitions]}::int[])
      AND NOT EXISTS (SELECT FROM "Leg" leg WHERE leg."tradeId" = trade.id AND leg.status = 'RUNNING')
      AND NOT EXISTS (SELECT FROM "Order" live WHERE live."tradeId" = trade.id AND live."isOpen")
      AND (NOT ${onlyRequested}::boolean OR EXISTS (SELECT FROM "ExitRequest" request WHERE request."tradeId" = trade.id))
    FOR UPDATE`
  if (rows.length === 0) return []
  const legs = await selectLegs(tx, Prisma.sql`leg."tradeId" = ANY(${arrayLiteral(rows.map(({ id }) => id))}::uuid[])`)
  const ofTrade = new Map<string, Leg[]>(rows.map(({ id }) => [id, []]))
  for (const leg of legs) ofTrade.get(leg.tradeId)?.push(leg)
  const ended = rows.flatMap(({ id }) => {
    const [first, ...others] = ofTrade.get(id) ?? []
    return first ? summaryOf([first, ...others], true) : []
  })
  await saveTrades(tx, ended)
  return ended
}
