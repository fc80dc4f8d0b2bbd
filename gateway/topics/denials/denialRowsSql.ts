import { Prisma } from '../../../prisma/generated/client.ts'
import { addDays, istInstant } from '../../../schema/time.ts'
import { indexNameSql } from '../../kit/indexNameSql.ts'
import type { DenialFilter } from './input.ts'

export const DENIAL_COLUMNS = [
  ...['id', 'strategyId', 'strategy', 'version', 'symbol', 'interval', 'candleTime', 'side', 'price', 'reason', 'numbers', 'createdAt'],
] as const

/** The signals that a user's subscriptions did not take, oldest first, as data files have them; `numbers` as they were compared, in paise. */
export function denialRowsSql(userId: string, { strategyId, from, to }: DenialFilter): Prisma.Sql {
  const conditions = [
    Prisma.sql`denial."userId" = ${userId}::uuid`,
    ...(strategyId ? [Prisma.sql`signal."strategyId" = ${strategyId}::uuid`] : []),
    ...(from ? [Prisma.sql`signal."candleTime" >= ${new Date(istInstant(from, 0))}`] : []),
    ...(to ? [Prisma.sql`signal."candleTime" < ${new Date(istInstant(addDays(to, 1), 0))}`] : []),
  ]
  return Prisma.sql`
    SELECT denial.id, signal."strategyId", strategy.name AS strategy, signal.version, ${indexNameSql(Prisma.sql`signal.symbol`)} AS symbol,
      signal.interval, signal."candleTime", signal.side, (signal."pricePaise"::float8 / 100) AS price, denial.reason, denial.numbers,
      denial."createdAt"
    FROM "Denial" denial JOIN "Signal" signal ON signal.id = denial."signalId" JOIN "Strategy" strategy ON strategy.id = signal."strategyId"
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY denial."createdAt", denial.id`
}
