import type { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import { publish } from '../../../prisma/bus/publish.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import type { PerformanceRun } from '../../../prisma/generated/client.ts'
import { FAILURES_MS, requestUpdate, underWaySince } from '../../../prisma/performanceRuns.ts'
import type { EndedUpdate, RecordsAsOf, SchedulerStatus } from '../../../schema/graphql/performanceScheduler.ts'
import { DAY } from '../../../schema/time.ts'
import type { Device } from '../../kit/Device.ts'
import type { Principal } from '../../kit/Principal.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { isCountLate } from './isCountLate.ts'
import { nextUpdateAt } from './nextUpdateAt.ts'

const KEPT_MS = 7 * DAY

export interface SchedulerParts {
  readonly db: Database
  readonly engine: Pick<EngineStates, 'read'>
  readonly rules: CurrentMarketRules
}

/**
 * The scheduler of performance, whose updates the engines make. Every method of a caller throws FORBIDDEN to anybody but an admin with
 * two-factor sign-in; what changes anything is audited under the admin.
 */
export class PerformanceSchedulerService {
  readonly #parts: SchedulerParts
  constructor(parts: SchedulerParts) {
    this.#parts = parts
  }

  async status(caller: Principal): Promise<SchedulerStatus> {
    requireAdmin(caller)
    return this.read()
  }

  /** As of when strategies' records are; for everybody who is signed in. */
  async recordsAsOf(): Promise<RecordsAsOf> {
    const { db, engine, rules } = this.#parts
    const [running, good, state] = await Promise.all([
      db.performanceScheduler.count({ where: { isRunning: true } }),
      lastGood(db),
      engine.read(),
    ])
    const at = good?.endedAt ?? null
    const isLate = state !== null && isCountLate(state.clock, rules.rules, at && at.getTime(), Date.now())
    return { at, isStopped: running === 0, isLate }
  }

  /** For those who have been found to be admins before. */
  async read(): Promise<SchedulerStatus> {
    const { db, engine, rules } = this.#parts
    const now = Date.now()
    const [running, active, last, good, failures, state] = await Promise.all([
      db.performanceScheduler.count({ where: { isRunning: true } }),
      db.performanceRun.findMany({ where: { endedAt: null, askedAt: { gte: underWaySince() } }, orderBy: { askedAt: 'asc' } }),
      db.performanceRun.findFirst({ where: { endedAt: { not: null } }, orderBy: { endedAt: 'desc' } }),
      lastGood(db),
      db.performanceRun.count({ where: { endedAt: { gte: new Date(now - FAILURES_MS) }, problem: { not: null } } }),
      engine.read(),
    ])
    const isRunning = running > 0
    const next = isRunning && state ? nextUpdateAt(state.clock, rules.rules, now) : null
    return {
      isRunning,
      activeJobs: active.map(({ id, kind, askedAt, startedAt, problem }) => ({ id, kind, askedAt, startedAt, problem })),
      lastRun: last && toEnded(last),
      nextRunAt: next === null ? null : new Date(next),
      asOf: good?.endedAt ?? null,
      failures,
    }
  }

  /** Has updates made by the market's clock from now on, the one that is due at once; nothing changes when they are. */
  start(caller: Principal, device: Device): Promise<SchedulerStatus> {
    return this.#switch(caller, device, true, 'SCHEDULER_STARTED')
  }

  /** Has no more updates made by the clock until it is started, whatever is restarted meanwhile. */
  stop(caller: Principal, device: Device): Promise<SchedulerStatus> {
    return this.#switch(caller, device, false, 'SCHEDULER_STOPPED')
  }

  /** Requests a performance update now, whether or not the scheduler runs; only one, however often called, until that ends. */
  async trigger(caller: Principal, device: Device): Promise<SchedulerStatus> {
    requireAdmin(caller)
    await this.#parts.db.$transaction(async (tx) => {
      if ((await requestUpdate(tx, 'TRIGGERED', null)) === 'NEW') await record(tx, caller, device, 'UPDATE_TRIGGERED')
    })
    return this.read()
  }

  /** Removes updates that ended a week ago. */
  async prune(): Promise<void> {
    await this.#parts.db.performanceRun.deleteMany({ where: { askedAt: { lt: new Date(Date.now() - KEPT_MS) } } })
  }

  async #switch(caller: Principal, device: Device, isRunning: boolean, action: AuditAction): Promise<SchedulerStatus> {
    requireAdmin(caller)
    await this.#parts.db.$transaction(async (tx) => {
      const data = { isRunning, changedAt: new Date() }
      const { count } = await tx.performanceScheduler.updateMany({ where: { isRunning: !isRunning }, data })
      if (count === 0) return
      await publish(tx, { type: 'performance.changed' })
      await record(tx, caller, device, action)
    })
    return this.read()
  }
}

/** The last update that counted all there was. */
function lastGood(db: Database): Promise<{ readonly endedAt: Date | null } | null> {
  return db.performanceRun.findFirst({
    where: { endedAt: { not: null }, problem: null },
    orderBy: { endedAt: 'desc' },
    select: { endedAt: true },
  })
}

function toEnded({ id, kind, startedAt, endedAt, results, rows, problem }: PerformanceRun): EndedUpdate | null {
  if (!endedAt) return null
  return { id, kind, endedAt, durationMs: startedAt && endedAt.getTime() - startedAt.getTime(), results, rows, problem }
}

function record(tx: Transaction, { userId, sessionId }: Principal, device: Device, action: AuditAction): Promise<void> {
  return recordAudit(tx, { accountId: userId, action, device, sessionId })
}
