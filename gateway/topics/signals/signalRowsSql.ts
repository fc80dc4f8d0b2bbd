import { Prisma } from '../../../prisma/generated/client.ts'
import { OFFERED } from '../../../prisma/offeredStrategies.ts'
import { addDays, istInstant } from '../../../schema/time.ts'
import { indexNameSql } from '../../kit/indexNameSql.ts'
import type { SignalFilter } from './input.ts'

export const SIGNAL_COLUMNS = [
  ...['id', 'strategyId', 'strategy', 'version', 'symbol', 'interval', 'candleTime', 'side', 'price', 'values', 'createdAt'],
] as const

/** Who reads, and the market whose signals they are. */
export interface SignalReader {
  readonly userId: string
  readonly market: string
}

/**
 * Signals of strategies that anybody may subscribe to, and of those that the user has a subscription of, as data files have them, in no
 * order. `more`: a further condition on `signal`.
 */
export function signalRowsSql({ userId, market }: SignalReader, filter: SignalFilter, more: Prisma.Sql = Prisma.sql`TRUE`): Prisma.Sql {
  const { from, to, strategyId, symbol, side } = filter
  const conditions = [
    Prisma.sql`signal.market = ${market}`,
    Prisma.sql`(${OFFERED} OR EXISTS (
      SELECT FROM "Subscription" own WHERE own."strategyId" = "Strategy".id AND own."userId" = ${userId}::uuid))`,
    ...(from ? [Prisma.sql`signal."candleTime" >= ${new Date(istInstant(from, 0))}`] : []),
    ...(to ? [Prisma.sql`signal."candleTime" < ${new Date(istInstant(addDays(to, 1), 0))}`] : []),
    ...(strategyId ? [Prisma.sql`signal."strategyId" = ${strategyId}::uuid`] : []),
    ...(symbol ? [Prisma.sql`signal.symbol = ${symbol}`] : []),
    ...(side ? [Prisma.sql`signal.side = ${side}::"SignalSide"`] : []),
    more,
  ]
  return Prisma.sql`
    SELECT signal.id, signal."strategyId", "Strategy".name AS strategy, signal.version, ${indexNameSql(Prisma.sql`signal.symbol`)} AS symbol,
      signal.interval, signal."candleTime", signal.side, (signal."pricePaise"::float8 / 100) AS price, signal."operandValues" AS values,
      signal."createdAt"
    FROM "Signal" signal JOIN "Strategy" ON "Strategy".id = signal."strategyId"
    WHERE ${Prisma.join(conditions, ' AND ')}`
}
