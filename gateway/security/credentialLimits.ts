import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database, Pool } from '../../prisma/client.ts'
import { tooManyAttempts } from '../../schema/errors.ts'
import { MINUTE, SECOND } from '../../schema/time.ts'
import type { CountAttempt, CredentialAction } from '../kit/CountAttempt.ts'
import { digest } from './digest.ts'
import { sourceOf } from './sourceOf.ts'

/** Attempts a minute from one address. */
const ATTEMPTS = {
  ...{ login: 20, signup: 20, refresh: 60, password: 20, mail: 10, link: 20, download: 20, broker: 20 },
  // A client may want its prices every second.
  quote: 120,
} as const satisfies Record<CredentialAction, number>

/**
 * One count for both faces and all gateways of a database; aliases in one GraphQL request count one by one. A client over the limit is
 * refused from memory until the minute is over. While the database is away, each gateway counts by itself.
 */
export function credentialLimits(pool: Pool): CountAttempt {
  const limiter = (action: CredentialAction) => {
    const limit = { keyPrefix: action, points: ATTEMPTS[action], duration: MINUTE / SECOND }
    return new RateLimiterPostgres({
      ...{ ...limit, storeClient: pool, storeType: 'pool', tableName: 'CredentialAttempts', tableCreated: true },
      // pruneCredentialAttempts() clears it, once for all gateways.
      clearExpiredByTimeout: false,
      inMemoryBlockOnConsumed: limit.points,
      insuranceLimiter: new RateLimiterMemory(limit),
    })
  }
  const limiters = {
    ...{ login: limiter('login'), signup: limiter('signup'), refresh: limiter('refresh') },
    ...{ password: limiter('password'), mail: limiter('mail'), link: limiter('link') },
    ...{ download: limiter('download'), broker: limiter('broker'), quote: limiter('quote') },
  }
  return async (action, { ip }) => {
    try {
      await limiters[action].consume(Buffer.from(digest(sourceOf(ip))).toString('base64url'))
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw tooManyAttempts(error.msBeforeNext)
    }
  }
}

/** Removes counts whose minute is over. */
export async function pruneCredentialAttempts(db: Database): Promise<void> {
  await db.credentialAttempts.deleteMany({ where: { expire: { lt: Date.now() } } })
}
