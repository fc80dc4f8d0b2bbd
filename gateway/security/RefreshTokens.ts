import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { publish } from '../../prisma/bus.ts'
import type { Database, Transaction } from '../../prisma/client.ts'
import { UserFacingError } from '../../schema/errors.ts'
import { DAY } from '../../schema/time.ts'

/** A sign-in ends this long after it began, however often it was refreshed. */
const LIFETIME_MS = 7 * DAY

export interface RefreshGrant {
  readonly userId: string
  /** All tokens of one sign-in share it. */
  readonly familyId: string
  /** 256 random bits; only its hash is stored. */
  readonly refreshToken: string
}

/** Refresh tokens: each is good for one use, and a second use ends the sign-in it belongs to, because one of the two users is a thief. */
export class RefreshTokens {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** Begins a sign-in. Tokens of the user that have expired are swept out. */
  async begin(tx: Transaction, userId: string): Promise<RefreshGrant> {
    await tx.refreshToken.deleteMany({ where: { userId, expiresAt: { lt: new Date() } } })
    return store(tx, userId, randomUUID(), new Date(Date.now() + LIFETIME_MS))
  }

  /** Exchanges a token for its successor. Throws UNAUTHENTICATED when it is unknown, expired, revoked or used before. */
  async rotate(refreshToken: string): Promise<RefreshGrant> {
    const tokenHash = digest(refreshToken)
    const successor = await this.#db.$transaction(async (tx) => {
      // One statement decides who uses the token: of two at once, the second finds it used.
      // A family with any revoked member is dead, also when a successor slipped in while it was being revoked.
      const [used] = await tx.$queryRaw<{ userId: string; familyId: string; expiresAt: Date }[]>`
        UPDATE "RefreshToken" t SET "usedAt" = now()
        WHERE t."tokenHash" = ${tokenHash} AND t."usedAt" IS NULL AND t."expiresAt" > now()
          AND NOT EXISTS (SELECT 1 FROM "RefreshToken" r WHERE r."familyId" = t."familyId" AND r."revokedAt" IS NOT NULL)
        RETURNING "userId", "familyId", "expiresAt"`
      return used ? store(tx, used.userId, used.familyId, used.expiresAt) : null
    })
    if (successor) return successor
    const known = await this.#db.refreshToken.findUnique({ where: { tokenHash }, select: { familyId: true, usedAt: true } })
    if (known?.usedAt) await this.revokeFamily(known.familyId)
    throw new UserFacingError('UNAUTHENTICATED', 'Your session has ended. Please sign in again.')
  }

  /** Ends the sign-in the token belongs to; an unknown token belongs to none. */
  async revoke(refreshToken: string): Promise<void> {
    const known = await this.#db.refreshToken.findUnique({ where: { tokenHash: digest(refreshToken) }, select: { familyId: true } })
    if (known) await this.revokeFamily(known.familyId)
  }

  /** Whether a sign-in was ended before its time. */
  async hasEnded(familyId: string): Promise<boolean> {
    const revoked = await this.#db.refreshToken.findFirst({ where: { familyId, revokedAt: { not: null } }, select: { id: true } })
    return revoked !== null
  }

  /** Ends a sign-in and tells every gateway. */
  async revokeFamily(familyId: string): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      await tx.refreshToken.updateMany({ where: { familyId, revokedAt: null }, data: { revokedAt: new Date() } })
      await publish(tx, { type: 'session.ended', sessionId: familyId })
    })
  }
}

async function store(tx: Transaction, userId: string, familyId: string, expiresAt: Date): Promise<RefreshGrant> {
  const refreshToken = randomBytes(32).toString('base64url')
  await tx.refreshToken.create({ data: { userId, familyId, tokenHash: digest(refreshToken), expiresAt } })
  return { userId, familyId, refreshToken }
}

function digest(refreshToken: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(refreshToken).digest())
}
