import { publish } from '../../prisma/bus/publish.ts'
import { openDatabase, type Database, type DatabaseSource } from '../../prisma/client.ts'
import { enqueue } from '../../prisma/jobs/enqueue.ts'
import { storedDates } from '../../prisma/storedDates.ts'
import { err } from '../../schema/errors.ts'
import { HOUR, type IsoDate } from '../../schema/time.ts'
import { endBacktest } from './endBacktest.ts'

/** Turns of unconfirmed users older than this no longer count: nobody waits so long. */
const TURN_MS = HOUR

/**
 * The queue of requested backtests, on a database connection that trading does not need. Each was queued with a job, which is a ticket: its holder takes the
 * run whose turn it is. A run is its job's until it ends, so when its node dies, the node that is handed the job next takes it again. If
 * two nodes run one, because a node was only slow, the first to finish counts.
 * Raw SQL: a run is claimed with SKIP LOCKED, and of a request only some fields are read.
 */
export class BacktestRuns {
  readonly #db: Database

  constructor(from: DatabaseSource) {
    this.#db = openDatabase(from, 'backtest queue', 1)
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
  }

  /**
   * Claims a run for a job: the one that it ran before, else one that waits; null when there is none. Two jobs never claim the same
   * one. Fair by user: the one whose last run began longest ago goes first; a user without a run counts from the account's creation. Users
   * without a confirmed address share one turn: any number of unvouched accounts weighs as much as one.
   */
  async take(jobId: string): Promise<string | null> {
    for (;;) {
      const runId = await this.#claim(jobId)
      if (runId !== null) return runId
      // One that is locked is perhaps not taken after all, and its own job may have taken another: the end of the lock is waited for.
      const waiting = await this.#db.$queryRaw<object[]>`SELECT FROM "BacktestRun" WHERE status = 'QUEUED' LIMIT 1 FOR UPDATE`
      if (waiting.length === 0) return null
    }
  }

  /** Stores and publishes a run's progress (0 to 1). False: its user cancelled it, or it has ended otherwise. */
  async beat(runId: string, progress: number): Promise<boolean> {
    return this.#db.$transaction(async (tx) => {
      const beaten = await tx.backtestRun.updateMany({ where: { id: runId, status: 'RUNNING' }, data: { progress } })
      if (beaten.count === 1) await publish(tx, { type: 'backtest.progressed', runId, progress })
      return beaten.count === 1
    })
  }

  /** Whether a run tries several variants of its strategy. */
  async isSweep(runId: string): Promise<boolean> {
    const [run] = await this.#db.$queryRaw<{ isSweep: boolean }[]>`
      SELECT request ? 'sweep' AS "isSweep" FROM "BacktestRun" WHERE id = ${runId}::uuid`
    return run?.isSweep ?? false
  }

  /** The days that a run goes through, oldest first. `market`: the broker port's marketId, whose candles it uses. */
  async dates(runId: string, market: string): Promise<readonly IsoDate[]> {
    const [run] = await this.#db.$queryRaw<{ symbol: string; from: IsoDate | null; to: IsoDate | null }[]>`
      SELECT request ->> 'symbol' AS symbol, request ->> 'from' AS "from", request ->> 'to' AS "to" FROM "BacktestRun" WHERE id = ${runId}::uuid`
    return run ? storedDates(this.#db, { market, ...run }) : []
  }

  /** Ends a run without a report, with the reason for its user. See endBacktest. */
  async fail(runId: string, problem: string): Promise<void> {
    await endBacktest(this.#db, runId, err(problem))
  }

  /** Requeues a run, with a new job: this node ends before the run does. */
  async giveBack(runId: string): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      const given = await tx.backtestRun.updateMany({
        where: { id: runId, status: 'RUNNING' },
        data: { status: 'QUEUED', progress: 0, jobId: null, startedAt: null },
      })
      if (given.count === 1) await enqueue(tx, 'backtest.run', { runId })
    })
  }

  async #claim(jobId: string): Promise<string | null> {
    const [taken] = await this.#db.$queryRaw<{ id: string }[]>`
      UPDATE "BacktestRun" SET status = 'RUNNING', progress = 0, "jobId" = ${jobId}::bigint, "startedAt" = now()
      WHERE id = (
        SELECT run.id FROM "BacktestRun" run JOIN "User" "user" ON "user".id = run."userId"
        WHERE run.status = 'QUEUED' OR (run.status = 'RUNNING' AND run."jobId" = ${jobId}::bigint)
        ORDER BY run.status = 'RUNNING' DESC, coalesce(
          CASE WHEN "user"."emailVerifiedAt" IS NOT NULL
            THEN (SELECT max(mine."startedAt") FROM "BacktestRun" mine WHERE mine."userId" = run."userId")
            ELSE (
              SELECT max(ours."startedAt") FROM "BacktestRun" ours JOIN "User" other ON other.id = ours."userId"
              WHERE other."emailVerifiedAt" IS NULL AND ours."startedAt" > now() - ${TURN_MS} * interval '1 millisecond'
            )
          END, "user"."createdAt"), run."createdAt", run.id
        LIMIT 1 FOR UPDATE OF run SKIP LOCKED
      )
      RETURNING id`
    return taken?.id ?? null
  }
}
