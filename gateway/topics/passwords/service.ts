import { z } from 'zod'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { TokenPayload } from '../../../schema/graphql/auth.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { AuthService } from '../auth/service.ts'
import type { Letter } from '../mail/Letter.ts'
import type { Letters } from '../mail/Letters.ts'
import { forgiveLinks, noticeTo, takeLink } from '../mail/mailLimits.ts'
import { storedDevice, type Postbox } from '../mail/Postbox.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Device } from '../../kit/Device.ts'
import { endSessions } from '../../security/endSessions.ts'
import { endTokens } from '../../security/personalTokens/endTokens.ts'
import { forgiveAttempts } from '../../security/failedAttempts.ts'
import type { KnownDevices } from '../../security/KnownDevices.ts'
import { lockCaller } from '../../security/lockAccount.ts'
import { issueOneTimeToken, readOneTimeToken, useOneTimeToken } from '../../security/oneTimeTokens.ts'
import { hashPassword } from '../../security/passwords.ts'
import { refuseWeakPassword } from '../../security/refuseWeakPassword.ts'
import { isRecentlyProved } from '../../security/requireRecentPassword.ts'
import { suspendChannels } from '../notifications/suspendChannels.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { SecondFactor } from '../twoFactor/SecondFactor.ts'
import { changePasswordInput, forgotPasswordInput, resetPasswordInput } from './input.ts'

export interface PasswordParts {
  readonly postbox: Postbox
  readonly letters: Letters
  readonly knownDevices: KnownDevices
  readonly secondFactor: SecondFactor
}

