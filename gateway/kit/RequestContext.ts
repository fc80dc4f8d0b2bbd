import type { FastifyBaseLogger } from 'fastify'
import type { Principal } from './Principal.ts'
import type { Streams } from './Topic.ts'
import type { CredentialAction } from './CountAttempt.ts'
import type { Device } from './Device.ts'
import type { Instant } from '../../schema/time.ts'

/** What every GraphQL resolver gets. */
export interface RequestContext {
  readonly requestId: string
  readonly log: FastifyBaseLogger
  /** Who is calling. Throws UNAUTHENTICATED when nobody is, or the token is expired or forged. */
  signedIn(): Principal
}

/** Subscriptions come over a socket. */
export interface SocketContext extends RequestContext {
  readonly streams: Streams
}

/** Queries and mutations come over HTTP. */
export interface HttpContext extends RequestContext {
  /** Who is calling; null when the request names nobody. Throws like signedIn() when it names somebody wrongly: a fresh token may do. */
  caller(): Principal | null
  /** Who is calling, where that is known: null also when the request names somebody wrongly. */
  readonly known: Principal | null
  /** Where the request came from. */
  readonly device: Device
  /** When the operation is given up (limitOperationTime.ts). */
  readonly deadline: Instant
  /** The client's own name for this one request, as the REST paths take it; null: it has none. Throws BAD_USER_INPUT. */
  idempotencyKey(): string | null
  /** Counts an attempt of the caller's address. Rejects with RATE_LIMITED when there were too many. */
  countAttempt(action: CredentialAction): Promise<void>
}
