import { Prisma } from '../../../prisma/generated/client.ts'
import { SCAN_MINUTES } from '../../../schema/trading/agent.ts'
import type { AnalysisFilters } from './input.ts'

/** Which analyses of a market. */
export interface AnalysisSelection {
  readonly market: string
  readonly filters: AnalysisFilters
  /** Of whom the filter `mine` speaks. */
  readonly userId: string
}

/** The analyses of a selection, the latest first: at most so many, and of numbers below `before` (null: all). */
export function analysesSql(
  { market, filters, userId }: AnalysisSelection,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Prisma.Sql {
  const { symbol, lookback, verdict, reason, mine } = filters
  const conditions = [
    Prisma.sql`analysis.market = ${market}`,
    ...(before === null ? [] : [Prisma.sql`analysis.number < ${before}`]),
    ...(symbol == null ? [] : [Prisma.sql`analysis.symbol = ${symbol}`]),
    ...(lookback == null ? [] : [Prisma.sql`analysis.lookback = ${lookback}`]),
    ...(verdict == null ? [] : [Prisma.sql`analysis.verdict = ${verdict}::"AgentVerdict"`]),
    ...(reason == null ? [] : [Prisma.sql`analysis.reason = ${reason}`]),
    ...(mine === true ? [ofAgent(userId)] : []),
  ]
  return Prisma.sql`SELECT analysis.* FROM "AgentAnalysis" analysis WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY analysis.number DESC LIMIT ${limit}`
}

/** What a user's agent looked at: with its settings of then, at scans when its interval came round; and what he requested himself. */
function ofAgent(userId: string): Prisma.Sql {
  const minute = Prisma.sql`((analysis.record->>'minute')::int + 1)`
  return Prisma.sql`(
    analysis.id IN (SELECT "analysisId" FROM "AgentRequest" WHERE "userId" = ${userId}::uuid)
    OR EXISTS (
      SELECT FROM "AgentWatch" watch
      WHERE watch."userId" = ${userId}::uuid AND analysis.symbol = ANY(watch.symbols) AND analysis.lookback = watch.lookback
        AND analysis."createdAt" >= watch.since AND (watch.until IS NULL OR analysis."createdAt" < watch.until)
        AND ${minute} % ${SCAN_MINUTES} = 0 AND ${minute} / watch."intervalMinutes" > (${minute} - ${SCAN_MINUTES}) / watch."intervalMinutes"))`
}
