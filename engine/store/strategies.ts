import type { Database } from '../../prisma/client.ts'
import type { StoredStrategy } from '../trading/ActiveStrategies.ts'

/** Active public strategies that somebody is subscribed to, each with the indices that its subscriptions trade. */
export async function subscribedStrategies(db: Database): Promise<StoredStrategy[]> {
  const strategies = await db.strategy.findMany({
    where: { isActive: true, isPublic: true },
    select: { id: true, slug: true, rules: true },
    orderBy: { id: 'asc' },
  })
  const traded = await db.$queryRaw<{ strategyId: string; instruments: string[] }[]>`
    SELECT strategy.id AS "strategyId", array_agg(DISTINCT instrument) AS instruments
    FROM "Subscription" subscription
    JOIN "Strategy" strategy ON strategy.id = subscription."strategyId" AND strategy."isActive" AND strategy."isPublic"
    CROSS JOIN unnest(CASE WHEN cardinality(subscription.instruments) > 0 THEN subscription.instruments ELSE strategy.instruments END) AS instrument
    WHERE subscription."isActive" AND subscription."endedAt" IS NULL
    GROUP BY strategy.id`
  const instruments = new Map(traded.map((row) => [row.strategyId, row.instruments]))
  return strategies.flatMap((strategy) => {
    const indices = instruments.get(strategy.id)
    return indices ? [{ ...strategy, instruments: indices }] : []
  })
}
