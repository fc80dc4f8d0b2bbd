import type { Database, Pool } from '../../../prisma/client.ts'
import { Prisma, type Leg, type Signal, type Trade } from '../../../prisma/generated/client.ts'
import { readPrepared } from '../../../prisma/readPrepared.ts'
import type { BilledOrder } from '../../../schema/market/charges.ts'
import type { Instant } from '../../../schema/time.ts'
import type { AgentTradeKind } from '../../../schema/trading/agent.ts'
import { FAILED_LEGS, FAILED_LEGS_STAMP } from './failedLegs.ts'
import { WARNINGS, WARNINGS_STAMP } from './tradeWarnings.ts'

type Unshown = 'createdAt' | 'closedAt' | 'subscriptionId' | 'market' | 'exitFailingAt' | 'blockedPaise' | 'realisedPaise'

/** A stored trade with everything shown of it. */
export interface TradeRow extends Omit<Trade, Unshown> {
  /** In opening order. */
  readonly legs: readonly [LegRow, ...LegRow[]]
  /** The strategy's name. */
  readonly strategy: string
  /** Of a trade of the AI trading agent; null: rules signalled. */
  readonly agent: AgentTradeKind | null
  /** Whether its exit was requested. */
  readonly exitRequested: boolean
  /** Null: unknown. */
  readonly entrySignal: EntrySignal | null
  /** For `failedLegs`. */
  readonly failedLegs: Prisma.JsonValue
  /** For `tradeWarnings`. */
  readonly warnings: Prisma.JsonValue
  /** Changes whenever anything above does. */
  readonly stamp: string
}

/** What is shown of a leg, as JSON has it: amounts in paise, times in milliseconds. */
export interface LegRow extends Pick<Leg, 'id' | 'option' | 'side' | 'contract' | 'lots' | 'quantity' | 'status' | 'exitReason'> {
  readonly entryPrice: number
  readonly exitPrice: number | null
  readonly target: number | null
  readonly stop: number | null
  readonly gross: number | null
  readonly charges: number
  /** The sums of price × quantity of what was opened, and of the units closed so far. */
  readonly entryValue: number
  readonly exitQuantity: number
  readonly exitValue: number
  /** While it is open, its orders so far in the order in which they are billed; null: none is known. */
  readonly orders: readonly BilledOrder[] | null
  readonly entryTime: Instant
  readonly exitTime: Instant | null
}

/** What is shown of the signal behind a trade. */
export interface EntrySignal extends Pick<Signal, 'symbol' | 'interval'> {
  /** Start of the deciding candle, milliseconds. */
  readonly candleTime: Instant
  /** Index close of that candle, paise. */
  readonly price: number
  /** Of schema/trading/operandValues.ts; null: unknown. */
  readonly operandValues: Prisma.JsonValue
  /** The AI trading agent's analysis; null: rules signalled. */
  readonly analysisId: string | null
  /** What that analysis says of its record; null: rules signalled. */
  readonly proof: Prisma.JsonValue
}

/** A selection: conditions on the tables "Trade", called `trade`, and "Strategy", called `strategy`. */
export interface TradeSelection {
  readonly where: Prisma.Sql
  readonly orderBy: Prisma.Sql
  /** Absent: all of them. */
  readonly limit?: number
}

/** UUIDv7 ids grow with time, so trades of one minute are ordered too. */
export const LATEST_FIRST = Prisma.sql`trade."entryTime" DESC, trade.id DESC`

/** In the stamp of a trade that has parts: rows that may change without its own. */
const HAS_PARTS = '+'

/**
 * Row versions behind a shown trade (a row's xmin is the transaction that wrote it). The others never change: a strategy's version, the
 * signal, and the entry order's signal.
 */
const stampOf = (parts: Prisma.Sql) => Prisma.sql`ROW(trade.id, trade.xmin, strategy.xmin,
  CASE WHEN trade.status = 'RUNNING' THEN EXISTS (SELECT FROM "ExitRequest" request WHERE request."tradeId" = trade.id) END,
  CASE WHEN trade.mode = 'LIVE' OR trade.status = 'RUNNING' AND trade."stopPaise" IS NULL THEN ${parts} END)::text`

/**
 * The orders of a live trade, and the legs of a running one and their entries: they are written with their trade, except for a stop that
 * moves and an entry that fails where there are several, for which the trade has no stop of its own.
 */
const STAMP =
  stampOf(Prisma.sql`concat(${Prisma.raw(`'${HAS_PARTS}'`)}, ${WARNINGS_STAMP}, ' ', ${FAILED_LEGS_STAMP}, ' ', CASE WHEN trade.status = 'RUNNING' THEN (
  SELECT string_agg(leg.xmin::text, ' ' ORDER BY leg.id) FROM "Leg" leg WHERE leg."tradeId" = trade.id) END)`)
/** The same of a trade without parts; one with parts is told from it. */
const STAMP_WITHOUT_PARTS = stampOf(Prisma.sql`'?'`)

const milliseconds = (time: string) => Prisma.raw(`(extract(epoch FROM ${time}) * 1000)::bigint`)

