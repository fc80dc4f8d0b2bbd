import { Prisma } from '../../prisma/generated/client.ts'
import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { DistinctJson } from '../../schema/DistinctJson.ts'
import { isIndexSymbol } from '../../schema/market/indices.ts'
import { paise, type Paise } from '../../schema/money.ts'
import type { ExitReason } from '../../schema/trading/exits.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import { entryPriceOf, outcomeOf, type Leg } from '../trading/positions/legs.ts'
import { openQuantityOf } from '../trading/orders/openQuantityOf.ts'
import type { TradeStatus } from '../../schema/trading/TradeStatus.ts'
import { contractColumn } from './contractColumn.ts'
import type { OrderSide } from '../../schema/trading/OrderSide.ts'
import { jsonReader } from './jsonReader.ts'
import type { SignalSide } from '../../schema/trading/SignalSide.ts'
import { termsColumn } from './termsColumn.ts'

interface LegRow {
  readonly id: string
  readonly tradeId: string
  readonly userId: string
  readonly subscriptionId: string
  readonly strategyId: string
  readonly version: number
  readonly market: string
  readonly mode: TradeMode
  readonly index: string
  readonly signal: SignalSide
  readonly side: OrderSide
  /** JSON. */
  readonly contract: string
  /** JSON. */
  readonly terms: string
  readonly quantity: number
  readonly entryValue: number
  readonly entryTime: Date
  readonly exitQuantity: number
  readonly exitValue: number
  readonly charges: number
  readonly target: number | null
  readonly stop: number | null
  readonly ownTarget: number | null
  readonly ownStop: number | null
  readonly status: TradeStatus
  readonly exitReason: ExitReason | null
  readonly exitTime: Date | null
}

/**
 * Selects legs by a condition on "Leg", called `leg`, and on its "Trade", called `trade`; oldest first. Throws at an invalid row: the table
 * is damaged.
 */
export async function selectLegs(db: Statements, which: Prisma.Sql): Promise<Leg[]> {
  const rows = await db.$queryRaw<LegRow[]>`
    SELECT leg.id, leg."tradeId", trade."userId", trade."subscriptionId", trade."strategyId", trade.version, trade.market, trade.mode,
      trade.index, trade.signal, leg.side, leg.contract::text, leg.terms::text, leg.quantity, leg."entryValuePaise"::float8 AS "entryValue",
      leg."entryTime", leg."exitQuantity", leg."exitValuePaise"::float8 AS "exitValue", leg."chargesPaise"::float8 AS charges,
      leg."targetPaise"::float8 AS target, leg."stopPaise"::float8 AS stop,
      leg."ownTargetPaise"::float8 AS "ownTarget", leg."ownStopPaise"::float8 AS "ownStop", leg.status, leg."exitReason", leg."exitTime"
    FROM "Leg" leg JOIN "Trade" trade ON trade.id = leg."tradeId" WHERE ${which}
    ORDER BY leg.id`
  const readContract = jsonReader(contractColumn)
  const readTerms = jsonReader(termsColumn)
  return rows.map((row) => legOf(row, readContract(row.contract), readTerms(row.terms)))
}

/** Written out, not spread: an object made of spreads takes several times the memory, and there are thousands. */
function legOf(row: LegRow, contract: Leg['contract'], terms: Leg['terms']): Leg {
  const { index, status, exitReason, exitTime } = row
  if (!isIndexSymbol(index)) throw new TypeError(`leg ${row.id} is of an unknown index`)
  return {
    id: row.id,
    tradeId: row.tradeId,
    userId: row.userId,
    subscriptionId: row.subscriptionId,
    strategyId: row.strategyId,
    version: row.version,
    market: row.market,
    mode: row.mode,
    index,
    signal: row.signal,
    side: row.side,
    contract,
    terms,
    quantity: row.quantity,
    entryValue: paise(row.entryValue),
    entryTime: row.entryTime.getTime(),
    exitQuantity: row.exitQuantity,
    exitValue: paise(row.exitValue),
    charges: paise(row.charges),
    target: levelIn(row.target),
    stop: levelIn(row.stop),
    own: row.ownTarget === null && row.ownStop === null ? null : { target: levelIn(row.ownTarget), stop: levelIn(row.ownStop) },
    closing: status === 'RUNNING' || !exitReason || !exitTime ? null : { status, exitReason, exitTime: exitTime.getTime() },
  }
}

