import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from '../../../prisma/client.ts'
import { RetryLater, err, ok, type Result } from '../../../schema/errors.ts'
import { MINUTE, SECOND } from '../../../schema/time.ts'

/** Requests and subscriptions a minute by all tokens of a user together. */
export const TOKEN_REQUESTS_PER_MINUTE = 120

/** Counts what personal access tokens ask for, apart from sessions: a script that asks too often does not lock its owner's browser out. One count for all gateways. */
export class TokenLimits {
  readonly #limiter: RateLimiterPostgres
  constructor(pool: Pool) {
    const limit = { keyPrefix: 'token', points: TOKEN_REQUESTS_PER_MINUTE, duration: MINUTE / SECOND }
    this.#limiter = new RateLimiterPostgres({
      ...{ ...limit, storeClient: pool, storeType: 'pool', tableName: 'CredentialAttempts', tableCreated: true },
      // pruneCredentialAttempts() clears it.
      clearExpiredByTimeout: false,
      inMemoryBlockOnConsumed: limit.points,
      insuranceLimiter: new RateLimiterMemory(limit),
    })
  }

  /** Counts one of the user's; the error is RATE_LIMITED with when to try again. */
  async count(userId: string): Promise<Result<null, RetryLater>> {
    try {
      await this.#limiter.consume(userId)
      return ok(null)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / SECOND))
      const message = `Your tokens may send ${TOKEN_REQUESTS_PER_MINUTE} requests a minute. Please try again in ${seconds} seconds.`
      return err(new RetryLater('RATE_LIMITED', message, seconds))
    }
  }
}
