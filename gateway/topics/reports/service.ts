import type { Database } from '../../../prisma/client.ts'
import type { LiveGap, Report } from '../../../schema/graphql/reports.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { tradeCsv } from '../trades/tradeCsv.ts'
import { reportInput } from './input.ts'
import { readClosedSums } from './readClosedSums.ts'
import { readSessions } from './readSessions.ts'
import { readLiveGap } from './readLiveGap.ts'
import { reportedTrades } from './reportedTrades.ts'
import { toReport } from './toReport.ts'

/** Reports on a user's closed trades. */
export class ReportService {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** The closed trades of one mode, summed. Throws BAD_USER_INPUT. */
  async report(userId: string, input: unknown): Promise<Report> {
    const filters = parseInput(reportInput, input)
    const where = reportedTrades(userId, filters)
    const [sums, sessions] = await Promise.all([readClosedSums(this.#db, where), readSessions(this.#db, where)])
    return toReport(filters.mode, sums, sessions)
  }

  /** What the live orders of a report's trades cost against paper, by strategy; empty on paper. Throws BAD_USER_INPUT. */
  async liveGap(userId: string, input: unknown): Promise<LiveGap[]> {
    const filters = parseInput(reportInput, input)
    return filters.mode === 'LIVE' ? readLiveGap(this.#db, reportedTrades(userId, filters)) : []
  }

  /** The trades of a report, one by one, as the pieces of a CSV file. Throws BAD_USER_INPUT at once. */
  csv(userId: string, input: unknown): AsyncIterable<string> {
    return tradeCsv(this.#db, userId, reportedTrades(userId, parseInput(reportInput, input)))
  }
}
