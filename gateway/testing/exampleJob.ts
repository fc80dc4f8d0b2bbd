import { v7 as uuid } from 'uuid'
import type { Database, Transaction } from '../../prisma/client.ts'
import { enqueue } from '../../prisma/jobs/enqueue.ts'
import type { JobInHand } from '../../prisma/jobs/JobWorkers.ts'
import { defineTopic } from '../kit/Topic.ts'

// The recipe "Add a job" of CONTRIBUTING.md in one file; each part says where it lies in a topic of the product.

// 1. `prisma/jobs/tasks.ts`: its name, which stays in the database, its payload (ids, no secrets) and its most attempts. Here it is a task
// that is there already: `performance.update`, with the row of an update. No engine runs beside this example to take it.

/** 2. `service.ts`: the row says what was requested, and what became of it; the job names the row. */
export class CountService {
  readonly #db: Database
  readonly #count: () => Promise<number>

  /** `count`: the work itself, which may fail. */
  constructor(db: Database, count: () => Promise<number>) {
    this.#db = db
    this.#count = count
  }

  /** Asks for a count in the transaction that causes it: row and job are committed together, or not at all. Returns the row’s id. */
  async request(tx: Transaction): Promise<string> {
    const runId = uuid()
    await tx.performanceRun.create({ data: { id: runId, kind: 'TRIGGERED' } })
    await enqueue(tx, 'performance.update', { runId })
    return runId
  }

  /**
   * The job. It may run again although it was done, because its process was killed before that was noted: it looks first. What it throws is
   * the job’s last error, and it is tried again after a growing wait.
   */
  async run(runId: string, { isLast }: JobInHand): Promise<void> {
    try {
      const done = await this.#db.performanceRun.count({ where: { id: runId, endedAt: { not: null } } })
      if (done > 0) return
      const results = await this.#count()
      // Of two that run at once, one writes.
      await this.#db.performanceRun.updateMany({
        where: { id: runId, endedAt: null },
        data: { endedAt: new Date(), results, problem: null },
      })
    } catch (error) {
      // The requester reads the problem; after the last attempt the job is a dead letter, which admins see.
      const problem = isLast ? 'It was given up' : 'It is tried again'
      await this.#db.performanceRun.updateMany({ where: { id: runId }, data: { problem } })
      throw error
    }
  }
}

interface Needs {
  readonly db: Database
}

/** 3. `topic.ts`: the manifest says which tasks it runs, and how many at once. A payload that the work does not take is a type error. */
export const exampleJobTopic = (count: () => Promise<number>) =>
  defineTopic({
    services: ({ db }: Needs) => ({ counts: new CountService(db, count) }),
    run: ({ counts }) => ({
      jobs: { tasks: { 'performance.update': ({ runId }, job) => counts.run(runId, job) }, concurrency: 2 },
    }),
  })
