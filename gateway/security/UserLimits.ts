import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { RetryLater } from '../../schema/errors.ts'
import { MINUTE, SECOND } from '../../schema/time.ts'
import type { Principal } from '../kit/Principal.ts'

/** A minute of a user's, at each gateway: a request and a subscription take one of them, large ones more. */
export const USER_POINTS_PER_MINUTE = 600
/** Units of a field's own work (schema/graphql/size.ts), and characters of an answer, for which one more is taken. */
const [WORK_OF_ONE, CHARACTERS_OF_ONE] = [1_000, 50_000]

/**
 * What the requests of one user may take, from however many addresses: one account cannot keep a gateway busy. What personal access tokens
 * ask for counts apart from sessions, beside their own limit (personalTokens/TokenLimits.ts).
 */
export class UserLimits {
  readonly #limiter = new RateLimiterMemory({ points: USER_POINTS_PER_MINUTE, duration: MINUTE / SECOND })

  /** Counts a request or a subscription. Rejects with RATE_LIMITED, and when to try again. */
  async request(caller: Principal): Promise<void> {
    await this.#take(caller, 1)
  }

  /** Counts the work that a request is about to cause. Rejects with RATE_LIMITED, and when to try again. */
  async work(caller: Principal, units: number): Promise<void> {
    if (units >= WORK_OF_ONE) await this.#take(caller, Math.floor(units / WORK_OF_ONE))
  }

  /** Counts an answer that was given: the next request may be refused for it. */
  async answered(caller: Principal, characters: number): Promise<void> {
    if (characters >= CHARACTERS_OF_ONE) await this.#limiter.penalty(keyOf(caller), Math.floor(characters / CHARACTERS_OF_ONE))
  }

  async #take(caller: Principal, points: number): Promise<void> {
    try {
      await this.#limiter.consume(keyOf(caller), points)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / SECOND))
      throw new RetryLater('RATE_LIMITED', `Your account asks for too much at once. Please try again in ${seconds} seconds.`, seconds)
    }
  }
}

function keyOf({ userId, scopes }: Principal): string {
  return scopes === null ? userId : `token ${userId}`
}
