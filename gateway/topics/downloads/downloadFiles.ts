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

/** All of them, by kind: a new one is a line here and a mutation that issues its address. */
export const downloadFiles = ({ trades, reports }: { readonly trades: TradeService; readonly reports: ReportService }) =>
  ({
    tradeHistory: { name: 'trade-history.csv', type: CSV, pieces: (userId, filters) => trades.csv(userId, filters) },
    report: { name: 'report-trades.csv', type: CSV, pieces: (userId, filters) => reports.csv(userId, filters) },
  }) as const satisfies Readonly<Record<string, DownloadFile>>

export type DownloadFiles = Readonly<Record<keyof ReturnType<typeof downloadFiles>, DownloadFile>>
