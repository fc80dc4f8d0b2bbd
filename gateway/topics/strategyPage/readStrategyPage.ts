import type { Database } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { StrategyPage } from '../../../schema/graphql/strategyPage.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { readBacktestRun, withoutResult } from '../backtests/readBacktestRun.ts'
import { NO_TRADES } from '../strategies/closedPerformance.ts'
import { recordedPerformance } from '../strategies/recordedPerformance.ts'
import { describeExits } from './describeExits.ts'
import { strategyRecords } from './strategyRecords.ts'
import { visibleTo, type Viewer } from '../strategies/visibleTo.ts'
import { describedRules, storedRules, toStrategy, withNewest } from '../strategies/toStrategy.ts'
import { warmingUpOf } from '../strategies/warmingUpOf.ts'

const ownSubscription = {
  ...{ id: true, version: true, instruments: true },
  strategyVersion: { select: { instruments: true, warmingUp: true } },
} as const satisfies Prisma.SubscriptionSelect

interface Reader extends Viewer {
  /** The strategy. */
  readonly id: string
}

/**
 * Everything about one strategy, in a constant number of statements. Throws NOT_FOUND for one that is neither on offer nor was ever
 * subscribed to, and for the AI trading agent's, which have no rules.
 */
export async function readStrategyPage(db: Database, { userId, seesAll, id }: Reader): Promise<StrategyPage> {
  const row = await db.strategy.findFirst({ where: { id, ...visibleTo({ userId, seesAll }) }, include: withNewest })
  if (!row) throw new UserFacingError('NOT_FOUND', 'This strategy is not available.')
  const [subscription, versions, records, performance, backtest] = await Promise.all([
    db.subscription.findFirst({ where: { userId, strategyId: id, endedAt: null }, select: ownSubscription }),
    db.strategyVersion.findMany({ where: { strategyId: id }, orderBy: { version: 'desc' }, take: LIMITS.strategyPage.versions }),
    strategyRecords(db, id),
    recordedPerformance(db, id),
    db.backtestRun.findFirst({
      where: { userId, strategyId: id, status: 'DONE' },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      ...withoutResult,
    }),
  ])
  const strategy = toStrategy(row, performance.get(id) ?? NO_TRADES, subscription !== null)
  return {
    strategy,
    subscriptionId: subscription && subscription.id,
    subscribedVersion: subscription && subscription.version,
    warmingUp: subscription && warmingUpOfSubscription(subscription),
    exits: describeExits(row.newest, storedRules(row.newest)),
    versions: versions.map((version) => {
      const { longRule, shortRule, enterRule, legs } = describedRules(version)
      return { version: version.version, createdAt: version.createdAt, changes: version.changes, longRule, shortRule, enterRule, legs }
    }),
    paper: records.PAPER,
    live: records.LIVE,
    backtest: backtest && (await readBacktestRun(db, backtest)),
  }
}

function warmingUpOfSubscription({ instruments, strategyVersion }: Prisma.SubscriptionGetPayload<{ select: typeof ownSubscription }>) {
  return warmingUpOf(strategyVersion.warmingUp, instruments.length > 0 ? instruments : strategyVersion.instruments)
}