const levelIn = (column: number | null): Paise | null => (column === null ? null : paise(column))

/** The legs of the running trades of users in `partitions`, oldest first; of a position the closed ones too. */
export async function findHeldLegs(db: Database, partitions: readonly number[]): Promise<Leg[]> {
  return selectLegs(db, Prisma.sql`trade.status = 'RUNNING' AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])`)
}

/** What a leg has earned; null while it is open, and when it ended without being sold. */
export function netOf(leg: Leg | null): Paise | null {
  return leg?.closing && openQuantityOf(leg) === 0 ? outcomeOf(leg).net : null
}

/** Upserts legs in one statement. Raw SQL: thousands at once, equal contracts and terms sent once (unnest). */
export async function saveLegs(tx: Statements, legs: readonly Leg[]): Promise<void> {
  if (legs.length === 0) return
  const column = (pick: (leg: Leg) => string | number | null) => arrayLiteral(legs.map(pick))
  const contracts = new DistinctJson()
  const terms = new DistinctJson()
  const contractNumbers = column(({ contract }) => contracts.numberOf(contract))
  const termsNumbers = column((leg) => terms.numberOf(leg.terms))
  const outcomes = legs.map((leg) => (netOf(leg) === null ? null : outcomeOf(leg)))
  await tx.$executeRaw`
    WITH contracts AS MATERIALIZED (
      SELECT text::jsonb AS contract, number FROM unnest(${contracts.texts}::text[]) WITH ORDINALITY AS given(text, number)
    ), all_terms AS MATERIALIZED (
      SELECT text::jsonb AS terms, number FROM unnest(${terms.texts}::text[]) WITH ORDINALITY AS given(text, number)
    )
    INSERT INTO "Leg" (id, "tradeId", side, option, contract, lots, quantity, "entryPricePaise", "entryValuePaise", "targetPaise", "stopPaise",
      "exitQuantity", "exitValuePaise", "exitPricePaise", "grossPaise", "chargesPaise", "netPaise", status, "exitReason", terms, "entryTime",
      "exitTime")
    SELECT id, trade, side, contract->>'tradingSymbol', contract, quantity / (contract->>'lotSize')::int, quantity, entry_price, entry_value,
      target, stop, exit_quantity, exit_value, exit_price, gross, charges, net, status, reason, terms, to_timestamp(entry_time / 1000.0),
      to_timestamp(exit_time / 1000.0)
    FROM unnest(
      ${column(({ id }) => id)}::uuid[],
      ${column(({ tradeId }) => tradeId)}::uuid[],
      ${column(({ side }) => side)}::"OrderSide"[],
      ${contractNumbers}::int[],
      ${column(({ quantity }) => quantity)}::int[],
      ${column(entryPriceOf)}::bigint[],
      ${column(({ entryValue }) => entryValue)}::bigint[],
      ${column(({ target }) => target)}::bigint[],
      ${column(({ stop }) => stop)}::bigint[],
      ${column(({ exitQuantity }) => exitQuantity)}::int[],
      ${column(({ exitValue }) => exitValue)}::bigint[],
      ${arrayLiteral(outcomes.map((outcome) => outcome?.exitPrice ?? null))}::bigint[],
      ${arrayLiteral(outcomes.map((outcome) => outcome?.gross ?? null))}::bigint[],
      ${column(({ charges }) => charges)}::bigint[],
      ${arrayLiteral(outcomes.map((outcome) => outcome?.net ?? null))}::bigint[],
      ${column(({ closing }) => closing?.status ?? 'RUNNING')}::"TradeStatus"[],
      ${column(({ closing }) => closing?.exitReason ?? null)}::"ExitReason"[],
      ${termsNumbers}::int[],
      ${column(({ entryTime }) => entryTime)}::float8[],
      ${column(({ closing }) => closing?.exitTime ?? null)}::float8[]
    ) AS new(id, trade, side, contract_number, quantity, entry_price, entry_value, target, stop, exit_quantity, exit_value, exit_price, gross,
      charges, net, status, reason, terms_number, entry_time, exit_time)
    JOIN contracts ON contracts.number = contract_number
    JOIN all_terms ON all_terms.number = terms_number
    ON CONFLICT (id) DO UPDATE SET lots = excluded.lots, quantity = excluded.quantity, "entryPricePaise" = excluded."entryPricePaise",
      "entryValuePaise" = excluded."entryValuePaise", "targetPaise" = excluded."targetPaise", "stopPaise" = excluded."stopPaise",
      "exitQuantity" = excluded."exitQuantity", "exitValuePaise" = excluded."exitValuePaise", "exitPricePaise" = excluded."exitPricePaise",
      "grossPaise" = excluded."grossPaise", "chargesPaise" = excluded."chargesPaise", "netPaise" = excluded."netPaise",
      status = excluded.status, "exitReason" = excluded."exitReason", "exitTime" = excluded."exitTime"`
}

