import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { Database } from '../../prisma/client.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { Instant } from '../../schema/time.ts'

/** A version of a strategy that does not signal yet on an index, because there is too little history for what it compares. */
export interface WarmingUp {
  readonly strategyId: string
  readonly version: number
  readonly symbol: IndexSymbol
  /** Sessions of history that are there. */
  readonly sessions: number
  readonly sessionsNeeded: number
  /** Real time at which the history will be there; null when that cannot be said. */
  readonly readyAt: Instant | null
}

/** Replaces all rows by these, in one transaction; a version that is gone meanwhile is left out. */
export async function saveWarmingUp(db: Database, warming: readonly WarmingUp[]): Promise<void> {
  const column = (name: keyof WarmingUp) => arrayLiteral(warming.map((row) => row[name]))
  await db.$transaction([
    db.$executeRaw`DELETE FROM "WarmingUp"`,
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
