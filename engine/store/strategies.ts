import type { Database } from '../../prisma/client.ts'
import { OFFERED } from '../../prisma/offeredStrategies.ts'
import type { StoredStrategy } from '../trading/signals/ActiveStrategies.ts'

/**
 * The strategy versions to evaluate, each with its indices: of active subscriptions to strategies on offer, and of running
 * trades, whose exits follow the rules they were opened under, whatever became of their subscription or strategy. The AI trading agent's
 * have no rules.
 * Raw SQL: indices are gathered from arrays and from trades (unnest, UNION).
 */
export async function tradedStrategies(db: Database): Promise<StoredStrategy[]> {
  return db.$queryRaw<StoredStrategy[]>`
    WITH traded AS (
      SELECT subscription."strategyId", subscription.version,
             unnest(CASE WHEN cardinality(subscription.instruments) > 0 THEN subscription.instruments ELSE terms.instruments END) AS instrument
      FROM "Subscription" subscription JOIN "StrategyVersion" terms USING ("strategyId", version)
      JOIN "Strategy" ON "Strategy".id = "strategyId" AND ${OFFERED}
      WHERE subscription."isActive" AND subscription."endedAt" IS NULL
      UNION
      SELECT "strategyId", version, index FROM "Trade" WHERE status = 'RUNNING'
    ), versions AS (
      SELECT "strategyId", version, array_agg(instrument ORDER BY instrument) AS instruments FROM traded GROUP BY "strategyId", version
    )
    SELECT strategy.id, versions.version, strategy.slug, terms.rules, versions.instruments
    FROM versions
    JOIN "Strategy" strategy ON strategy.id = versions."strategyId" AND strategy.agent IS NULL
    JOIN "StrategyVersion" terms ON terms."strategyId" = versions."strategyId" AND terms.version = versions.version
    ORDER BY strategy.id, versions.version`
}
