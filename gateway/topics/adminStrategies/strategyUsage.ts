import type { Database } from '../../../prisma/client.ts'
import type { StrategyUsage, VersionUsage } from '../../../schema/graphql/managedStrategies.ts'
import { LIMITS } from '../../../schema/limits.ts'

type VersionRow = VersionUsage & { readonly strategyId: string }

interface OpenRow {
  readonly strategyId: string
  readonly paper: number
  readonly live: number
}

/**
 * Who runs which version of each strategy in which mode, by name, in three statements. Strategies that were removed are left out.
 * Raw SQL: counts by version and mode (FILTER).
 */
export async function strategyUsage(db: Database): Promise<StrategyUsage[]> {
  const [strategies, versions, open] = await Promise.all([
    db.strategy.findMany({
      where: { archivedAt: null },
      select: { id: true, name: true, isActive: true, isPublic: true },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      take: LIMITS.strategies.max,
    }),
    db.$queryRaw<VersionRow[]>`
      SELECT made."strategyId", made.version, made."createdAt",
        (count(*) FILTER (WHERE used."isActive" AND used.mode = 'PAPER'))::int AS paper,
        (count(*) FILTER (WHERE used."isActive" AND used.mode = 'LIVE'))::int AS live,
        (count(*) FILTER (WHERE NOT used."isActive"))::int AS off
      FROM "StrategyVersion" made
      JOIN "Strategy" strategy ON strategy.id = made."strategyId" AND strategy."archivedAt" IS NULL
      LEFT JOIN "Subscription" used ON used."strategyId" = made."strategyId" AND used.version = made.version AND used."endedAt" IS NULL
      WHERE used.id IS NOT NULL OR made.version = strategy.version
      GROUP BY made."strategyId", made.version ORDER BY made.version DESC`,
    db.$queryRaw<OpenRow[]>`
      SELECT "strategyId", (count(*) FILTER (WHERE mode = 'PAPER'))::int AS paper, (count(*) FILTER (WHERE mode = 'LIVE'))::int AS live
      FROM "Trade" WHERE status = 'RUNNING' GROUP BY "strategyId"`,
  ])
  const openOf = new Map(open.map((row) => [row.strategyId, row]))
  return strategies.map(({ id, ...strategy }) => ({
    strategyId: id,
    ...strategy,
    versions: versions.filter(({ strategyId }) => strategyId === id).map(({ strategyId: _strategyId, ...version }) => version),
    openPaper: openOf.get(id)?.paper ?? 0,
    openLive: openOf.get(id)?.live ?? 0,
  }))
}
