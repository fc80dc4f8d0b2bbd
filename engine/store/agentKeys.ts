import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { isIndexSymbol } from '../../schema/market/indices.ts'
import { fromRupees } from '../../schema/money.ts'
import { istDate, MINUTE, type Instant } from '../../schema/time.ts'
import { agentReport } from '../../schema/trading/agentReport.ts'
import type { KeyProgress, KeyStep, ScannedTo } from '../agent/AgentStore.ts'
import { endOfMinute } from '../analysis/agent/agentPricing.ts'
import { gateThreshold, readGate } from '../analysis/agent/gate.ts'
import type { KeyRecord } from '../analysis/agent/KeyRecord.ts'

/** The records of a market's keys, of one version of the model. */
export async function findKeys(db: Database, market: string, version: number): Promise<KeyProgress[]> {
  const rows = await db.agentKey.findMany({
    where: { market, version },
    select: { symbol: true, lookback: true, state: true, scannedAt: true },
  })
  return rows.flatMap(({ symbol, lookback, state, scannedAt }) =>
    isIndexSymbol(symbol)
      ? [{ symbol, lookback, record: toRecord(state as unknown as KeyRecord), scanned: scannedAt && scannedTo(scannedAt.getTime()) }]
      : [],
  )
}

/** Only the model version that wrote a record reads it; its gate may be of an earlier release. */
function toRecord(state: KeyRecord): KeyRecord {
  return { ...state, gate: readGate(state.gate, state.shadow) }
}

function scannedTo(at: Instant): ScannedTo {
  const date = istDate(at)
  return { date, candles: (at - endOfMinute(date, -1)) / MINUTE }
}

/**
 * Stores the records and their shadow trades, two statements however many. A record that is already ahead stays as it is.
 * Raw SQL: a batch of upserts (unnest), each on a condition about the row that is there.
 */
export async function saveKeys(tx: Statements, market: string, steps: readonly KeyStep[]): Promise<void> {
  const column = <T>(pick: (step: KeyStep) => T) => steps.map(pick)
  const day = (date: string | null) => date && new Date(date)
  await tx.$executeRaw`
    INSERT INTO "AgentKey" (
      market, symbol, lookback, version, stakes, evidence, peak, threshold, "openedOn", "closedOn", scans, leads, "shadowTrades", report,
      state, walked, sessions, "scannedAt", "updatedAt")
    SELECT ${market}, symbol, lookback, version, ARRAY(SELECT jsonb_array_elements_text(state -> 'gate' -> 'products')::float8), evidence,
           peak, threshold, "openedOn", "closedOn", scans, leads, shadows, report, state, walked, sessions, "scannedAt", now()
    FROM unnest(
      ${column(({ symbol }) => symbol)}::text[], ${column(({ lookback }) => lookback)}::int[],
      ${column(({ record }) => record.version)}::int[], ${column(({ record }) => record.gate.evidence)}::float8[],
      ${column(({ record }) => record.gate.peak)}::float8[], ${column(({ record }) => gateThreshold(record.version))}::float8[],
      ${column(({ record }) => day(record.gate.openedOn))}::date[], ${column(({ record }) => day(record.gate.closedOn))}::date[],
      ${column(({ record }) => record.scans)}::int[], ${column(({ record }) => record.leads)}::int[],
      ${column(({ record }) => record.shadow.count)}::int[], ${column(({ record }) => JSON.stringify(agentReport.parse(record)))}::jsonb[],
      ${column(({ record }) => JSON.stringify(record))}::jsonb[], ${column(({ record }) => record.sessions)}::int[],
      ${column(({ sessions }) => sessions)}::int[],
      ${column(({ scanned }) => scanned && new Date(endOfMinute(scanned.date, scanned.candles - 1)))}::timestamptz[]
    ) AS new(symbol, lookback, version, evidence, peak, threshold, "openedOn", "closedOn", scans, leads, shadows, report, state, walked,
             sessions, "scannedAt")
    ON CONFLICT (market, symbol, lookback, version) DO UPDATE SET
      stakes = excluded.stakes, evidence = excluded.evidence, peak = excluded.peak, threshold = excluded.threshold,
      "openedOn" = excluded."openedOn", "closedOn" = excluded."closedOn", scans = excluded.scans, leads = excluded.leads,
      "shadowTrades" = excluded."shadowTrades", report = excluded.report, state = excluded.state, walked = excluded.walked,
      sessions = excluded.sessions, "scannedAt" = excluded."scannedAt", "updatedAt" = now()
    WHERE "AgentKey"."scannedAt" IS NULL OR "AgentKey"."scannedAt" <= excluded."scannedAt"`
  const ended = steps.flatMap(({ symbol, lookback, record: { version }, trades }) =>
    trades.map((trade) => ({ symbol, lookback, version, ...trade })),
  )
  if (ended.length === 0) return
  await tx.$executeRaw`
    INSERT INTO "AgentShadowTrade" (
      market, symbol, lookback, version, "boughtAt", "soldAt", side, "entryPaise", "exitPaise", net, evidence)
    SELECT ${market}, * FROM unnest(
      ${ended.map(({ symbol }) => symbol)}::text[], ${ended.map(({ lookback }) => lookback)}::int[],
      ${ended.map(({ version }) => version)}::int[], ${ended.map(({ date, boughtAt }) => new Date(endOfMinute(date, boughtAt)))}::timestamptz[],
      ${ended.map(({ date, soldAt }) => new Date(endOfMinute(date, soldAt)))}::timestamptz[], ${ended.map(({ side }) => side)}::text[],
      ${ended.map(({ entry }) => fromRupees(entry))}::bigint[], ${ended.map(({ exit }) => fromRupees(exit))}::bigint[],
      ${ended.map(({ net }) => net)}::float8[], ${ended.map(({ evidence }) => evidence)}::float8[])
    ON CONFLICT DO NOTHING`
}
