import { readBacklog } from '../../../prisma/bus/readBacklog.ts'
import type { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import type { Database, Pool } from '../../../prisma/client.ts'
import { lastBackups } from '../../../prisma/lastBackups.ts'
import { countDeadLetters, countWaitingJobs, deadLetters } from '../../../prisma/jobs/deadLetters.ts'
import type { SystemAlert, SystemMinute, SystemNode, SystemQueues, SystemStatus } from '../../../schema/graphql/systemStatus.ts'
import { ALERT_KINDS, ALERT_TEXTS, SAMPLE_MS, type AlertKind } from '../../../schema/systemKinds.ts'
import { HOUR, type Instant } from '../../../schema/time.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { feedAge } from './feedAge.ts'
import { countOwnerless, ownedPartitions } from './ownedPartitions.ts'
import { readDatabaseFacts } from './readDatabaseFacts.ts'

/** A node that has left out two measurements and half a third. */
const SILENT_MS = 2.5 * SAMPLE_MS
const SHOWN_NODES = 50
const SHOWN_JOBS = 50

/** Alerts that say it more closely. */
const SAID_BY: Partial<Record<AlertKind, readonly AlertKind[]>> = {
  CALENDAR_60: ['CALENDAR_30', 'CALENDAR_7'],
  CALENDAR_30: ['CALENDAR_7'],
}

export interface SystemReaderParts {
  readonly db: Database
  readonly pool: Pool
  readonly engine: EngineStates
  readonly rules: CurrentMarketRules
}

/**
 * Reads how the installation is off what its nodes have stored: a few small queries, whatever the books hold.
 * Raw SQL: the last sample of each node (a window), and sums by minute.
 */
export class SystemReader {
  readonly #parts: SystemReaderParts
  constructor(parts: SystemReaderParts) {
    this.#parts = parts
  }

  async read(now: Instant = Date.now()): Promise<SystemStatus> {
    const { db, pool } = this.#parts
    const [alerts, feedAgeMs, ownerless, nodes, queues, failedJobCount, letters, database, lastHour, { made: lastBackup }] =
      await Promise.all([
        this.alerts(),
        this.feedAge(now),
        this.#ownerless(now),
        this.#nodes(now),
        this.queues(),
        countDeadLetters(db),
        deadLetters(db, SHOWN_JOBS),
        readDatabaseFacts(pool),
        this.#lastHour(now),
        lastBackups(db),
      ])
    const failedJobs = letters.map(({ id, task, attempts, error, createdAt }) => ({ id, task, attempts, error, createdAt }))
    return { at: new Date(now), alerts, feedAgeMs, ownerless, nodes, queues, failedJobCount, failedJobs, database, lastBackup, lastHour }
  }

  /** What admins are warned of, oldest first. */
  async alerts(): Promise<SystemAlert[]> {
    const where = { endedAt: null, kind: { in: [...ALERT_KINDS] } }
    const open = await this.#parts.db.engineIncident.findMany({ where, orderBy: { startedAt: 'asc' } })
    const kinds = new Set<string>(open.map(({ kind }) => kind))
    return open.flatMap(({ id, kind, startedAt }) => {
      const alert = ALERT_KINDS.find((each) => each === kind)
      return alert && !(SAID_BY[alert] ?? []).some((nearer) => kinds.has(nearer))
        ? [{ id, kind: alert, since: startedAt, text: ALERT_TEXTS[alert] }]
        : []
    })
  }

  async feedAge(now: Instant): Promise<number | null> {
    const state = await this.#parts.engine.read(now)
    return state && feedAge(state, this.#parts.rules.rules, now)
  }

  async queues(): Promise<SystemQueues> {
    const { db, pool } = this.#parts
    const [backlog, waiting] = await Promise.all([readBacklog(pool), countWaitingJobs(db)])
    const deliveries = waiting.find(({ task }) => task === 'delivery.send')?.jobs ?? 0
    const jobs = waiting.reduce((sum, each) => sum + each.jobs, 0) - deliveries
    return { outbox: backlog.waiting, outboxSeconds: backlog.oldestSeconds, jobs, notifications: deliveries }
  }

  /** None before any engine ran. */
  async #ownerless(now: Instant): Promise<number> {
    const { db, engine } = this.#parts
    return (await engine.read(now)) ? countOwnerless(db, now) : 0
  }

  async #nodes(now: Instant): Promise<SystemNode[]> {
    const { db } = this.#parts
    const [rows, partitions] = await Promise.all([
      db.$queryRaw<Omit<SystemNode, 'isLive' | 'partitions'>[]>`
        SELECT id, kind, version, runtime, "startedAt", "measuredAt", "loopDelayMs", "memoryMb", "workerLoad", errors FROM (
          SELECT "nodeId" AS id, kind::text, version, runtime, "startedAt", at AS "measuredAt", "loopDelayMs", "memoryMb", "workerLoad",
            (sum(errors) OVER node)::int AS errors, row_number() OVER (node ORDER BY at DESC) AS place
          FROM "NodeSample" WHERE at > ${new Date(now - HOUR)} WINDOW node AS (PARTITION BY "nodeId")) AS sample
        WHERE place = 1 ORDER BY "measuredAt" < ${new Date(now - SILENT_MS)}, kind, "startedAt" DESC, id LIMIT ${SHOWN_NODES}`,
      ownedPartitions(db, now),
    ])
    return rows.map((row) => ({
      ...row,
      isLive: now - row.measuredAt.getTime() < SILENT_MS,
      partitions: row.kind === 'ENGINE' ? (partitions.get(row.id) ?? 0) : null,
    }))
  }

  #lastHour(now: Instant): Promise<SystemMinute[]> {
    const since = new Date(now - HOUR)
    return this.#parts.db.$queryRaw`
      SELECT at, "feedAgeMs", "loopDelayMs", "workerLoad", "outboxSeconds", jobs, errors FROM (
        SELECT date_trunc('minute', at) AS at, max("loopDelayMs") AS "loopDelayMs", max("workerLoad") AS "workerLoad", sum(errors)::int AS errors
        FROM "NodeSample" WHERE at > ${since} GROUP BY 1) AS nodes
      FULL JOIN (
        SELECT date_trunc('minute', at) AS at, max("feedAgeMs") AS "feedAgeMs", max("outboxSeconds") AS "outboxSeconds",
          max(jobs + deliveries) AS jobs
        FROM "SystemSample" WHERE at > ${since} GROUP BY 1) AS system USING (at)
      ORDER BY at`
  }
}
