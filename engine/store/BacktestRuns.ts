import { publish } from '../../prisma/bus/publish.ts'
import { openDatabase, type Database } from '../../prisma/client.ts'
import { err } from '../../schema/errors.ts'
import { HOUR } from '../../schema/time.ts'
import { endBacktest } from './endBacktest.ts'

/** By the database's clock: a run without a heartbeat for this long is free to claim. */
const SILENCE_MS = 10_000
/** Turns of unconfirmed users older than this no longer count: nobody waits as long. */
const TURN_MS = HOUR

/**
 * The queue of requested backtests, on its own database connection. A claimed run is its worker's while the worker sends heartbeats; when
 * its node dies it is claimed again. If two nodes run one, because a node was only slow, the first to finish counts.
 */
export class BacktestRuns {
  readonly #db: Database

  constructor(databaseUrl: string) {
    this.#db = openDatabase(databaseUrl, 1)
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
  }

  /**
   * Claims a run that waits or has lost its heartbeat; null when there is none. Two workers never claim the same one. Fair by user: the one
   * whose last run began longest ago goes first; a user without a run counts from the account's creation. Users without a confirmed address
   * share one turn: any number of unvouched accounts weighs as much as one.
   */
  async take(): Promise<string | null> {
    const [taken] = await this.#db.$queryRaw<{ id: string }[]>`
      UPDATE "BacktestRun" SET status = 'RUNNING', progress = 0, "beatAt" = now(), "startedAt" = now()
      WHERE id = (
        SELECT run.id FROM "BacktestRun" run JOIN "User" "user" ON "user".id = run."userId"
        WHERE run.status = 'QUEUED' OR (run.status = 'RUNNING' AND run."beatAt" < now() - ${SILENCE_MS} * interval '1 millisecond')
        ORDER BY coalesce(
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

  /** Sends a run's heartbeat and publishes its progress (0 to 1). False: its user cancelled it, or it has ended otherwise. */
  async beat(runId: string, progress: number): Promise<boolean> {
    return this.#db.$transaction(async (tx) => {
      const beaten = await tx.$executeRaw`
        UPDATE "BacktestRun" SET "beatAt" = now(), progress = ${progress} WHERE id = ${runId}::uuid AND status = 'RUNNING'`
      if (beaten === 1) await publish(tx, { type: 'backtest.progressed', runId, progress })
      return beaten === 1
    })
  }

  /** Whether a run tries several variants of its strategy. */
  async isSweep(runId: string): Promise<boolean> {
    const [run] = await this.#db.$queryRaw<{ isSweep: boolean }[]>`
      SELECT request ? 'sweep' AS "isSweep" FROM "BacktestRun" WHERE id = ${runId}::uuid`
    return run?.isSweep ?? false
  }

  /** Ends a run without a report, with the reason for its user. See endBacktest. */
  async fail(runId: string, problem: string): Promise<void> {
    await endBacktest(this.#db, runId, err(problem))
  }

  /** Requeues a run and publishes that: this node ends before the run does. */
  async giveBack(runId: string): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      const given = await tx.$executeRaw`
        UPDATE "BacktestRun" SET status = 'QUEUED', progress = 0, "beatAt" = NULL, "startedAt" = NULL WHERE id = ${runId}::uuid AND status = 'RUNNING'`
      if (given === 1) await publish(tx, { type: 'backtest.queued', runId })
    })
  }
}
