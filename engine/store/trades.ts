import { Prisma } from '../../prisma/generated/client.ts'
import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { DistinctJson } from '../../schema/DistinctJson.ts'
import { isIndexSymbol } from '../../schema/market/indices.ts'
import { paise, type Paise } from '../../schema/money.ts'
import type { ClosedStatus, ExitReason } from '../../schema/trading/exits.ts'
import type { TradeMode } from '../../schema/trading/TradeMode.ts'
import type { SignalSide } from '../trading/orders.ts'
import { entryPriceOf, isOpen, openQuantityOf, outcomeOf, type OpenTrade, type Trade } from '../trading/trades.ts'
import { contractColumn } from './contractColumn.ts'
import { jsonReader } from './jsonReader.ts'
import { termsColumn } from './termsColumn.ts'

interface TradeRow {
  readonly id: string
  readonly userId: string
  readonly subscriptionId: string
  readonly strategyId: string
  readonly version: number
  readonly market: string
  readonly mode: TradeMode
  readonly index: string
  readonly side: SignalSide
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
  readonly target: number
  readonly stop: number
  readonly status: 'RUNNING' | ClosedStatus
  readonly exitReason: ExitReason | null
  readonly exitTime: Date | null
}

/** The trades by a condition on "Trade", oldest first. Throws at a row that is none: the table is damaged. */
export async function selectTrades(db: Statements, which: Prisma.Sql): Promise<Trade[]> {
  const rows = await db.$queryRaw<TradeRow[]>`
    SELECT id, "userId", "subscriptionId", "strategyId", version, market, mode, index, signal AS side, contract::text, terms::text, quantity,
      "fundUsedPaise"::float8 AS "entryValue", "entryTime", "exitQuantity", "exitValuePaise"::float8 AS "exitValue",
      "chargesPaise"::float8 AS charges, "targetPaise"::float8 AS target, "stopPaise"::float8 AS stop, status, "exitReason", "exitTime"
    FROM "Trade" WHERE ${which}
    ORDER BY id`
  const readContract = jsonReader(contractColumn)
  const readTerms = jsonReader(termsColumn)
  return rows.map((row) => tradeOf(row, readContract(row.contract), readTerms(row.terms)))
}

/** Written out, not spread: an object made of spreads takes several times the memory, and there are thousands. */
function tradeOf(row: TradeRow, contract: Trade['contract'], terms: Trade['terms']): Trade {
  const { index, status, exitReason, exitTime } = row
  if (!isIndexSymbol(index)) throw new TypeError(`trade ${row.id} is of an unknown index`)
  return {
    id: row.id,
    userId: row.userId,
    subscriptionId: row.subscriptionId,
    strategyId: row.strategyId,
    version: row.version,
    market: row.market,
    mode: row.mode,
    index,
    side: row.side,
    contract,
    terms,
    quantity: row.quantity,
    entryValue: paise(row.entryValue),
    entryTime: row.entryTime.getTime(),
    exitQuantity: row.exitQuantity,
    exitValue: paise(row.exitValue),
    charges: paise(row.charges),
    target: paise(row.target),
    stop: paise(row.stop),
    closing: status === 'RUNNING' || !exitReason || !exitTime ? null : { status, exitReason, exitTime: exitTime.getTime() },
  }
}

/** Running trades of users in `partitions`, oldest first. */
export async function findOpenTrades(db: Database, partitions: readonly number[]): Promise<OpenTrade[]> {
  const trades = await selectTrades(db, Prisma.sql`status = 'RUNNING' AND user_partition("userId") = ANY(${[...partitions]}::int[])`)
  return trades.filter(isOpen)
}

/** What a trade has earned; null while it is open, and of one that ended without being sold. */
export function netOf(trade: Trade | null): Paise | null {
  return trade?.closing && openQuantityOf(trade) === 0 ? outcomeOf(trade).net : null
}