/** New passwords: in place of the old one, or by a mailed link. Either ends every session of the account at once. */
export class PasswordService {
  readonly #db: Database
  readonly #auth: AuthService
  readonly #parts: PasswordParts
  constructor(db: Database, auth: AuthService, parts: PasswordParts) {
    this.#db = db
    this.#auth = auth
    this.#parts = parts
    parts.postbox.writes(RESET_LINK, resetWish, (tx, { email, device }) => this.#writeReset(tx, email, device))
  }

  /**
   * The returned tokens are of a new session, the only one left, which inherits the reauthentication of the old one. Where two-factor
   * sign-in is on it takes a code too, unless one was given within ten minutes. Throws BAD_USER_INPUT, RATE_LIMITED after many wrong
   * passwords or codes.
   */
  async change(caller: Principal, input: unknown, device: Device): Promise<TokenPayload> {
    const { userId } = caller
    const { currentPassword, newPassword, code } = parseInput(changePasswordInput, input)
    const checked = await this.#auth.checkPassword(userId, 'currentPassword', currentPassword)
    const user = await this.#db.user.findUniqueOrThrow({ where: { id: userId } })
    refuseWeakPassword('newPassword', newPassword, user)
    // After every other check: a code is valid once.
    if (checked.twoFactorAt && !(caller.twoFactor && isRecentlyProved(caller))) await this.#auth.checkCode(userId, code, device)
    const passwordHash = await hashPassword(newPassword)
    return this.#db.$transaction(async (tx) => {
      const { proof } = await lockCaller(tx, caller)
      await tx.user.update({ where: { id: userId }, data: { passwordHash } })
      await tx.oneTimeToken.deleteMany({ where: { userId } })
      await endSessions(tx, { userId }, 'PASSWORD_CHANGED')
      await endTokens(tx, { userId })
      await recordAudit(tx, { accountId: userId, action: 'PASSWORD_CHANGED', device })
      await this.#tellOwner(tx, user)
      return this.#auth.beginSession(tx, userId, device, proof)
    })
  }

  /**
   * Mails a link if there is such an account; the answer and its time are the same when there is none, and when a link that still works was
   * mailed so recently that another is not needed (mailLimits.ts). Throws BAD_USER_INPUT.
   */
  async forgot(input: unknown, { address, userAgent, marks }: Device): Promise<void> {
    const { email } = parseInput(forgotPasswordInput, input)
    await this.#parts.postbox.wish(this.#db, RESET_LINK, { email, device: { address, userAgent, marks } })
  }

  async #writeReset(tx: Transaction, email: string, device: Device): Promise<Letter | null> {
    const { letters, knownDevices } = this.#parts
    const user = await tx.user.findFirst({ where: { email, disabledAt: null } })
    if (!user) return null
    const asker = { address: device.address, known: knownDevices.idOf(device, user) }
    if (!(await takeLink(tx, 'reset', email, asker))) return null
    const token = await issueOneTimeToken(tx, 'RESET_PASSWORD', { userId: user.id, email })
    await recordAudit(tx, { accountId: user.id, action: 'PASSWORD_RESET_REQUESTED', device })
    return letters.resetPassword(user, token)
  }

  /**
   * Sets a new password by a mailed link. It signs nobody in and turns no second factor off; pending changes of the account are void,
   * webhook and Telegram bot wait for the owner's confirmation, and only the requesting device stays known to the account. Following the
   * link confirms the address: a second factor and notification channels set up before it was confirmed may be those of somebody who signed
   * up with another's address, and are removed. Throws BAD_USER_INPUT for a weak password or a link that is used, replaced or older than 30
   * minutes.
   */
  async reset(input: unknown, device: Device): Promise<void> {
    const { token, newPassword } = parseInput(resetPasswordInput, input)
    const holder = await readOneTimeToken(this.#db, 'RESET_PASSWORD', token)
    if (!holder) throw linkOver()
    const { userId } = holder
    const user = await this.#db.user.findUniqueOrThrow({ where: { id: userId } })
    refuseWeakPassword('newPassword', newPassword, user)
    const passwordHash = await hashPassword(newPassword)
    const devicesFrom = new Date()
    await this.#db.$transaction(async (tx) => {
      if (!(await useOneTimeToken(tx, 'RESET_PASSWORD', token))) throw linkOver()
      const { emailVerifiedAt } = await tx.user.update({ where: { id: userId }, data: { passwordHash, pendingEmail: null, devicesFrom } })
      await tx.oneTimeToken.deleteMany({ where: { userId } })
      await endSessions(tx, { userId }, 'PASSWORD_CHANGED')
      await endTokens(tx, { userId })
      await forgiveAttempts(tx, 'signIn', user.email)
      if (emailVerifiedAt === null) await this.#handToProvenOwner(tx, userId)
      const suspended = await suspendChannels(tx, userId)
      await recordAudit(tx, { accountId: userId, action: 'PASSWORD_RESET', device })
      if (suspended.length > 0)
        await recordAudit(tx, { accountId: userId, action: 'CHANNELS_SUSPENDED', device, details: { channels: suspended.join(', ') } })
      if (emailVerifiedAt === null) await recordAudit(tx, { accountId: userId, action: 'EMAIL_VERIFIED', device })
      await forgiveLinks(tx, 'reset', user.email)
      await this.#tellOwner(tx, user)
    })
    this.#parts.knownDevices.remember(device, { id: userId, devicesFrom })
  }

  /** Nobody has proved before that the address is theirs. */
  async #handToProvenOwner(tx: Transaction, userId: string): Promise<void> {
    await tx.user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date(), twoFactorAt: null } })
    await this.#parts.secondFactor.remove(tx, userId)
    await tx.notificationSettings.deleteMany({ where: { userId } })
    await tx.notificationDelivery.deleteMany({ where: { userId, status: 'PENDING' } })
  }

  async #tellOwner(tx: Transaction, user: Awaited<ReturnType<Database['user']['findUniqueOrThrow']>>): Promise<void> {
    const { postbox, letters } = this.#parts
    await postbox.post(tx, await noticeTo(tx, user, letters.passwordChanged(user)))
  }
}

/** The mail with the link for a forgotten password. */
const RESET_LINK = 'reset link'
const resetWish = z.object({ email: z.string(), device: storedDevice })
const linkOver = () => new UserFacingError('BAD_USER_INPUT', 'This link was already used or has expired. Request a new one.')
