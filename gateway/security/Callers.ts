import type { FastifyRequest } from 'fastify'
import type { Result, UserFacingError } from '../../schema/errors.ts'
import type { Principal } from '../kit/Principal.ts'
import type { Authenticator } from './Authenticator.ts'
import { isPersonalToken } from './personalTokens/tokenText.ts'

type Caller = Result<Principal, UserFacingError>

/** Who sends each request, found out once for all who ask: a personal access token is counted once a request. */
export class Callers {
  readonly #authenticator: Authenticator
  readonly #known = new WeakMap<FastifyRequest, Promise<Caller>>()
  constructor(authenticator: Authenticator) {
    this.#authenticator = authenticator
  }

  /** Who the request's Authorization header speaks for; the error says why nobody. */
  of(request: FastifyRequest): Promise<Caller> {
    const known = this.#known.get(request)
    if (known) return known
    const caller = this.#authenticator.header(request.headers.authorization)
    this.#known.set(request, caller)
    return caller
  }

  /** Likewise for a request that shows a personal access token; null: it shows none. Rejects with UNAUTHENTICATED or RATE_LIMITED. */
  async tokenOf(request: FastifyRequest): Promise<Principal | null> {
    if (!showsToken(request)) return null
    const caller = await this.of(request)
    if (!caller.ok) throw caller.error
    return caller.value
  }
}

/** Whether a request shows a personal access token, valid or not. */
export function showsToken({ headers: { authorization = '' } }: Pick<FastifyRequest, 'headers'>): boolean {
  return isPersonalToken(authorization.replace(/^Bearer /i, ''))
}
