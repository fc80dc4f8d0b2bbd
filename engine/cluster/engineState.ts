import type { Statements } from '../../prisma/inTransaction.ts'
import type { MarketClock } from '../../schema/market/MarketClock.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'

export interface EngineState {
  readonly market: string
  readonly clock: MarketClock
  readonly feed: 'connected' | 'reconnecting' | 'closed'
  /** Real time. */
  readonly heartbeatAt: Instant
  /** Real time of the last index tick; null before the first. */
  readonly lastTickAt: Instant | null
  /** How many things are wrong with the feed beside what comes of it. */
  readonly feedFaults: number
}

/**
 * Writes an engine node's row, and removes rows of nodes that were silent for a minute.
 * Raw SQL: one statement, which a busy process sends at once.
 */
export async function saveEngineState(tx: Statements, nodeId: string, state: EngineState): Promise<void> {
  const { market, feed, clock, heartbeatAt, lastTickAt, feedFaults } = state
  const shown = clock.kind === 'real' ? { kind: clock.kind } : { kind: clock.kind, speed: clock.speed, segments: clock.segments }
  await tx.$executeRaw`
    WITH silent AS (
      DELETE FROM "EngineState" WHERE "nodeId" <> ${nodeId}::uuid AND "heartbeatAt" < ${new Date(heartbeatAt - MINUTE)}::timestamptz
    )
    INSERT INTO "EngineState" ("nodeId", market, feed, sandbox, clock, "heartbeatAt", "lastTickAt", "feedFaults")
    VALUES (${nodeId}::uuid, ${market}, ${feed}, ${clock.kind === 'sandbox'}, ${JSON.stringify(shown)}::jsonb,
      ${new Date(heartbeatAt)}::timestamptz, ${lastTickAt === null ? null : new Date(lastTickAt)}::timestamptz, ${feedFaults}::int)
    ON CONFLICT ("nodeId") DO UPDATE SET market = excluded.market, feed = excluded.feed, sandbox = excluded.sandbox, clock = excluded.clock,
      "heartbeatAt" = excluded."heartbeatAt", "lastTickAt" = excluded."lastTickAt", "feedFaults" = excluded."feedFaults"`
}
