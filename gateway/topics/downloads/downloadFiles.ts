import type { Analyses } from '../agent/Analyses.ts'
import type { ComplianceService } from '../compliance/service.ts'
import type { InstallationLog } from '../audit/InstallationLog.ts'
import type { ReportService } from '../reports/service.ts'
import type { TradeService } from '../trades/service.ts'

/** A file that users can download. */
export interface DownloadFile {
  /** The file name for the browser. */
  readonly name: string
  /** Its Content-Type. */
  readonly type: string
  /** The user's file in pieces, produced on demand. Throws BAD_USER_INPUT for invalid filters, at once. */
  pieces(userId: string, filters: unknown): AsyncIterable<string>
}

const CSV = 'text/csv; charset=utf-8'
const NDJSON = 'application/x-ndjson; charset=utf-8'

export interface DownloadSources {
  readonly trades: TradeService
  readonly reports: ReportService
  readonly analyses: Analyses
  readonly compliance: ComplianceService
  readonly installationLog: InstallationLog
}

/** All of them, by kind: a new one is a line here and a mutation that issues its address. */
export const downloadFiles = ({ trades, reports, analyses, compliance, installationLog }: DownloadSources) =>
  ({
    tradeHistory: { name: 'trade-history.csv', type: CSV, pieces: (userId, filters) => trades.csv(userId, filters) },
    report: { name: 'report-trades.csv', type: CSV, pieces: (userId, filters) => reports.csv(userId, filters) },
    // They belong to nobody: every user may have them.
    agentAnalyses: { name: 'agent-decisions.csv', type: CSV, pieces: (_userId, filters) => analyses.csv(filters) },
    complianceLog: { name: 'compliance-log.ndjson', type: NDJSON, pieces: (userId) => compliance.log(userId) },
    auditLogCsv: { name: 'audit-log.csv', type: CSV, pieces: (_userId, filters) => installationLog.csv(filters) },
    auditLogNdjson: { name: 'audit-log.ndjson', type: NDJSON, pieces: (_userId, filters) => installationLog.ndjson(filters) },
  }) as const satisfies Readonly<Record<string, DownloadFile>>

export type DownloadFiles = Readonly<Record<keyof ReturnType<typeof downloadFiles>, DownloadFile>>
