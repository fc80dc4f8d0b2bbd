import type { Database, Transaction } from '../../prisma/client.ts'
import { UserFacingError } from '../../schema/errors.ts'
import type { User } from '../../schema/graphql/auth.ts'
import { shownIndex } from '../../schema/market/indices.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { Letters } from '../mail/Letters.ts'
import type { Mailer } from '../mail/Mailer.ts'
import type { Principal } from '../security/Authenticator.ts'
import type { Device } from '../security/Device.ts'
import { countAttempt } from '../security/failedAttempts.ts'
import { issueOneTimeToken, useOneTimeToken } from '../security/oneTimeTokens.ts'
import { requireRecentPassword } from '../security/requireRecentPassword.ts'
import { parseInput } from '../server/parseInput.ts'
import { profileInput, resendVerificationInput, verifyEmailInput } from './input.ts'
import { toUser, userColumns } from './toUser.ts'

/** The signed-in user's own account: name, trading index, and the e-mail address with its confirmation. */
export class ProfileService {
  readonly #db: Database
  readonly #mailer: Mailer
  readonly #letters: Letters
  constructor(db: Database, mailer: Mailer, letters: Letters) {
    this.#db = db
    this.#mailer = mailer
    this.#letters = letters
  }

  /** Throws UNAUTHENTICATED when the account no longer exists. */
  async me(userId: string): Promise<User> {
    const user = await this.#db.user.findUnique({ where: { id: userId }, select: userColumns })
    if (!user) throw new UserFacingError('UNAUTHENTICATED', 'This account no longer exists.')
    return toUser(user)
  }

  /**
   * Changes what is given. A new e-mail address waits in `pendingEmail` until the link mailed there is followed; whether somebody else has
   * it is not told. Throws BAD_USER_INPUT, and REAUTHENTICATION_REQUIRED for a new address.
   */
  async update(caller: Principal, input: unknown, device: Device): Promise<User> {
    const { name, email, tradingIndex } = parseInput(profileInput, input)
    const { userId } = caller
    const before = await this.me(userId)
    const wantsEmail = email != null && email !== before.email
    if (wantsEmail) requireRecentPassword(caller)
    const data = {
      ...(name != null && name !== before.name ? { name } : {}),
      ...(tradingIndex != null && shownIndex(tradingIndex) !== before.tradingIndex ? { tradingIndex } : {}),
      ...(wantsEmail ? { pendingEmail: email } : email != null && before.pendingEmail !== null ? { pendingEmail: null } : {}),
    }
    const changed = Object.keys(data)
    if (changed.length === 0) return before
    const user = await this.#db.$transaction(async (tx) => {
      const user = await tx.user.update({ where: { id: userId }, data, select: userColumns })
      const action = wantsEmail ? 'EMAIL_CHANGE_REQUESTED' : 'PROFILE_CHANGED'
      await recordAudit(tx, { accountId: userId, action, device, details: { changed: changed.join(', ') } })
      return user
    })
    if (wantsEmail) this.#mailLink({ id: userId, name: user.name }, email)
    return toUser(user)
  }

  /**
   * Confirms an address by the link mailed there; a new address takes the place of the old one, whose holder is told.
   * Throws BAD_USER_INPUT for a link that is used, replaced or too old, CONFLICT when another account has taken the address.
   */
  async verifyEmail(input: unknown, device: Device): Promise<void> {
    const { token } = parseInput(verifyEmailInput, input)
    const replaced = await this.#db.$transaction(async (tx) => {
      const holder = await useOneTimeToken(tx, 'VERIFY_EMAIL', token)
      if (!holder) throw linkOver()
      return this.#confirm(tx, holder.userId, holder.email, device)
    })
    if (replaced) this.#mailer.post(async () => this.#letters.emailChanged(replaced.old, replaced.email))
  }

  /** Mails the link again to an address that waits for it; the answer and its time are the same when none does. Throws BAD_USER_INPUT. */
  resendVerification(input: unknown): void {
    const { email } = parseInput(resendVerificationInput, input)
    this.#mailer.post(async () => {
      const user = await this.#db.user.findFirst({
        where: { OR: [{ email, emailVerifiedAt: null }, { pendingEmail: email }], disabledAt: null },
        select: { id: true, name: true },
      })
      return user ? this.#linkLetter(user, email) : null
    })
  }

  async #confirm(tx: Transaction, userId: string, email: string, device: Device) {
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } })
    const emailVerifiedAt = new Date()
    if (user.email === email) {
      await tx.user.update({ where: { id: userId }, data: { emailVerifiedAt } })
      await recordAudit(tx, { accountId: userId, action: 'EMAIL_VERIFIED', device })
      return null
    }
    if (user.pendingEmail !== email) throw linkOver()
    if (await tx.user.findUnique({ where: { email }, select: { id: true } }))
      throw new UserFacingError('CONFLICT', 'This address belongs to another account by now.')
    await tx.user.update({ where: { id: userId }, data: { email, pendingEmail: null, emailVerifiedAt } })
    // A link for a new password that was mailed to the old address must not open the account.
    await tx.oneTimeToken.deleteMany({ where: { userId } })
    await recordAudit(tx, { accountId: userId, action: 'EMAIL_CHANGED', device, details: { from: user.email, to: email } })
    return { old: { id: user.id, name: user.name, email: user.email }, email }
  }

  #mailLink(user: { id: string; name: string }, email: string): void {
    this.#mailer.post(async () => {
      const taken = await this.#db.user.findFirst({ where: { email, id: { not: user.id } } })
      return taken ? this.#letters.addressTaken(taken) : this.#linkLetter(user, email)
    })
  }

  async #linkLetter({ id, name }: { readonly id: string; readonly name: string }, email: string) {
    await countAttempt(this.#db, 'mail', email)
    const token = await this.#db.$transaction((tx) => issueOneTimeToken(tx, 'VERIFY_EMAIL', { userId: id, email }))
    return this.#letters.verifyEmail({ id, name, email }, token)
  }
}

const linkOver = () => new UserFacingError('BAD_USER_INPUT', 'This link has been used or is too old. Ask for a new one.')
