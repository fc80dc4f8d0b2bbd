import { UserFacingError, err, type Result } from '../../schema/errors.ts'
import type { AccessTokens, Principal } from './AccessTokens.ts'
import type { RefreshTokens } from './RefreshTokens.ts'

const BEARER = /^Bearer ([^\s]+)$/i

/** Says who is calling. An access token outlives its sign-in by up to its own lifetime: those of ended sign-ins are refused. */
export class Authenticator {
  readonly #accessTokens: AccessTokens
  readonly #refreshTokens: RefreshTokens
  constructor(accessTokens: AccessTokens, refreshTokens: RefreshTokens) {
    this.#accessTokens = accessTokens
    this.#refreshTokens = refreshTokens
  }

  /** Who an Authorization header speaks for; the error says why nobody. */
  async header(header: string | undefined): Promise<Result<Principal, UserFacingError>> {
    const token = header === undefined ? undefined : BEARER.exec(header)?.[1]
    return token === undefined ? err(new UserFacingError('UNAUTHENTICATED', 'Please sign in to continue')) : this.token(token)
  }

  /** Who an access token speaks for; the error says why nobody. */
  async token(token: string): Promise<Result<Principal, UserFacingError>> {
    const caller = await this.#accessTokens.verify(token)
    if (!caller.ok || !(await this.#refreshTokens.hasEnded(caller.value.sessionId))) return caller
    return err(new UserFacingError('UNAUTHENTICATED', 'Your session has ended. Please sign in again.'))
  }
}
