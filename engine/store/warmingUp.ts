import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { Database } from '../../prisma/client.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { Instant } from '../../schema/time.ts'

/** A strategy version that cannot signal on an index yet, for lack of history. */
export interface WarmingUp {
  readonly strategyId: string
  readonly version: number
  readonly symbol: IndexSymbol
  /** Sessions of history available. */
  readonly sessions: number
  readonly sessionsNeeded: number
  /** Real time at which the history will be complete; null when unknown. */
  readonly readyAt: Instant | null
}

/**
 * Replaces all rows in one transaction; skips versions deleted meanwhile.
 * Raw SQL: a batch, joined with the versions that are there (unnest).
 */
export async function saveWarmingUp(db: Database, warming: readonly WarmingUp[]): Promise<void> {
  const column = (name: keyof WarmingUp) => arrayLiteral(warming.map((row) => row[name]))
  await db.$transaction([
    db.warmingUp.deleteMany(),
    db.$executeRaw`
      INSERT INTO "WarmingUp" ("strategyId", version, symbol, sessions, "sessionsNeeded", "readyAt")
      SELECT new.id, new.version, symbol, sessions, needed, to_timestamp(ready / 1000)
      FROM unnest(
        ${column('strategyId')}::uuid[], ${column('version')}::int[], ${column('symbol')}::text[], ${column('sessions')}::int[],
        ${column('sessionsNeeded')}::int[], ${column('readyAt')}::float8[]
      ) AS new(id, version, symbol, sessions, needed, ready)
      JOIN "StrategyVersion" stored ON stored."strategyId" = new.id AND stored.version = new.version
      ON CONFLICT ("strategyId", version, symbol) DO UPDATE
      SET sessions = excluded.sessions, "sessionsNeeded" = excluded."sessionsNeeded", "readyAt" = excluded."readyAt"`,
  ])
}
