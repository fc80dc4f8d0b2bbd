import type { ReportService } from '../reports/service.ts'
import type { TradeService } from '../trades/service.ts'

/** A file that users can have. */
export interface DownloadFile {
  /** What the browser saves it as. */
  readonly name: string
  /** Its Content-Type. */
  readonly type: string
  /** The user's, in pieces, of which none is made before it is asked for. Throws BAD_USER_INPUT for such filters, at once. */
  pieces(userId: string, filters: unknown): AsyncIterable<string>
}

const CSV = 'text/csv; charset=utf-8'

/** All of them, by the name of the kind: a new one is a line here and a mutation that issues its address. */
export const downloadFiles = ({ trades, reports }: { readonly trades: TradeService; readonly reports: ReportService }) =>
  ({
    tradeHistory: { name: 'trade-history.csv', type: CSV, pieces: (userId, filters) => trades.csv(userId, filters) },
    report: { name: 'report-trades.csv', type: CSV, pieces: (userId, filters) => reports.csv(userId, filters) },
  }) as const satisfies Readonly<Record<string, DownloadFile>>

export type DownloadFiles = Readonly<Record<keyof ReturnType<typeof downloadFiles>, DownloadFile>>
