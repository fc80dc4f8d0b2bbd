import type { Database, Transaction } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import type { ManagedStrategy } from '../../../schema/graphql/managedStrategies.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { printRuleSet } from '../../../schema/rules/printRuleSet.ts'
import { NO_TRADES } from '../strategies/closedPerformance.ts'
import { recordedPerformance } from '../strategies/recordedPerformance.ts'
import { storedRules, toStrategy, withNewest } from '../strategies/toStrategy.ts'

/** A strategy's usage. */
export interface Usage {
  readonly subscribers: number
  /** Those on an earlier version. */
  readonly subscribersBehind: number
  /** Running trades, and entries under way that may become one. */
  readonly openTrades: number
}

const UNUSED: Usage = { subscribers: 0, subscribersBehind: 0, openTrades: 0 }

/** The strategies not removed, by name, for the admin with this account; in a constant number of statements. */
export async function managedStrategies(db: Database, userId: string, where: Prisma.StrategyWhereInput = {}): Promise<ManagedStrategy[]> {
  const [rows, subscriptions, performance, usage] = await Promise.all([
    db.strategy.findMany({
      where: { archivedAt: null, ...where },
      include: withNewest,
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      take: LIMITS.strategies.max,
    }),
    db.subscription.findMany({ where: { userId, endedAt: null }, select: { strategyId: true } }),
    recordedPerformance(db),
    usageOf(db),
  ])
  const mine = new Set(subscriptions.map(({ strategyId }) => strategyId))
  return rows.map((row) => ({
    ...toStrategy(row, performance.get(row.id) ?? NO_TRADES, mine.has(row.id)),
    ...(usage.get(row.id) ?? UNUSED),
    rules: printRuleSet(storedRules(row.newest)),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }))
}

/**
 * Usage by strategy, of one or of all, in one statement. Unused strategies are absent.
 * Raw SQL: counts over subscriptions, trades and entries.
 */
export async function usageOf(db: Database | Transaction, strategyId: string | null = null): Promise<Map<string, Usage>> {
  const rows = await db.$queryRaw<(Usage & { readonly id: string })[]>`
    WITH subscribed AS (
      SELECT "strategyId", version, count(*) AS subscribers
      FROM "Subscription" WHERE "endedAt" IS NULL GROUP BY "strategyId", version
    ), open AS (
      SELECT "strategyId", count(*) AS trades FROM (
        SELECT "strategyId" FROM "Trade" WHERE status = 'RUNNING'
        UNION ALL
        SELECT DISTINCT ON (entry."tradeId") subscription."strategyId" FROM "Order" entry JOIN "Subscription" subscription ON subscription.id = entry."subscriptionId"
        WHERE entry.purpose = 'ENTRY' AND entry."isOpen" AND entry."filledQuantity" = 0
          AND NOT EXISTS (SELECT FROM "Trade" trade WHERE trade.id = entry."tradeId")
      ) AS each GROUP BY "strategyId"
    )
    SELECT strategy.id, coalesce(sum(subscribed.subscribers), 0)::int AS subscribers,
      coalesce(sum(subscribed.subscribers) FILTER (WHERE subscribed.version < strategy.version), 0)::int AS "subscribersBehind",
      coalesce(max(open.trades), 0)::int AS "openTrades"
    FROM "Strategy" strategy
    LEFT JOIN subscribed ON subscribed."strategyId" = strategy.id
    LEFT JOIN open ON open."strategyId" = strategy.id
    WHERE (subscribed.subscribers IS NOT NULL OR open.trades IS NOT NULL) AND (${strategyId}::uuid IS NULL OR strategy.id = ${strategyId}::uuid)
    GROUP BY strategy.id`
  return new Map(rows.map(({ id, ...usage }) => [id, usage]))
}
