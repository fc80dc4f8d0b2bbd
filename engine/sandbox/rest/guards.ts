import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SandboxAccount } from '../accounts/loadAccount.ts'
import type { Sessions } from '../accounts/Sessions.ts'
import { failure, gatewayFailure, TOO_FAST } from './envelopes.ts'
import { RateLimit, type CallLimits } from './RateLimit.ts'

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

const DESCRIBING_HEADERS = ['x-sourceid', 'x-clientlocalip', 'x-clientpublicip', 'x-macaddress'] as const

/** Refuses a request whose API key is wrong or which does not say who and where it is. What the addresses say is not looked at. */
export function requireHeaders(account: SandboxAccount): Guard {
  return async (request, reply) => {
    if (request.headers['x-privatekey'] !== account.apiKey) return reply.send(gatewayFailure('AG8004', 'Invalid API Key'))
    if (request.headers['x-usertype'] !== 'USER') return reply.send(failure('AB1005', 'User type must be USER'))
    const missing = DESCRIBING_HEADERS.find((name) => request.headers[name] === undefined)
    if (missing) return reply.code(400).send(failure('AB1004', `Header ${missing} is missing`))
    return undefined
  }
}

/** Refuses a request without the access token of an open session. */
export function requireSession(sessions: Sessions): Guard {
  return async (request, reply) => {
    const header = request.headers.authorization
    if (header === undefined) return reply.send(gatewayFailure('AG8003', 'Token missing'))
    const session = await sessions.check(bearerToken(header), 'access')
    if (session.ok) return undefined
    return reply.send(session.error === 'expired' ? gatewayFailure('AG8002', 'Token Expired') : gatewayFailure('AG8001', 'Invalid Token'))
  }
}

/** Refuses calls beyond the broker's limits with HTTP 403 and plain text. Limits run on real time. */
export function limitCalls(limits: CallLimits): Guard {
  const limit = new RateLimit(limits)
  return async (_request, reply) => (limit.take(Date.now()) ? undefined : reply.code(403).type('text/plain').send(TOO_FAST))
}

/** The token of an Authorization header with exactly one `Bearer`. */
export function bearerToken(header: string): string {
  return header.replace(/^Bearer /, '')
}
