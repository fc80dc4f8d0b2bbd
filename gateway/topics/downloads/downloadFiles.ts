import { CSV, NDJSON } from '../../security/SentFiles.ts'
import type { Analyses } from '../agent/Analyses.ts'
import type { AnonymousTradeService } from '../anonymousTrades/service.ts'
import type { InstallationLog } from '../audit/InstallationLog.ts'
import type { ComplianceService } from '../compliance/service.ts'
import { DENIAL_COLUMNS } from '../denials/denialRowsSql.ts'
import type { DenialService } from '../denials/service.ts'
import type { Bars } from '../market/Bars.ts'
import type { PerformanceService } from '../performance/service.ts'
import type { ReportService } from '../reports/service.ts'
import type { SignalService } from '../signals/service.ts'
import { SIGNAL_COLUMNS } from '../signals/signalRowsSql.ts'
import type { TradeService } from '../trades/service.ts'
import { TRADE_COLUMNS } from '../trades/tradeRowsSql.ts'
import type { DataExports } from './DataExports.ts'
import type { DownloadFile } from './DownloadFile.ts'

export interface DownloadSources {
  readonly trades: TradeService
  readonly reports: ReportService
  readonly signals: SignalService
  readonly denials: DenialService
  readonly bars: Bars
  readonly performance: PerformanceService
  readonly anonymousTrades: AnonymousTradeService
  readonly analyses: Analyses
  readonly compliance: ComplianceService
  readonly installationLog: InstallationLog
}

const CELL_COLUMNS = ['day', 'strategyId', 'strategy', 'version', 'symbol', 'weekday', 'hour', 'trades', 'wins', 'gross', 'charges', 'net']
const ANONYMOUS_COLUMNS = [
  ...['strategyId', 'strategy', 'version', 'symbol', 'option', 'side', 'lots', 'quantity', 'entryPrice', 'exitPrice', 'entryTime'],
  ...['exitTime', 'gross', 'charges', 'net', 'exitReason'],
]

/** All of them, by kind: a new one is a line here and a mutation that issues its address. Those of `exportFiles` are for programs. */
export const downloadFiles = (sources: DownloadSources, exports: DataExports) =>
  ({ ...screenFiles(sources), ...exportFiles(sources, exports) }) satisfies Readonly<Record<string, DownloadFile>>

function screenFiles({ trades, reports, analyses, compliance, installationLog }: DownloadSources) {
  return {
    tradeHistory: ({ userId }, filters) => ({ name: 'trade-history.csv', type: CSV, pieces: trades.csv(userId, filters) }),
    report: ({ userId }, filters) => ({ name: 'report-trades.csv', type: CSV, pieces: reports.csv(userId, filters) }),
    // They belong to nobody: every user may have them.
    agentAnalyses: (reader, filters) => ({ name: 'agent-decisions.csv', type: CSV, pieces: analyses.csv(reader, filters) }),
    complianceLog: ({ userId }) => ({ name: 'compliance-log.ndjson', type: NDJSON, pieces: compliance.log(userId) }),
    auditLogCsv: (_reader, filters) => ({ name: 'audit-log.csv', type: CSV, pieces: installationLog.csv(filters) }),
    auditLogNdjson: (_reader, filters) => ({ name: 'audit-log.ndjson', type: NDJSON, pieces: installationLog.ndjson(filters) }),
  } as const satisfies Readonly<Record<string, DownloadFile>>
}

function exportFiles({ trades, signals, denials, bars, performance, anonymousTrades }: DownloadSources, exports: DataExports) {
  return {
    exportTrades: exports.file({
      name: 'trades',
      columns: TRADE_COLUMNS,
      rows: ({ userId }, input) => trades.statement(userId, input),
    }),
    exportSignals: exports.file({
      name: 'signals',
      columns: SIGNAL_COLUMNS,
      rows: ({ userId }, input) => signals.statement(userId, input),
    }),
    exportDenials: exports.file({
      name: 'denials',
      columns: DENIAL_COLUMNS,
      rows: ({ userId }, input) => denials.statement(userId, input),
    }),
    exportPerformance: exports.file({
      name: 'performance',
      columns: [...CELL_COLUMNS, 'unknown', 'worstDrawdown'],
      rows: ({ userId }, input) => performance.ownStatement(userId, input),
    }),
    exportPerformanceOfAll: exports.file({
      name: 'performance-of-all',
      columns: CELL_COLUMNS,
      rows: (reader, input) => performance.ofAllStatement(reader, input),
    }),
    exportCandles: exports.file({
      name: 'candles',
      columns: ['time', 'open', 'high', 'low', 'close', 'volume'],
      rows: (_reader, input) => bars.statement(input),
    }),
    exportAnonymousTrades: exports.file({
      name: 'anonymous-trades',
      columns: ANONYMOUS_COLUMNS,
      rows: (reader, input) => anonymousTrades.statement(reader, input),
    }),
  } as const satisfies Readonly<Record<string, DownloadFile>>
}

export type DownloadFiles = Readonly<Record<keyof ReturnType<typeof downloadFiles>, DownloadFile>>
/** The kinds that programs are given too. */
export type ExportKind = keyof ReturnType<typeof exportFiles>
