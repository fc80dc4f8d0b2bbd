import type { Database } from '../../prisma/client.ts'
import { UserFacingError, err, ok, type Result } from '../../schema/errors.ts'
import type { Role } from '../../schema/graphql/auth.ts'
import type { Instant } from '../../schema/time.ts'
import type { AccessClaims, AccessTokens } from './AccessTokens.ts'

const BEARER = /^Bearer ([^\s]+)$/i

/** Who is calling. */
export interface Principal extends AccessClaims {
  /** When the caller last gave the password in this session. */
  readonly authenticatedAt: Instant
  /** As it is at this request. */
  readonly role: Role
  /** Whether the caller's sign-ins take a second factor. */
  readonly twoFactor: boolean
}

/** Says who is calling. An access token outlives its session by up to its own lifetime: those of ended sessions are refused. */
export class Authenticator {
  readonly #db: Database
  readonly #accessTokens: AccessTokens
  constructor(db: Database, accessTokens: AccessTokens) {
    this.#db = db
    this.#accessTokens = accessTokens
  }

  /** Who an Authorization header speaks for; the error says why nobody. */
  async header(header: string | undefined): Promise<Result<Principal, UserFacingError>> {
    const token = header === undefined ? undefined : BEARER.exec(header)?.[1]
    return token === undefined ? err(new UserFacingError('UNAUTHENTICATED', 'Please sign in to continue')) : this.token(token)
  }

  /** Who an access token speaks for; the error says why nobody. */
  async token(token: string): Promise<Result<Principal, UserFacingError>> {
    const claims = await this.#accessTokens.verify(token)
    if (!claims.ok) return claims
    const { sessionId, userId } = claims.value
    const session = await this.#db.session.findFirst({
      where: { id: sessionId, userId, endedAt: null, expiresAt: { gt: new Date() } },
      select: { authenticatedAt: true, user: { select: { role: true, twoFactorAt: true } } },
    })
    if (!session) return err(new UserFacingError('UNAUTHENTICATED', 'Your session has ended. Please sign in again.'))
    const { authenticatedAt, user } = session
    return ok({
      ...claims.value,
      authenticatedAt: authenticatedAt.getTime(),
      role: user.role,
      twoFactor: user.twoFactorAt !== null,
    })
  }
}
