import type { Transaction } from '../../prisma/client.ts'
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
}

/** Writes an engine node's row, and removes rows of nodes that were silent for a minute. */
export async function saveEngineState(tx: Transaction, nodeId: string, state: EngineState): Promise<void> {
  const { market, feed, clock, heartbeatAt, lastTickAt } = state
  const row = {
    ...{ market, feed, sandbox: clock.kind === 'sandbox' },
    clock:
      clock.kind === 'real'
        ? { kind: clock.kind }
        : { kind: clock.kind, speed: clock.speed, segments: clock.segments.map((segment) => ({ ...segment })) },
    heartbeatAt: new Date(heartbeatAt),
    lastTickAt: lastTickAt === null ? null : new Date(lastTickAt),
  }
  await tx.engineState.upsert({ where: { nodeId }, create: { nodeId, ...row }, update: row })
  await tx.engineState.deleteMany({ where: { nodeId: { not: nodeId }, heartbeatAt: { lt: new Date(heartbeatAt - MINUTE) } } })
}
