import type { Pool } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { readPrepared } from '../../prisma/readPrepared.ts'
import { UserFacingError, err, ok, type Result } from '../../schema/errors.ts'
import type { Role } from '../../schema/roles.ts'
import type { Instant } from '../../schema/time.ts'
import { SharedReads } from '../kit/SharedReads.ts'
import type { AccessClaims, Principal } from '../kit/Principal.ts'
import type { AccessTokens } from './AccessTokens.ts'
import type { PersonalTokens } from './personalTokens/PersonalTokens.ts'
import { isPersonalToken } from './personalTokens/tokenText.ts'

const BEARER = /^Bearer ([^\s]+)$/i

interface LivingSession {
  readonly authenticatedAt: Date
  readonly secondFactorAt: Date | null
  readonly role: Role
  readonly twoFactor: boolean
}

/**
 * Says who is calling, by a session's access token or a personal one. A session's outlives it by up to its own lifetime: those of ended
 * sessions are refused. What a personal one reaches is up to who asks (personalTokens/tokenReach.ts).
 * Raw SQL: prepared once per connection, it runs for every request.
 */
export class Authenticator {
  readonly #pool: Pool
  readonly #accessTokens: AccessTokens
  readonly #personalTokens: PersonalTokens
  /** A screen sends several requests at once. */
  readonly #reads = new SharedReads<LivingSession | null>()
  constructor(pool: Pool, accessTokens: AccessTokens, personalTokens: PersonalTokens) {
    this.#pool = pool
    this.#accessTokens = accessTokens
    this.#personalTokens = personalTokens
  }

  /** Who an Authorization header speaks for; the error says why nobody. */
  async header(header: string | undefined): Promise<Result<Principal, UserFacingError>> {
    const token = header === undefined ? undefined : BEARER.exec(header)?.[1]
    return token === undefined ? err(new UserFacingError('UNAUTHENTICATED', 'Please sign in to continue')) : this.token(token)
  }

  /** Who an access token speaks for; the error says why nobody. */
  async token(token: string): Promise<Result<Principal, UserFacingError>> {
    if (isPersonalToken(token)) return this.#personalTokens.principal(token)
    const claims = await this.#accessTokens.verify(token)
    if (!claims.ok) return claims
    const { sessionId, userId } = claims.value
    const session = await this.#reads.read(`${sessionId} ${userId}`, () => this.#sessionOf(claims.value))
    if (!session) return err(new UserFacingError('UNAUTHENTICATED', 'Your session has ended. Please sign in again.'))
    const { role, twoFactor } = session
    return ok({ ...claims.value, authenticatedAt: provedAt(session), role, twoFactor, scopes: null })
  }

  /** Whether a session or a personal access token that was good a moment ago still is: what goes on by one asks once it can hear of its end. */
  async stillLives({ scopes, userId, sessionId }: Pick<Principal, 'scopes' | 'userId' | 'sessionId'>): Promise<boolean> {
    return scopes === null ? (await this.#sessionOf({ sessionId, userId })) !== null : this.#personalTokens.stillLives(sessionId)
  }

  async #sessionOf({ sessionId, userId }: Pick<AccessClaims, 'sessionId' | 'userId'>): Promise<LivingSession | null> {
    const [session] = await readPrepared<LivingSession>(
      this.#pool,
      Prisma.sql`
        SELECT session."authenticatedAt", session."secondFactorAt", "User".role, "User"."twoFactorAt" IS NOT NULL AS "twoFactor"
        FROM "Session" session JOIN "User" ON "User".id = session."userId"
        WHERE session.id = ${sessionId}::uuid AND session."userId" = ${userId}::uuid
          AND session."endedAt" IS NULL AND session."expiresAt" > ${new Date()}`,
    )
    return session ?? null
  }
}

function provedAt({ authenticatedAt, secondFactorAt, twoFactor }: LivingSession): Instant {
  return twoFactor ? Math.min(authenticatedAt.getTime(), secondFactorAt?.getTime() ?? 0) : authenticatedAt.getTime()
}
