import type { Database } from '../../../prisma/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { Session } from '../../../schema/graphql/sessions.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Device } from '../../kit/Device.ts'
import { endSessions } from '../../security/endSessions.ts'
import { endOfSession, livingSessions } from '../../security/RefreshTokens.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { sessionIdInput } from './input.ts'

/** Where a user is signed in. */
export class SessionService {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** The user's live sessions, last used first. */
  async mine({ userId, sessionId }: Principal): Promise<Session[]> {
    const sessions = await this.#db.session.findMany({
      where: { userId, ...livingSessions(new Date()) },
      orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
      select: { id: true, userAgent: true, address: true, createdAt: true, lastUsedAt: true, expiresAt: true },
    })
    return sessions.map((session) => ({ ...session, endsAt: endOfSession(session), current: session.id === sessionId }))
  }

  /** Ends one. Throws NOT_FOUND when it is not the user's, or over. */
  async end({ userId }: Principal, input: unknown, device: Device): Promise<void> {
    const { id } = parseInput(sessionIdInput, input)
    await this.#db.$transaction(async (tx) => {
      const ended = await endSessions(tx, { id, userId }, 'REVOKED')
      if (ended === 0) throw new UserFacingError('NOT_FOUND', 'You have no such session.')
      await recordAudit(tx, { accountId: userId, action: 'SESSION_REVOKED', device, sessionId: id })
    })
  }

  /** Ends all but the caller's; returns how many there were. */
  async endOthers({ userId, sessionId }: Principal, device: Device): Promise<number> {
    return this.#db.$transaction(async (tx) => {
      const ended = await endSessions(tx, { userId, id: { not: sessionId } }, 'REVOKED')
      if (ended > 0) await recordAudit(tx, { accountId: userId, action: 'OTHER_SESSIONS_REVOKED', device, details: { ended } })
      return ended
    })
  }
}