/**
 * Stores moved stops of running legs of users in `partitions`, unless their trade was let go: the leg's, and its trade's if it is the only
 * one. Returns the trades to publish: positions only, since a trailing stop moves with prices that everybody sees.
 */
export async function moveStops(
  tx: Statements,
  stops: readonly { readonly legId: string; readonly stop: Paise }[],
  partitions: readonly number[],
): Promise<{ readonly id: string; readonly userId: string }[]> {
  return tx.$queryRaw<{ id: string; userId: string }[]>`
    WITH moved AS (
      UPDATE "Leg" leg SET "stopPaise" = new.stop
      FROM unnest(${stops.map(({ legId }) => legId)}::uuid[], ${stops.map(({ stop }) => stop)}::bigint[]) AS new(id, stop), "Trade" trade
      WHERE leg.id = new.id AND trade.id = leg."tradeId" AND leg.status = 'RUNNING' AND trade."letGoAt" IS NULL
        AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])
        -- A stop that trails is never lowered; what moves it in a position moves it to cost, and there the last word counts.
        AND (leg."stopPaise" < new.stop OR leg.terms->'position' IS NOT NULL AND leg.terms->'position' <> 'null')
      RETURNING leg."tradeId", leg."stopPaise", trade."userId", trade."stopPaise" IS NULL AS several
    ), single AS (
      UPDATE "Trade" SET "stopPaise" = moved."stopPaise" FROM moved WHERE "Trade".id = moved."tradeId" AND NOT several
    )
    SELECT DISTINCT "tradeId" AS id, "userId" FROM moved WHERE several`
}

/**
 * Ends the running trades of other markets of users in `partitions`, with all their legs: no price there can close them any more. Exit
 * price, gross and net stay null: unknown. They end when their market was last seen. Returns whom to notify.
 */
export async function closeForeignTrades(
  tx: Statements,
  market: string,
  partitions: readonly number[],
): Promise<{ readonly id: string; readonly userId: string }[]> {
  return tx.$queryRaw<{ id: string; userId: string }[]>`
    WITH ended AS (
      UPDATE "Trade" SET status = 'COMPLETED', "exitReason" = 'MARKET_CHANGED', "closedAt" = now(), "blockedPaise" = 0,
        "exitTime" = greatest("entryTime", (
          SELECT max(time) + interval '1 minute' FROM "Candle" candle WHERE candle.market = "Trade".market AND candle.symbol = "Trade".index))
      WHERE status = 'RUNNING' AND market <> ${market} AND user_partition("userId") = ANY(${[...partitions]}::int[])
      RETURNING id, "userId", "exitTime"
    ), legs AS (
      UPDATE "Leg" SET status = 'COMPLETED', "exitReason" = 'MARKET_CHANGED', "exitTime" = ended."exitTime"
      FROM ended WHERE "Leg"."tradeId" = ended.id AND "Leg".status = 'RUNNING'
    )
    SELECT id, "userId" FROM ended`
}
