import { createHmac, randomBytes } from 'node:crypto'
import type { Database, Transaction } from '../../prisma/client.ts'
import { DAY, SECOND, type Instant } from '../../schema/time.ts'
import type { Device } from '../kit/Device.ts'
import { digest } from './digest.ts'
import { endSessions } from './endSessions.ts'

/** A session ends this long after it began, however often it is renewed. */
const LIFETIME_MS = 7 * DAY
/** A session that nobody has used for this long is over as well. */
const IDLE_MS = DAY
/** Two tabs may show the same token: the second is answered like the first for this long. */
const GRACE_MS = 10 * SECOND

/** Which sessions live at `now`: neither ended, nor run out, nor left alone for 24 hours. */
export function livingSessions(now: Date) {
  return { endedAt: null, expiresAt: { gt: now }, lastUsedAt: { gt: new Date(now.getTime() - IDLE_MS) } } as const
}

/** When a session ends unless it is used before. */
export function endOfSession({ expiresAt, lastUsedAt }: { readonly expiresAt: Date; readonly lastUsedAt: Date }): Date {
  return new Date(Math.min(expiresAt.getTime(), lastUsedAt.getTime() + IDLE_MS))
}

/** When a session's user gave the password, and a code of the second factor (null: did not). */
export interface Proof {
  readonly authenticatedAt: Date
  readonly secondFactorAt: Date | null
}

export interface RefreshGrant {
  readonly userId: string
  readonly sessionId: string
  /** 256 bits that nobody can guess; only their hash is stored. */
  readonly refreshToken: string
  /** When the session ends unless it is used before. */
  readonly endsAt: Instant
}

export interface RotateOptions {
  /** By a program that its user has left alone, which is no use of the session. */
  readonly unattended: boolean
  /** The token was used before, and its session has just ended by that: in the same transaction, once for each session. */
  onReuse(tx: Transaction, session: { readonly userId: string; readonly sessionId: string }): Promise<void>
}

/** Refresh tokens: each is good for one use, and a second use ends the session, because one of the two users is a thief. */
export class RefreshTokens {
  readonly #db: Database
  readonly #key: Uint8Array
  /** `key`: 256 secret bits, the same in every gateway. A token's successor is worked out with it. */
  constructor(db: Database, key: Uint8Array) {
    this.#db = db
    this.#key = key
  }

  /** Begins a session that lasts seven days, and 24 hours beyond its last use. */
  async begin(tx: Transaction, userId: string, { address, userAgent }: Device, proof: Proof): Promise<RefreshGrant> {
    const refreshToken = randomBytes(32).toString('base64url')
    const expiresAt = new Date(Date.now() + LIFETIME_MS)
    const session = await tx.session.create({ data: { userId, address, userAgent, expiresAt, ...proof } })
    await tx.refreshToken.create({ data: { sessionId: session.id, tokenHash: digest(refreshToken) } })
    return { userId, sessionId: session.id, refreshToken, endsAt: endOfSession(session).getTime() }
  }

  /**
   * Exchanges a token for its successor; null: it is refused. The same token again within ten seconds gets the same successor, while that is
   * unused.
   * Raw SQL: it locks the session.
   */
  rotate(refreshToken: string, { unattended, onReuse }: RotateOptions): Promise<RefreshGrant | null> {
    const tokenHash = digest(refreshToken)
    const successor = createHmac('sha256', this.#key).update(refreshToken).digest('base64url')
    return this.#db.$transaction(async (tx) => {
      // The session's row is the lock: of two at once the second reads what the first one wrote.
      const [session] = await tx.$queryRaw<{ id: string; userId: string; expiresAt: Date; lastUsedAt: Date }[]>`
        SELECT s.id, s."userId", s."expiresAt", s."lastUsedAt" FROM "Session" s
        WHERE s.id = (SELECT "sessionId" FROM "RefreshToken" WHERE "tokenHash" = ${tokenHash})
          AND s."endedAt" IS NULL AND s."expiresAt" > now() AND s."lastUsedAt" > ${new Date(Date.now() - IDLE_MS)}
        FOR UPDATE`
      if (!session) return null
      const { id, userId } = session
      const now = new Date()
      const renewed = (lastUsedAt: Date): RefreshGrant => ({
        ...{ userId, sessionId: id, refreshToken: successor },
        endsAt: endOfSession({ ...session, lastUsedAt }).getTime(),
      })
      const { usedAt } = await tx.refreshToken.findUniqueOrThrow({ where: { tokenHash } })
      if (usedAt === null) {
        await tx.refreshToken.update({ where: { tokenHash }, data: { usedAt: now } })
        await tx.refreshToken.create({ data: { sessionId: id, tokenHash: digest(successor) } })
        if (unattended) return renewed(session.lastUsedAt)
        await tx.session.update({ where: { id }, data: { lastUsedAt: now } })
        return renewed(now)
      }
      const next = await tx.refreshToken.findUnique({ where: { tokenHash: digest(successor) } })
      if (next?.usedAt === null && now.getTime() - usedAt.getTime() <= GRACE_MS) return renewed(session.lastUsedAt)
      await endSessions(tx, { id }, 'TOKEN_REUSED')
      await onReuse(tx, { userId, sessionId: id })
      return null
    })
  }

  /** The session a token belongs to, whose it is, and whether it still lives; null when there is none. */
  async sessionOf(refreshToken: string): Promise<{ readonly id: string; readonly userId: string } | null> {
    const token = await this.#db.refreshToken.findUnique({
      where: { tokenHash: digest(refreshToken) },
      select: { session: { select: { id: true, userId: true } } },
    })
    return token?.session ?? null
  }

  /** Removes sessions whose seven days are over, with their tokens. */
  async prune(): Promise<void> {
    await this.#db.session.deleteMany({ where: { expiresAt: { lt: new Date() } } })
  }
}
