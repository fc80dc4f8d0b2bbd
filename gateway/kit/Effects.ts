import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Database, Transaction } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { UserFacingError } from '../../schema/errors.ts'
import { DAY } from '../../schema/time.ts'

/** How long an answer is kept for repetitions of its request. */
const KEPT_MS = DAY

export interface Call<Answer> {
  readonly userId: string
  /** The client's name for this one request; null: each arrival is a request of its own. */
  readonly key: string | null
  /** The request: any JSON value. */
  readonly request: unknown
  /** What comes back, in JSON. */
  readonly answer: z.ZodType<Answer>
}

/** Carries out what must happen once, however often its request arrives. */
export class Effects {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Runs an effect in one transaction with the record of its answer. The same key again, from the same user within a day,
   * is answered from the record; two at once wait for each other. An effect that throws leaves no record.
   * Throws CONFLICT when the key was used for another request.
   */
  once<Answer extends Prisma.InputJsonValue>(call: Call<Answer>, effect: (tx: Transaction) => Promise<Answer>): Promise<Answer> {
    const { userId, key, request, answer } = call
    return this.#db.$transaction(async (tx) => {
      if (key === null) return effect(tx)
      const requestHash = createHash('sha256').update(JSON.stringify(request)).digest()
      // The record's key is the lock: a second insertion waits until the first transaction has ended.
      const claimed = await tx.idempotentAnswer.createMany({
        data: { userId, key, requestHash, answer: Prisma.JsonNull },
        skipDuplicates: true,
      })
      const id = { userId_key: { userId, key } }
      if (claimed.count === 1) {
        const given = await effect(tx)
        await tx.idempotentAnswer.update({ where: id, data: { answer: given } })
        return given
      }
      const earlier = await tx.idempotentAnswer.findUniqueOrThrow({ where: id })
      if (!requestHash.equals(earlier.requestHash))
        throw new UserFacingError('CONFLICT', 'This Idempotency-Key was used for another request. Use a new one for each request.')
      return answer.parse(earlier.answer)
    })
  }

  /** Removes answers of more than a day ago: their keys are then good for other requests. */
  async prune(): Promise<void> {
    await this.#db.idempotentAnswer.deleteMany({ where: { createdAt: { lt: new Date(Date.now() - KEPT_MS) } } })
  }
}
