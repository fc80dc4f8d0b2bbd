import { publish } from '../../prisma/bus/publish.ts'
import { openDatabase, type Database, type DatabaseSource, type Transaction } from '../../prisma/client.ts'
import { requestUpdate } from '../../prisma/performanceRuns.ts'
import type { DueUpdate, UpdateAnswer } from '../../schema/market/updateTimes.ts'
import { SECOND } from '../../schema/time.ts'
import type { CountedBatch, PerformanceBatch } from '../analysis/performance/PerformanceBatch.ts'
import { loadBatch, takeResults } from './performanceBatch.ts'
import { saveDrawdowns } from './saveDrawdowns.ts'
import { saveOpenResults, type OpenPrices, type ValueOpen } from './saveOpenResults.ts'
import { savePerformance } from './savePerformance.ts'

/** Of a batch; the database ends one that hangs. */
const BATCH_MS = 30 * SECOND

/** Results of strategies and subscriptions, and their updates, on database connections apart: trading never waits for it. */
export class PerformanceRecords {
  readonly #db: Database
  readonly #market: string

  /** `market`: the broker port's marketId, by whose clock updates are due. */
  constructor(from: DatabaseSource, market: string) {
    this.#db = openDatabase(from, 'performance', 2)
    this.#market = market
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
  }

  /** Requests an update that is due, unless a node has already done so, the scheduler is stopped, or the one before is still under way. */
  request({ dueAt, isFinal }: DueUpdate): Promise<UpdateAnswer> {
    const due = { market: this.#market, dueAt: new Date(dueAt) }
    return this.#db.$transaction(async (tx) => {
      if ((await tx.performanceScheduler.count({ where: { isRunning: true } })) === 0) return 'STOPPED'
      return (await requestUpdate(tx, isFinal ? 'FINAL' : 'SCHEDULED', due)) === 'BUSY' ? 'BUSY' : 'ASKED'
    })
  }

  /** False: it has ended already. */
  begin(runId: string): Promise<boolean> {
    return this.#change(runId, { startedAt: new Date() })
  }

  /** It has counted all there was. */
  end(runId: string): Promise<boolean> {
    return this.#change(runId, { endedAt: new Date(), problem: null })
  }

  /** Its attempt failed; with `isLast` it has ended so. */
  fail(runId: string, problem: string, isLast: boolean): Promise<boolean> {
    return this.#change(runId, isLast ? { problem, endedAt: new Date() } : { problem })
  }

  /**
   * Counts at most `most` results that no update has counted, in one transaction: each is counted once, even after a crash. `count`
   * is countResults(). Returns how many there were.
   */
  count(runId: string, most: number, count: (batch: PerformanceBatch) => Promise<CountedBatch>): Promise<number> {
    return this.#db.$transaction(
      async (tx) => {
        await oneUpdateAtATime(tx)
        const { results, subscriptions, changes } = await takeResults(tx, most)
        const written = changes.length === 0 ? 0 : await savePerformance(tx, await count(await loadBatch(tx, changes)))
        const more = { results: { increment: results }, rows: { increment: written + subscriptions } }
        await tx.performanceRun.update({ where: { id: runId }, data: more })
        return results
      },
      { timeout: BATCH_MS, maxWait: BATCH_MS },
    )
  }

  /**
   * Writes what open trades are worth now (saveOpenResults.ts), and where that leaves strategies (saveDrawdowns.ts), in one transaction.
   * `value` is netsIfClosed().
   */
  async valueOpen(runId: string, prices: OpenPrices, value: ValueOpen): Promise<void> {
    await this.#db.$transaction(
      async (tx) => {
        await oneUpdateAtATime(tx)
        const rows = await saveOpenResults(tx, this.#market, prices, value)
        await saveDrawdowns(tx, this.#market, prices.at)
        await tx.performanceRun.update({ where: { id: runId }, data: { rows: { increment: rows } } })
      },
      { timeout: BATCH_MS, maxWait: BATCH_MS },
    )
  }

  #change(runId: string, data: { readonly startedAt?: Date; readonly endedAt?: Date; readonly problem?: string | null }): Promise<boolean> {
    return this.#db.$transaction(async (tx) => {
      const { count } = await tx.performanceRun.updateMany({ where: { id: runId, endedAt: null }, data })
      if (count > 0) await publish(tx, { type: 'performance.changed' })
      return count > 0
    })
  }
}

/** Until the transaction ends: sums are read and rewritten. Raw SQL: an advisory lock. */
async function oneUpdateAtATime(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('sakha.performance'))`
}
