import type {} from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UserFacingError } from '../../schema/errors.ts'

/** Attempts a minute from one address. */
const ATTEMPTS = { login: 20, signup: 20, refresh: 60 } as const
export type CredentialAction = keyof typeof ATTEMPTS

/** Counts an attempt of the request's address; rejects with RATE_LIMITED when there were too many this minute. */
export type CountAttempt = (action: CredentialAction, request: FastifyRequest) => Promise<void>

/** One count for both faces, and one for each attempt: aliases of one GraphQL request are counted one by one. Needs @fastify/rate-limit. */
export function credentialLimits(app: FastifyInstance): CountAttempt {
  const limiter = (action: CredentialAction) => app.createRateLimit({ max: ATTEMPTS[action], timeWindow: 60_000 })
  const limiters = { login: limiter('login'), signup: limiter('signup'), refresh: limiter('refresh') }
  return async (action, request) => {
    const count = await limiters[action](request)
    if (count.isAllowed || !count.isExceeded) return
    throw new UserFacingError('RATE_LIMITED', `Too many attempts. Please try again in ${count.ttlInSeconds} seconds.`)
  }
}