/** Writes trades as they are, new or not, in one statement. */
export async function saveTrades(tx: Statements, trades: readonly Trade[]): Promise<void> {
  if (trades.length === 0) return
  const column = (pick: (trade: Trade) => string | number | null) => arrayLiteral(trades.map(pick))
  const contracts = new DistinctJson()
  const terms = new DistinctJson()
  const contractNumbers = column(({ contract }) => contracts.numberOf(contract))
  const termsNumbers = column((trade) => terms.numberOf(trade.terms))
  const outcomes = trades.map((trade) => (netOf(trade) === null ? null : outcomeOf(trade)))
  await tx.$executeRaw`
    WITH contracts AS MATERIALIZED (
      SELECT text::jsonb AS contract, number FROM unnest(${contracts.texts}::text[]) WITH ORDINALITY AS given(text, number)
    ), all_terms AS MATERIALIZED (
      SELECT text::jsonb AS terms, number FROM unnest(${terms.texts}::text[]) WITH ORDINALITY AS given(text, number)
    )
    INSERT INTO "Trade" (id, "userId", "subscriptionId", "strategyId", version, market, mode, index, option, contract, signal, lots, quantity,
      "entryPricePaise", "targetPaise", "stopPaise", "exitQuantity", "exitValuePaise", "exitPricePaise", "fundUsedPaise", "grossPaise",
      "chargesPaise", "netPaise", status, "exitReason", terms, "entryTime", "exitTime", "closedAt")
    SELECT id, "user", subscription, strategy, version, market, mode, index, contract->>'tradingSymbol', contract, side,
      quantity / (contract->>'lotSize')::int, quantity, entry_price, target, stop, exit_quantity, exit_value, exit_price, entry_value, gross,
      charges, net, status, reason, terms, to_timestamp(entry_time / 1000.0), to_timestamp(exit_time / 1000.0),
      CASE WHEN exit_time IS NOT NULL THEN now() END
    FROM unnest(
      ${column(({ id }) => id)}::uuid[],
      ${column(({ userId }) => userId)}::uuid[],
      ${column(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${column(({ strategyId }) => strategyId)}::uuid[],
      ${column(({ version }) => version)}::int[],
      ${column(({ market }) => market)}::text[],
      ${column(({ mode }) => mode)}::"TradeMode"[],
      ${column(({ index }) => index)}::text[],
      ${contractNumbers}::int[],
      ${column(({ side }) => side)}::"SignalSide"[],
      ${column(({ quantity }) => quantity)}::int[],
      ${column(entryPriceOf)}::bigint[],
      ${column(({ target }) => target)}::bigint[],
      ${column(({ stop }) => stop)}::bigint[],
      ${column(({ exitQuantity }) => exitQuantity)}::int[],
      ${column(({ exitValue }) => exitValue)}::bigint[],
      ${arrayLiteral(outcomes.map((outcome) => outcome?.exitPrice ?? null))}::bigint[],
      ${column(({ entryValue }) => entryValue)}::bigint[],
      ${arrayLiteral(outcomes.map((outcome) => outcome?.gross ?? null))}::bigint[],
      ${column(({ charges }) => charges)}::bigint[],
      ${arrayLiteral(outcomes.map((outcome) => outcome?.net ?? null))}::bigint[],
      ${column(({ closing }) => closing?.status ?? 'RUNNING')}::"TradeStatus"[],
      ${column(({ closing }) => closing?.exitReason ?? null)}::"ExitReason"[],
      ${termsNumbers}::int[],
      ${column(({ entryTime }) => entryTime)}::float8[],
      ${column(({ closing }) => closing?.exitTime ?? null)}::float8[]
    ) AS new(id, "user", subscription, strategy, version, market, mode, index, contract_number, side, quantity, entry_price, target, stop,
      exit_quantity, exit_value, exit_price, entry_value, gross, charges, net, status, reason, terms_number, entry_time, exit_time)
    JOIN contracts ON contracts.number = contract_number
    JOIN all_terms ON all_terms.number = terms_number
    ON CONFLICT (id) DO UPDATE SET lots = excluded.lots, quantity = excluded.quantity, "entryPricePaise" = excluded."entryPricePaise",
      "targetPaise" = excluded."targetPaise", "stopPaise" = excluded."stopPaise", "exitQuantity" = excluded."exitQuantity",
      "exitValuePaise" = excluded."exitValuePaise", "exitPricePaise" = excluded."exitPricePaise", "fundUsedPaise" = excluded."fundUsedPaise",
      "grossPaise" = excluded."grossPaise", "chargesPaise" = excluded."chargesPaise", "netPaise" = excluded."netPaise",
      status = excluded.status, "exitReason" = excluded."exitReason", "exitTime" = excluded."exitTime",
      "closedAt" = CASE WHEN excluded."exitTime" IS NOT NULL THEN coalesce("Trade"."closedAt", now()) END`
}

/** Keeps raised stops of running trades of users in `partitions`; a stop is never lowered. */
export async function raiseStops(
  tx: Statements,
  stops: readonly { readonly tradeId: string; readonly stop: Paise }[],
  partitions: readonly number[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Trade" SET "stopPaise" = new.stop
    FROM unnest(${stops.map(({ tradeId }) => tradeId)}::uuid[], ${stops.map(({ stop }) => stop)}::bigint[]) AS new(id, stop)
    WHERE "Trade".id = new.id AND status = 'RUNNING' AND "stopPaise" < new.stop AND user_partition("userId") = ANY(${[...partitions]}::int[])`
}

/**
 * Ends the running trades of other markets of users in `partitions`: no price there can close them any more. Exit price, gross and net
 * stay null: unknown. They end when their market was last seen. Returns whom to tell.
 */
export async function closeForeignTrades(
  tx: Statements,
  market: string,
  partitions: readonly number[],
): Promise<{ readonly id: string; readonly userId: string }[]> {
  return tx.$queryRaw<{ id: string; userId: string }[]>`
    UPDATE "Trade" SET status = 'COMPLETED', "exitReason" = 'MARKET_CHANGED', "closedAt" = now(), "exitTime" = greatest("entryTime",
      (SELECT max(time) + interval '1 minute' FROM "Candle" candle WHERE candle.market = "Trade".market AND candle.symbol = "Trade".index))
    WHERE status = 'RUNNING' AND market <> ${market} AND user_partition("userId") = ANY(${[...partitions]}::int[])
    RETURNING id, "userId"`
}
