import { v7 as uuid } from 'uuid'
import { HOUR, MINUTE } from '../schema/time.ts'
import { publish } from './bus/publish.ts'
import type { Transaction } from './client.ts'
import { enqueue } from './jobs/enqueue.ts'
import type { PerformanceRunKind } from './generated/client.ts'

/** An update that has not ended by then was given up with its job, long after its last attempt. */
const GIVEN_UP_MS = 15 * MINUTE
/** Failures count for so long. */
export const FAILURES_MS = 24 * HOUR

/** Since when an update must have been requested to be still under way. */
export function underWaySince(): Date {
  return new Date(Date.now() - GIVEN_UP_MS)
}

/** What became of a request: there is an update for it; there was one already; one requested in the same way is still under way. */
export type UpdateRequest = 'NEW' | 'KNOWN' | 'BUSY'

/**
 * Has performance updated once the transaction is committed, unless an update that was requested in the same way, by the clock or by
 * people, is still under way: that one counts all there is. `due`: whose clock asks, and its time; such an update is requested only once.
 * Raw SQL: an advisory lock.
 */
export async function requestUpdate(
  tx: Transaction,
  kind: PerformanceRunKind,
  due: { readonly market: string; readonly dueAt: Date } | null,
): Promise<UpdateRequest> {
  // Concurrent requests take turns: the second sees what the first has requested.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('sakha.performance.requests'))`
  if (due && (await tx.performanceRun.count({ where: due })) > 0) return 'KNOWN'
  const sameWay = due ? { not: 'TRIGGERED' as const } : ('TRIGGERED' as const)
  const underWay = await tx.performanceRun.count({ where: { endedAt: null, kind: sameWay, askedAt: { gte: underWaySince() } } })
  if (underWay > 0) return 'BUSY'
  const runId = uuid()
  await tx.performanceRun.create({ data: { id: runId, kind, ...due } })
  await enqueue(tx, 'performance.update', { runId })
  await publish(tx, { type: 'performance.changed' })
  return 'NEW'
}
