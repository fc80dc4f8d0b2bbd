import type { Pool } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { readPrepared } from '../../../prisma/readPrepared.ts'
import { UserFacingError, err, ok, type Result } from '../../../schema/errors.ts'
import type { Role } from '../../../schema/roles.ts'
import { DAY, MINUTE } from '../../../schema/time.ts'
import type { Principal } from '../../kit/Principal.ts'
import { SharedReads } from '../../kit/SharedReads.ts'
import { digest } from '../digest.ts'
import { scopesLeft } from './scopesLeft.ts'
import type { TokenLimits } from './TokenLimits.ts'
import { isTokenText } from './tokenText.ts'

/** How exactly the last use is kept. */
const USE_MS = MINUTE

interface LivingToken {
  readonly id: string
  readonly userId: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
  readonly role: Role
  /** Whether its owner's sign-ins take a second factor. */
  readonly secured: boolean
}

/**
 * Says for whom a personal access token speaks, and what it may read. What was revoked, or has expired, is refused at the next request.
 * Raw SQL: prepared once per connection, it runs for every request.
 */
export class PersonalTokens {
  readonly #pool: Pool
  readonly #limits: TokenLimits
  readonly #reads = new SharedReads<LivingToken | null>()
  constructor(pool: Pool, limits: TokenLimits) {
    this.#pool = pool
    this.#limits = limits
  }

  /**
   * The owner with what is left of the token's scopes in the owner's present role. The principal has proved nothing and no second factor,
   * so that whatever asks for either is refused. The error: UNAUTHENTICATED, or RATE_LIMITED with when to try again.
   */
  async principal(text: string): Promise<Result<Principal, UserFacingError>> {
    if (!isTokenText(text)) return err(refused())
    const hash = digest(text)
    const token = await this.#reads.read(Buffer.from(hash).toString('base64url'), () => this.#living(hash))
    if (!token) return err(refused())
    const counted = await this.#limits.count(token.userId)
    if (!counted.ok) return counted
    await this.#noteUse(token)
    return ok({
      userId: token.userId,
      // By which its sockets are closed, as a session's are.
      sessionId: token.id,
      // A socket shows its token again once a day; timers reach no further than 24 days.
      expiresAt: Math.min(token.expiresAt.getTime(), Date.now() + DAY),
      ...{ authenticatedAt: 0, twoFactor: false, role: token.role },
      scopes: scopesLeft(token.scopes, token.role, token.secured),
    })
  }

  /** Whether a token that was good a moment ago still is: what was revoked meanwhile would go on in a socket that nobody closes. */
  async stillLives(id: string): Promise<boolean> {
    const found = await readPrepared(
      this.#pool,
      Prisma.sql`SELECT 1 FROM "PersonalToken" WHERE id = ${id}::uuid AND "expiresAt" > ${new Date()}`,
    )
    return found.length > 0
  }

  async #living(hash: Uint8Array<ArrayBuffer>): Promise<LivingToken | null> {
    const [token] = await readPrepared<LivingToken>(
      this.#pool,
      Prisma.sql`
        SELECT token.id, token."userId", token.scopes, token."expiresAt", token."lastUsedAt", "User".role,
          "User"."twoFactorAt" IS NOT NULL AS secured
        FROM "PersonalToken" token JOIN "User" ON "User".id = token."userId"
        WHERE token."tokenHash" = ${hash} AND token."expiresAt" > ${new Date()} AND "User"."disabledAt" IS NULL`,
    )
    return token ?? null
  }

  async #noteUse({ id, lastUsedAt }: LivingToken): Promise<void> {
    const now = Date.now()
    if (lastUsedAt !== null && now - lastUsedAt.getTime() < USE_MS) return
    await readPrepared(this.#pool, Prisma.sql`UPDATE "PersonalToken" SET "lastUsedAt" = ${new Date(now)} WHERE id = ${id}::uuid`)
  }
}

const refused = () =>
  new UserFacingError('UNAUTHENTICATED', 'The access token is unknown, revoked or expired. Make a new one in your profile.')