/** An order is billed by the day of its first fill. */
const BILLED = Prisma.sql`CASE WHEN leg.status = 'RUNNING' THEN (
  SELECT jsonb_agg(jsonb_build_object('side', billed.side, 'value', billed."filledValuePaise", 'at', ${milliseconds('fill.first')}) ORDER BY billed.id)
  FROM "Order" billed, LATERAL (SELECT min("filledAt") AS first FROM "Fill" WHERE "orderId" = billed.id) fill
  WHERE billed."tradeId" = trade.id AND billed."legId" = leg.id AND fill.first IS NOT NULL) END`

const LEGS = Prisma.sql`(
  SELECT jsonb_agg(jsonb_build_object('id', leg.id, 'option', leg.option, 'side', leg.side, 'contract', leg.contract, 'lots', leg.lots,
    'quantity', leg.quantity, 'entryPrice', leg."entryPricePaise", 'exitPrice', leg."exitPricePaise", 'target', leg."targetPaise",
    'stop', leg."stopPaise", 'gross', leg."grossPaise", 'charges', leg."chargesPaise",
    'entryValue', leg."entryValuePaise", 'exitQuantity', leg."exitQuantity", 'exitValue', leg."exitValuePaise", 'orders', ${BILLED}, 'status', leg.status, 'exitReason', leg."exitReason",
    'entryTime', ${milliseconds('leg."entryTime"')}, 'exitTime', ${milliseconds('leg."exitTime"')}) ORDER BY leg."entryTime", leg.id)
  FROM "Leg" leg WHERE leg."tradeId" = trade.id)`

/** Of an analysis of the AI trading agent: it never changes. */
const PROOF = Prisma.sql`(
  SELECT jsonb_build_object('gates', analysis.record->'gates', 'threshold', analysis.record->'threshold')
  FROM "AgentAnalysis" analysis WHERE analysis.id = signal."analysisId")`

/**
 * The trades of a selection in its order; in one statement, whatever their number.
 * Raw SQL: a page with legs, signals and row versions (xmin).
 */
export function readTrades(db: Database, { where, orderBy, limit }: TradeSelection): Promise<TradeRow[]> {
  // Found on the indexes alone first, then read: skipped rows are never fetched.
  return db.$queryRaw<TradeRow[]>`
    SELECT trade.id, trade."userId", trade."strategyId", strategy.name AS strategy, strategy.agent, trade.version, trade.mode, trade.index, trade.option,
      trade.signal, trade.lots, trade.quantity, trade."entryPricePaise", trade."targetPaise", trade."stopPaise",
      trade."exitQuantity", trade."exitPricePaise", trade."fundUsedPaise", trade."grossPaise", trade."chargesPaise", trade."netPaise",
      trade.status, trade."exitReason", trade.terms, trade."keptPaise", trade."entryTime", trade."exitTime", trade."exitHandedOverAt", trade."letGoAt", ${LEGS} AS legs,
      EXISTS (SELECT FROM "ExitRequest" request WHERE request."tradeId" = trade.id) AS "exitRequested", ${WARNINGS} AS warnings, ${FAILED_LEGS} AS "failedLegs",
      CASE WHEN signal.id IS NOT NULL THEN jsonb_build_object('symbol', signal.symbol, 'interval', signal.interval,
        'candleTime', ${milliseconds('signal."candleTime"')}, 'price', signal."pricePaise", 'operandValues', signal."operandValues",
        'analysisId', signal."analysisId", 'proof', CASE WHEN strategy.agent IS NOT NULL THEN ${PROOF} END) END AS "entrySignal",
      ${STAMP} AS stamp
    FROM "Trade" trade JOIN "Strategy" strategy ON strategy.id = trade."strategyId"
      LEFT JOIN "Order" entry ON entry."tradeId" = trade.id AND entry.purpose = 'ENTRY' AND entry.slice = 0
      LEFT JOIN "Signal" signal ON signal.id = entry."signalId"
    WHERE trade.id = ANY (ARRAY(
      SELECT trade.id FROM "Trade" trade LEFT JOIN "Strategy" strategy ON strategy.id = trade."strategyId"
      WHERE ${where} ORDER BY ${orderBy} ${atMost(limit)}))
    ORDER BY ${orderBy}`
}

/**
 * The stamps of what readTrades would read now, joined by commas; empty when there is nothing. One statement that reads no more than it
 * must: parts are looked at only where `known`, the stamps as they were last, have some.
 */
export async function readStamp(pool: Pool, { where, orderBy, limit }: TradeSelection, known: string): Promise<string> {
  const [read] = await readPrepared<{ stamp: string | null }>(
    pool,
    Prisma.sql`
      SELECT string_agg(stamp, ',') AS stamp FROM (
        SELECT ${known.includes(HAS_PARTS) ? STAMP : STAMP_WITHOUT_PARTS} AS stamp
        FROM "Trade" trade JOIN "Strategy" strategy ON strategy.id = trade."strategyId"
        WHERE ${where} ORDER BY ${orderBy} ${atMost(limit)}) AS page`,
  )
  return read?.stamp ?? ''
}

function atMost(limit: number | undefined): Prisma.Sql {
  return limit === undefined ? Prisma.empty : Prisma.sql`LIMIT ${limit}`
}
