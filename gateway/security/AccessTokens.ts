import { errors, jwtVerify, SignJWT } from 'jose'
import { UserFacingError, err, ok, type Result } from '../../schema/errors.ts'
import { MINUTE, SECOND, type Instant } from '../../schema/time.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'sakha'
const AUDIENCE = 'sakha-gateway'
/** Media type of access tokens (RFC 9068): a token made for something else is refused. */
const TYPE = 'at+jwt'
const LIFETIME_MS = 15 * MINUTE

/** Who is calling, as a valid access token says it. */
export interface Principal {
  readonly userId: string
  /** The sign-in the token came from: the family of its refresh token. */
  readonly sessionId: string
  readonly expiresAt: Instant
}

/** Signs and checks access tokens: JWT, HS256 only, valid for 15 minutes. */
export class AccessTokens {
  readonly #key: Uint8Array
  constructor(key: Uint8Array) {
    this.#key = key
  }

  issue(userId: string, sessionId: string, now: Instant): Promise<string> {
    const seconds = Math.floor(now / SECOND)
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setSubject(userId)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(seconds)
      .setNotBefore(seconds)
      .setExpirationTime(seconds + LIFETIME_MS / SECOND)
      .sign(this.#key)
  }

  /** A token that is expired, forged or garbled is an UNAUTHENTICATED error with the way out. */
  async verify(token: string): Promise<Result<Principal, UserFacingError>> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TYPE,
        requiredClaims: ['sub', 'sid', 'exp', 'nbf', 'iat'],
      })
      const { sub, sid, exp } = payload
      if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return err(invalid())
      return ok({ userId: sub, sessionId: sid, expiresAt: exp * SECOND })
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        return err(new UserFacingError('UNAUTHENTICATED', 'Your session has expired. Please sign in again.'))
      }
      if (error instanceof errors.JOSEError) return err(invalid())
      throw error
    }
  }
}

function invalid(): UserFacingError {
  return new UserFacingError('UNAUTHENTICATED', 'The access token is not valid. Please sign in again.')
}
