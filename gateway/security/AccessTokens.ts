import { errors, jwtVerify, SignJWT, type JWTHeaderParameters } from 'jose'
import { LRUCache } from 'lru-cache'
import { validate as isUuid } from 'uuid'
import { UserFacingError, err, ok, type Result } from '../../schema/errors.ts'
import { MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import type { AccessClaims } from '../kit/Principal.ts'
import type { SigningKeys } from './SigningKeys.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'sakha'
const AUDIENCE = 'sakha-gateway'
/** Media type of access tokens (RFC 9068): a token made for something else is refused. */
const TYPE = 'at+jwt'
const LIFETIME_MS = 15 * MINUTE
/** Some five megabytes. */
const KEPT_TOKENS = 10_000

/** Signs and checks access tokens: JWT, HS256 only, valid for 15 minutes, and no longer than their session. */
export class AccessTokens {
  readonly #keys: SigningKeys
  /** Tokens whose signature was checked: until they expire, the answer is the same. */
  readonly #verified = new LRUCache<string, AccessClaims>({ max: KEPT_TOKENS })
  constructor(keys: SigningKeys) {
    this.#keys = keys
  }

  /** `endsAt`: when the session ends unless it is used before; so do its sockets, which live as long as the token. */
  issue(userId: string, sessionId: string, now: Instant, endsAt: Instant = Infinity): Promise<string> {
    const seconds = Math.floor(now / SECOND)
    const { kid, key } = this.#keys.newest
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
      .setSubject(userId)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(seconds)
      .setNotBefore(seconds)
      .setExpirationTime(Math.min(seconds + LIFETIME_MS / SECOND, Math.floor(endsAt / SECOND)))
      .sign(key)
  }

  /** A token that is expired, forged or garbled is an UNAUTHENTICATED error with the way out. */
  async verify(token: string): Promise<Result<AccessClaims, UserFacingError>> {
    const verified = this.#verified.get(token)
    if (verified && verified.expiresAt > Date.now()) return ok(verified)
    try {
      const { payload } = await jwtVerify(token, (header) => this.#keyOf(header), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TYPE,
        requiredClaims: ['sub', 'sid', 'exp', 'nbf', 'iat'],
      })
      const { sub, sid, exp } = payload
      if (!isUuid(sub) || !isUuid(sid) || typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number')
        return err(invalid())
      const claims = { userId: sub, sessionId: sid, expiresAt: exp * SECOND }
      this.#verified.set(token, claims)
      return ok(claims)
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        return err(new UserFacingError('UNAUTHENTICATED', 'Your session has expired. Please sign in again.'))
      }
      if (error instanceof errors.JOSEError) return err(invalid())
      throw error
    }
  }

  async #keyOf({ kid }: JWTHeaderParameters): Promise<Uint8Array> {
    const key = typeof kid === 'string' ? await this.#keys.byId(kid) : null
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }
}

function invalid(): UserFacingError {
  return new UserFacingError('UNAUTHENTICATED', 'The access token is not valid. Please sign in again.')
}
