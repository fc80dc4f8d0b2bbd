import { Prisma } from '../../../prisma/generated/client.ts'
import { addDays, istInstant } from '../../../schema/time.ts'
import type { ReportFilters } from './input.ts'

/** The condition on the table "Trade", called `trade`, for the closed trades in a user's report: exit dates in India, both included. */
export function reportedTrades(userId: string, { mode, from, to, strategyId }: ReportFilters): Prisma.Sql {
  const conditions = [
    Prisma.sql`trade."userId" = ${userId}::uuid AND trade."exitTime" IS NOT NULL AND trade.mode = ${mode}::"TradeMode"`,
    ...(from ? [Prisma.sql`trade."exitTime" >= ${new Date(istInstant(from, 0))}`] : []),
    ...(to ? [Prisma.sql`trade."exitTime" < ${new Date(istInstant(addDays(to, 1), 0))}`] : []),
    ...(strategyId ? [Prisma.sql`trade."strategyId" = ${strategyId}::uuid`] : []),
  ]
  return Prisma.join(conditions, ' AND ')
}
