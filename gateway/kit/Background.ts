import type { FastifyBaseLogger } from 'fastify'
import { forRequest, presentRequestId } from '../../prisma/requestIds.ts'

/** Work after the answer, whose time therefore reveals nothing about it. */
export class Background {
  readonly #log: FastifyBaseLogger
  readonly #underWay = new Set<Promise<void>>()
  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** A failure is logged as `failure`. */
  run(failure: string, work: () => Promise<unknown>): void {
    const requestId = presentRequestId()
    const begun = requestId === null ? work() : forRequest(requestId, work)
    const run: Promise<void> = begun
      .then(
        () => undefined,
        (error: unknown) => this.#log.error({ err: error }, failure),
      )
      .finally(() => this.#underWay.delete(run))
    this.#underWay.add(run)
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}
