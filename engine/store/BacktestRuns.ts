import { publish } from '../../prisma/bus.ts'
import { openDatabase, type Database } from '../../prisma/client.ts'
import { err } from '../../schema/errors.ts'
import { endBacktest } from './endBacktest.ts'

/** By the database's clock, a run without a beat for this long is nobody's. */
const SILENCE_MS = 10_000

/**
 * The queue of the backtests that users asked for, on a database connection of its own. A run taken is the taker's while it beats: when
 * its node dies it is taken again. Should two run one, because a node was only slow, the first to finish counts.
 */
export class BacktestRuns {
  readonly #db: Database

  constructor(databaseUrl: string) {
    this.#db = openDatabase(databaseUrl, 1)
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
  }

  /** Takes the oldest run that waits, or that nobody beats for; null when there is none. Two never take the same one. */
  async take(): Promise<string | null> {
    const [taken] = await this.#db.$queryRaw<{ id: string }[]>`
      UPDATE "BacktestRun" SET status = 'RUNNING', progress = 0, "beatAt" = now()
      WHERE id = (
        SELECT id FROM "BacktestRun"
        WHERE status = 'QUEUED' OR (status = 'RUNNING' AND "beatAt" < now() - ${SILENCE_MS} * interval '1 millisecond')
        ORDER BY "createdAt", id LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING id`
    return taken?.id ?? null
  }

  /** Says that a run goes on, and tells how far it is (0 to 1). False: its user no longer wants it, or it has ended otherwise. */
  async beat(runId: string, progress: number): Promise<boolean> {
    return this.#db.$transaction(async (tx) => {
      const beaten = await tx.$executeRaw`
        UPDATE "BacktestRun" SET "beatAt" = now(), progress = ${progress} WHERE id = ${runId}::uuid AND status = 'RUNNING'`
      if (beaten === 1) await publish(tx, { type: 'backtest.progressed', runId, progress })
      return beaten === 1
    })
  }

  /** Ends a run that has no report, and says why, for its user. See endBacktest. */
  async fail(runId: string, problem: string): Promise<void> {
    await endBacktest(this.#db, runId, err(problem))
  }

  /** Puts a run back in the queue and tells it: this node ends before the run does. */
  async giveBack(runId: string): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      const given = await tx.$executeRaw`
        UPDATE "BacktestRun" SET status = 'QUEUED', progress = 0, "beatAt" = NULL WHERE id = ${runId}::uuid AND status = 'RUNNING'`
      if (given === 1) await publish(tx, { type: 'backtest.queued', runId })
    })
  }
}
