import type { FastifyRequest } from 'fastify'
import type { Principal } from './Principal.ts'
import type { CountAttempt } from './CountAttempt.ts'

/** What a topic's REST routes work with: the services they need, and who is calling. */
export interface RouteTools<Services> {
  readonly services: Services
  /** Who is calling. Rejects with UNAUTHENTICATED when nobody is, or the token is expired or forged. */
  signedIn(request: FastifyRequest): Promise<Principal>
  /** Who is calling; null when the request names nobody. Rejects like signedIn() when it names somebody wrongly: a fresh token may do. */
  callerOf(request: FastifyRequest): Promise<Principal | null>
  readonly countAttempt: CountAttempt
}

/** How the OpenAPI document marks routes for the signed-in. */
export const BEARER = [{ bearer: [] }]
