import type { Database } from '../../../prisma/client.ts'
import { SAMPLE_MS } from '../../../schema/systemKinds.ts'
import { HOUR, type Instant } from '../../../schema/time.ts'
import type { SystemReader } from './SystemReader.ts'

/** Measures the installation: each ten seconds are stored once, by the first gateway that comes to it. */
export class SystemSampler {
  readonly #db: Database
  readonly #reader: SystemReader

  constructor(db: Database, reader: SystemReader) {
    this.#db = db
    this.#reader = reader
  }

  async sample(now: Instant = Date.now()): Promise<void> {
    const at = new Date(now - (now % SAMPLE_MS))
    if ((await this.#db.systemSample.count({ where: { at } })) > 0) return
    const [feedAgeMs, { outboxSeconds, jobs, notifications: deliveries }] = await Promise.all([
      this.#reader.feedAge(now),
      this.#reader.queues(),
    ])
    await this.#db.systemSample.createMany({ data: [{ at, feedAgeMs, outboxSeconds, jobs, deliveries }], skipDuplicates: true })
  }

  /** Removes what is shown no more. */
  async prune(): Promise<void> {
    const at = { lt: new Date(Date.now() - HOUR) }
    await this.#db.systemSample.deleteMany({ where: { at } })
    await this.#db.nodeSample.deleteMany({ where: { at } })
  }
}
