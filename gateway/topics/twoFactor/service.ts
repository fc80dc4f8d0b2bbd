import { renderSVG } from 'uqr'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { RecoveryCodes, TwoFactorSetup } from '../../../schema/graphql/twoFactor.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { Letters } from '../mail/Letters.ts'
import type { Postbox } from '../mail/Postbox.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Device } from '../../kit/Device.ts'
import { endSessions } from '../../security/endSessions.ts'
import { endTokens } from '../../security/personalTokens/endTokens.ts'
import { countAttempt, forgiveAttempts } from '../../security/failedAttempts.ts'
import { lockCaller } from '../../security/lockAccount.ts'
import { requireRecentPassword } from '../../security/requireRecentPassword.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { codeInput } from './input.ts'
import type { SecondFactor } from './SecondFactor.ts'

/**
 * Turns two-factor sign-in on and off. Every change needs a password given within ten minutes, and a code while it is on, else it throws
 * REAUTHENTICATION_REQUIRED.
 */
export class TwoFactorService {
  readonly #db: Database
  readonly #secondFactor: SecondFactor
  readonly #postbox: Postbox
  readonly #letters: Letters
  constructor(db: Database, secondFactor: SecondFactor, postbox: Postbox, letters: Letters) {
    this.#db = db
    this.#secondFactor = secondFactor
    this.#postbox = postbox
    this.#letters = letters
  }

  /**
   * Draws a seed for the user's authenticator; nothing changes until confirm(). Throws CONFLICT when it is on already, FORBIDDEN before the
   * e-mail address is confirmed: signing up with another's address must not lock its owner out.
   */
  async begin(caller: Principal): Promise<TwoFactorSetup> {
    requireRecentPassword(caller)
    const totp = await this.#db.$transaction(async (tx) => {
      const { user } = await lockCaller(tx, caller)
      if (user.twoFactorAt) throw new UserFacingError('CONFLICT', 'Two-factor sign-in is already on.')
      if (!user.emailVerifiedAt) throw new UserFacingError('FORBIDDEN', 'Please confirm your e-mail address first.')
      return this.#secondFactor.enrol(tx, caller.userId, user.email)
    })
    const uri = totp.toString()
    return { secret: totp.secret.base32, uri, qrSvg: renderSVG(uri) }
  }

  /** Turns it on with a first code of the authenticator, and ends all other sessions. Throws BAD_USER_INPUT for a wrong code, CONFLICT. */
  async confirm(caller: Principal, input: unknown, device: Device): Promise<RecoveryCodes> {
    requireRecentPassword(caller)
    const { userId, sessionId } = caller
    const { code } = parseInput(codeInput, input)
    await countAttempt(this.#db, 'secondFactor', userId)
    const codes = await this.#db.$transaction(async (tx) => {
      const { user } = await lockCaller(tx, caller)
      if (user.twoFactorAt) throw new UserFacingError('CONFLICT', 'Two-factor sign-in is already on.')
      if (!(await this.#secondFactor.showsAuthenticator(tx, userId, code.replace(/\s/g, ''), Date.now()))) {
        const message = 'The code is not correct. Check that the time of your phone is right.'
        throw new UserFacingError('BAD_USER_INPUT', message, { code: message })
      }
      const now = new Date()
      await tx.user.update({ where: { id: userId }, data: { twoFactorAt: now } })
      await tx.session.update({ where: { id: sessionId }, data: { secondFactorAt: now } })
      await endSessions(tx, { userId, id: { not: sessionId } }, 'TWO_FACTOR_CHANGED')
      await endTokens(tx, { userId })
      await recordAudit(tx, { accountId: userId, action: 'TWO_FACTOR_ON', device, sessionId })
      await this.#postbox.post(tx, this.#letters.twoFactorChanged(user, true))
      return this.#secondFactor.newRecoveryCodes(tx, userId)
    })
    await forgiveAttempts(this.#db, 'secondFactor', userId)
    return { codes }
  }

  /** Turns it off, and ends all other sessions. Throws CONFLICT when it is not on. */
  async turnOff(caller: Principal, device: Device): Promise<void> {
    requireRecentPassword(caller)
    const { userId, sessionId } = caller
    await this.#db.$transaction(async (tx) => {
      const user = await this.#on(tx, caller)
      await this.#secondFactor.remove(tx, userId)
      await tx.user.update({ where: { id: userId }, data: { twoFactorAt: null } })
      await endSessions(tx, { userId, id: { not: sessionId } }, 'TWO_FACTOR_CHANGED')
      await endTokens(tx, { userId })
      await recordAudit(tx, { accountId: userId, action: 'TWO_FACTOR_OFF', device, sessionId })
      await this.#postbox.post(tx, this.#letters.twoFactorChanged(user, false))
    })
  }

  /** New recovery codes; the old ones are void. Throws CONFLICT when two-factor sign-in is off. */
  async renewRecoveryCodes(caller: Principal, device: Device): Promise<RecoveryCodes> {
    requireRecentPassword(caller)
    const { userId, sessionId } = caller
    const codes = await this.#db.$transaction(async (tx) => {
      const user = await this.#on(tx, caller)
      await recordAudit(tx, { accountId: userId, action: 'RECOVERY_CODES_RENEWED', device, sessionId })
      await this.#postbox.post(tx, this.#letters.recoveryCodesRenewed(user))
      return this.#secondFactor.newRecoveryCodes(tx, userId)
    })
    return { codes }
  }

  async #on(tx: Transaction, caller: Principal) {
    const { user } = await lockCaller(tx, caller)
    if (!user.twoFactorAt) throw new UserFacingError('CONFLICT', 'Two-factor sign-in is not on.')
    return user
  }
}
