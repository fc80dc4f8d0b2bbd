import type {} from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { RetryLater } from '../../schema/errors.ts'
import type { CountAttempt, CredentialAction } from '../kit/CountAttempt.ts'

/** Attempts a minute from one address. */
const ATTEMPTS = { login: 20, signup: 20, refresh: 60, password: 20, mail: 10, link: 20, download: 20 } as const satisfies Record<
  CredentialAction,
  number
>

/** One count for both faces, and one for each attempt: aliases of one GraphQL request are counted one by one. Needs @fastify/rate-limit. */
export function credentialLimits(app: FastifyInstance): CountAttempt {
  const limiter = (action: CredentialAction) => app.createRateLimit({ max: ATTEMPTS[action], timeWindow: 60_000 })
  const limiters = {
    ...{ login: limiter('login'), signup: limiter('signup'), refresh: limiter('refresh') },
    ...{ password: limiter('password'), mail: limiter('mail'), link: limiter('link') },
    download: limiter('download'),
  }
  return async (action, request) => {
    const count = await limiters[action](request)
    if (count.isAllowed || !count.isExceeded) return
    throw new RetryLater('RATE_LIMITED', `Too many attempts. Please try again in ${count.ttlInSeconds} seconds.`, count.ttlInSeconds)
  }
}
