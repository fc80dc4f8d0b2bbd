import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts/Accounts.ts'
import type { Session, Sessions } from '../accounts/Sessions.ts'
import { failure, gatewayFailure } from './envelopes.ts'

export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

const DESCRIBING_HEADERS = ['x-sourceid', 'x-clientlocalip', 'x-clientpublicip', 'x-macaddress'] as const

/** The name under which a request carries its session. */
export const SESSION = 'session'

/** Refuses a request whose API key is wrong or which does not say who and where it is. What the addresses say is not looked at. */
export function requireHeaders({ apiKey }: Accounts): Guard {
  return async (request, reply) => {
    if (request.headers['x-privatekey'] !== apiKey) return reply.send(gatewayFailure('AG8004', 'Invalid API Key'))
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
    if (session.ok) return void request.setDecorator<Session | null>(SESSION, session.value)
    return reply.send(session.error === 'expired' ? gatewayFailure('AG8002', 'Token Expired') : gatewayFailure('AG8001', 'Invalid Token'))
  }
}

/** The session of a request that `requireSession` has let through. */
export function sessionOf(request: FastifyRequest): Session {
  const session = sessionOrNull(request)
  if (!session) throw new Error(`${request.url} is served without a session`)
  return session
}

/** The session of a request; null when it has none. */
export function sessionOrNull(request: FastifyRequest): Session | null {
  return request.getDecorator<Session | null>(SESSION)
}

/** The token of an Authorization header with exactly one `Bearer`. */
export function bearerToken(header: string): string {
  return header.replace(/^Bearer /, '')
}
