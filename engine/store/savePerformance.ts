import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { CountedBatch, RecordChange, RecordKey, SignalResult, StrategyDay } from '../analysis/performance/PerformanceBatch.ts'

/**
 * Writes the counted results, one statement per table. Returns the number of rows.
 * Raw SQL: batches of upserts that add to what is there (unnest).
 */
export async function savePerformance(tx: Statements, { signals, days, records }: CountedBatch): Promise<number> {
  return (await saveSignals(tx, signals)) + (await saveDays(tx, days)) + (await changeRecords(tx, records))
}

function saveSignals(tx: Statements, signals: readonly SignalResult[]): Promise<number> {
  const column = columnOf(signals)
  return tx.$executeRaw`
    INSERT INTO "SignalResult" ("signalId", mode, day, trades, "lotGrossPaise", "lotNetPaise", "lotFundsPaise")
    SELECT * FROM unnest(
      ${column(({ signalId }) => signalId)}::uuid[], ${column(({ mode }) => mode)}::"TradeMode"[], ${column(({ day }) => day)}::date[],
      ${column(({ trades }) => trades)}::int[], ${column(({ lotGross }) => lotGross)}::bigint[], ${column(({ lotNet }) => lotNet)}::bigint[],
      ${column(({ lotFunds }) => lotFunds)}::bigint[])
    ON CONFLICT ("signalId", mode) DO UPDATE SET trades = excluded.trades, "lotGrossPaise" = excluded."lotGrossPaise",
      "lotNetPaise" = excluded."lotNetPaise", "lotFundsPaise" = excluded."lotFundsPaise"`
}

function saveDays(tx: Statements, days: readonly StrategyDay[]): Promise<number> {
  const column = columnOf(days)
  const key = keyColumns(days)
  return tx.$executeRaw`
    INSERT INTO "StrategyDay" ("strategyId", version, market, mode, day, trades, gained, "grossPaise", "netPaise", "fundsPaise",
      "equityPaise", "highPaise", "worstDrawdownPaise", streak, "longestGain", "longestLoss")
    SELECT * FROM unnest(
      ${key.strategyIds}::uuid[], ${key.versions}::int[], ${key.markets}::text[], ${key.modes}::"TradeMode"[],
      ${column(({ day }) => day)}::date[], ${column(({ trades }) => trades)}::int[], ${column(({ gained }) => gained)}::int[],
      ${column(({ gross }) => gross)}::bigint[], ${column(({ net }) => net)}::bigint[], ${column(({ funds }) => funds)}::bigint[],
      ${column(({ equity }) => equity)}::bigint[], ${column(({ high }) => high)}::bigint[],
      ${column(({ worstDrawdown }) => worstDrawdown)}::bigint[], ${column(({ streak }) => streak)}::int[],
      ${column(({ longestGain }) => longestGain)}::int[], ${column(({ longestLoss }) => longestLoss)}::int[])
    ON CONFLICT ("strategyId", version, market, mode, day) DO UPDATE SET trades = excluded.trades, gained = excluded.gained,
      "grossPaise" = excluded."grossPaise", "netPaise" = excluded."netPaise", "fundsPaise" = excluded."fundsPaise",
      "equityPaise" = excluded."equityPaise", "highPaise" = excluded."highPaise", "worstDrawdownPaise" = excluded."worstDrawdownPaise",
      streak = excluded.streak, "longestGain" = excluded."longestGain", "longestLoss" = excluded."longestLoss"`
}

function changeRecords(tx: Statements, records: readonly RecordChange[]): Promise<number> {
  const column = columnOf(records)
  const key = keyColumns(records)
  return tx.$executeRaw`
    INSERT INTO "StrategyPerformance" AS record ("strategyId", version, market, mode, trades, gained, "grossPaise", "netPaise",
      "worstDrawdownPaise", "longestGain", "longestLoss", "firstDay", "lastDay")
    SELECT * FROM unnest(
      ${key.strategyIds}::uuid[], ${key.versions}::int[], ${key.markets}::text[], ${key.modes}::"TradeMode"[],
      ${column(({ trades }) => trades)}::int[], ${column(({ gained }) => gained)}::int[], ${column(({ gross }) => gross)}::bigint[],
      ${column(({ net }) => net)}::bigint[], ${column(({ worstDrawdown }) => worstDrawdown)}::bigint[],
      ${column(({ longestGain }) => longestGain)}::int[], ${column(({ longestLoss }) => longestLoss)}::int[],
      ${column(({ firstDay }) => firstDay)}::date[], ${column(({ lastDay }) => lastDay)}::date[])
    ON CONFLICT ("strategyId", version, market, mode) DO UPDATE SET trades = record.trades + excluded.trades,
      gained = record.gained + excluded.gained, "grossPaise" = record."grossPaise" + excluded."grossPaise",
      "netPaise" = record."netPaise" + excluded."netPaise", "worstDrawdownPaise" = excluded."worstDrawdownPaise",
      "longestGain" = excluded."longestGain", "longestLoss" = excluded."longestLoss",
      "firstDay" = least(record."firstDay", excluded."firstDay"), "lastDay" = greatest(record."lastDay", excluded."lastDay")`
}

function keyColumns(rows: readonly RecordKey[]) {
  const column = columnOf(rows)
  return {
    strategyIds: column(({ strategyId }) => strategyId),
    versions: column(({ version }) => version),
    markets: column(({ market }) => market),
    modes: column(({ mode }) => mode),
  }
}

/** A column of rows, as a statement takes it. */
function columnOf<Row>(rows: readonly Row[]): (pick: (row: Row) => string | number) => string {
  return (pick) => arrayLiteral(rows.map(pick))
}
