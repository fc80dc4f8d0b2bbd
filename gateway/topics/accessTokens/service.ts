import type { Database } from '../../../prisma/client.ts'
import type { PersonalToken } from '../../../prisma/generated/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { AccessToken, NewAccessToken } from '../../../schema/graphql/accessTokens.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { DAY } from '../../../schema/time.ts'
import { scopesOf, TOKEN_SCOPES, type TokenScope } from '../../../schema/tokenScopes.ts'
import type { Device } from '../../kit/Device.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { digest } from '../../security/digest.ts'
import { lockCaller } from '../../security/lockAccount.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import { endTokens } from '../../security/personalTokens/endTokens.ts'
import { makeTokenText } from '../../security/personalTokens/tokenText.ts'
import { requireRecentPassword } from '../../security/requireRecentPassword.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { Letters } from '../mail/Letters.ts'
import { noticeTo } from '../mail/mailLimits.ts'
import type { Postbox } from '../mail/Postbox.ts'
import { newTokenInput, tokenIdInput } from './input.ts'

/** How long an expired token stays in its owner's list. */
const SHOWN_MS = 30 * DAY
const HINT_LETTERS = 4

export interface TokenParts {
  readonly postbox: Postbox
  readonly letters: Letters
}

/** Personal access tokens, as their owners make, see and revoke them. */
export class AccessTokenService {
  readonly #db: Database
  readonly #parts: TokenParts
  constructor(db: Database, parts: TokenParts) {
    this.#db = db
    this.#parts = parts
  }

  /** The user's tokens, the newest first; revoked ones are gone. */
  async mine({ userId }: Principal): Promise<AccessToken[]> {
    const rows = await this.#db.personalToken.findMany({ where: { userId }, orderBy: { id: 'desc' } })
    return rows.map(toAccessToken)
  }

  /**
   * Makes a token; only this answer has its text. Audited and notified by mail. Throws BAD_USER_INPUT, REAUTHENTICATION_REQUIRED,
   * FORBIDDEN for a scope that the caller's role, or an admin without two-factor sign-in, lacks, CONFLICT if too many.
   */
  async create(caller: Principal, input: unknown, device: Device): Promise<NewAccessToken> {
    requireRecentPassword(caller)
    const { name, scopes, days } = parseInput(newTokenInput, input)
    if (scopes.includes('read:all-anonymous')) requireAdmin(caller)
    const { userId, sessionId } = caller
    const text = makeTokenText()
    const row = await this.#db.$transaction(async (tx) => {
      const { user } = await lockCaller(tx, caller)
      const withheld = scopes.filter((scope) => !scopesOf(user.role).includes(scope))
      if (withheld.length > 0) throw new UserFacingError('FORBIDDEN', `Your role, ${user.role}, does not have ${withheld.join(', ')}.`)
      const living = await tx.personalToken.count({ where: { userId, expiresAt: { gt: new Date() } } })
      if (living >= LIMITS.accessTokens.most)
        throw new UserFacingError(
          'CONFLICT',
          `You have ${living} access tokens; the maximum is ${LIMITS.accessTokens.most}. Revoke one first.`,
        )
      const made = await tx.personalToken.create({
        data: {
          ...{ userId, name, scopes: [...scopes], tokenHash: digest(text), hint: text.slice(-HINT_LETTERS) },
          expiresAt: new Date(Date.now() + days * DAY),
        },
      })
      const details = { token: made.id, name, scopes: scopes.join(', '), days }
      await recordAudit(tx, { accountId: userId, action: 'ACCESS_TOKEN_MADE', device, sessionId, details })
      await this.#parts.postbox.post(tx, await noticeTo(tx, user, this.#parts.letters.accessTokenMade(user, scopes)))
      return made
    })
    return { text, token: toAccessToken(row) }
  }

  /** Revokes one at once, its sockets too. Throws BAD_USER_INPUT, NOT_FOUND when it is not the user's, or gone. */
  async revoke({ userId, sessionId }: Principal, input: unknown, device: Device): Promise<void> {
    const { id } = parseInput(tokenIdInput, input)
    await this.#db.$transaction(async (tx) => {
      if ((await endTokens(tx, { id, userId })) === 0) throw new UserFacingError('NOT_FOUND', 'You have no such access token.')
      await recordAudit(tx, { accountId: userId, action: 'ACCESS_TOKEN_REVOKED', device, sessionId, details: { token: id } })
    })
  }

  /** Removes what expired a month ago. */
  async prune(): Promise<void> {
    await this.#db.personalToken.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - SHOWN_MS) } } })
  }
}

function toAccessToken({ id, name, scopes, hint, createdAt, expiresAt, lastUsedAt }: PersonalToken): AccessToken {
  const expired = expiresAt.getTime() <= Date.now()
  const known = TOKEN_SCOPES.filter((scope: TokenScope) => scopes.includes(scope))
  return { id, name, scopes: known, hint, createdAt, expiresAt, lastUsedAt, expired }
}
