import { z } from 'zod'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { User } from '../../../schema/graphql/auth.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { AuthService } from '../auth/service.ts'
import type { Letter } from '../mail/Letter.ts'
import type { Letters } from '../mail/Letters.ts'
import { noticeTo, takeLink, type Asker } from '../mail/mailLimits.ts'
import { storedDevice, type Postbox } from '../mail/Postbox.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Device } from '../../kit/Device.ts'
import { countAttempt } from '../../security/failedAttempts.ts'
import type { KnownDevices } from '../../security/KnownDevices.ts'
import { issueOneTimeToken, readOneTimeToken, useOneTimeToken, type TokenHolder } from '../../security/oneTimeTokens.ts'
import { requireRecentPassword } from '../../security/requireRecentPassword.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { profileInput, resendVerificationInput, verifyEmailInput } from './input.ts'
import { toUser, userColumns } from '../auth/toUser.ts'

export interface ProfileParts {
  readonly auth: AuthService
  readonly postbox: Postbox
  readonly letters: Letters
  readonly knownDevices: KnownDevices
}

/** The signed-in user's own account: name, trading index, and the e-mail address with its confirmation. */
export class ProfileService {
  readonly #db: Database
  readonly #parts: ProfileParts
  constructor(db: Database, parts: ProfileParts) {
    this.#db = db
    this.#parts = parts
    parts.postbox.writes(NEW_ADDRESS, newAddressWish, (tx, wish) => this.#writeToNewAddress(tx, wish))
    parts.postbox.writes(LINK_AGAIN, linkAgainWish, (tx, wish) => this.#writeAgain(tx, wish))
  }

  /** Throws UNAUTHENTICATED when the account no longer exists. */
  async me(userId: string): Promise<User> {
    const user = await this.#db.user.findUnique({ where: { id: userId }, select: userColumns })
    if (!user) throw new UserFacingError('UNAUTHENTICATED', 'This account no longer exists.')
    return toUser(user)
  }

  /**
   * Changes the given fields. A new e-mail address waits in `pendingEmail` until its mailed link is followed; the answer does not reveal
   * whether somebody else has it. Throws BAD_USER_INPUT, and for a new address REAUTHENTICATION_REQUIRED and RATE_LIMITED.
   */
  async update(caller: Principal, input: unknown, device: Device): Promise<User> {
    const { name, email, tradingIndex } = parseInput(profileInput, input)
    const { userId } = caller
    const before = await this.me(userId)
    const wantsEmail = email != null && email !== before.email
    if (wantsEmail) {
      requireRecentPassword(caller)
      await countAttempt(this.#db, 'newEmail', userId)
      await countAttempt(this.#db, 'newEmailFrom', device.address)
    }
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
      if (wantsEmail) await this.#parts.postbox.wish(tx, NEW_ADDRESS, { userId, email, address: device.address })
      return user
    })
    return toUser(user)
  }

  /**
   * Confirms an address by its mailed link; a new address replaces the old one, whose holder is notified. Following the link shows that the
   * address is read, not that its reader created the account: it needs a session of the account (`caller`), or its password. Throws
   * BAD_USER_INPUT for a link that is used, replaced or expired; FORBIDDEN, blaming `password`, when that is missing, and BAD_USER_INPUT
   * when it is wrong: the link stays valid; RATE_LIMITED; CONFLICT when another account has taken the address.
   */
  async verifyEmail(caller: Principal | null, input: unknown, device: Device): Promise<void> {
    const { token, password } = parseInput(verifyEmailInput, input)
    const found = await readOneTimeToken(this.#db, 'VERIFY_EMAIL', token)
    if (!found) throw linkOver()
    if (caller?.userId !== found.userId) await this.#requirePassword(found, password, device)
    await this.#db.$transaction(async (tx) => {
      const holder = await useOneTimeToken(tx, 'VERIFY_EMAIL', token)
      if (!holder) throw linkOver()
      await this.#confirm(tx, holder.userId, holder.email, device)
    })
  }

  /**
   * Mails the link again to an address awaiting confirmation, preferring the caller's account; the answer and its time are the same when
   * none does. Throws BAD_USER_INPUT.
   */
  async resendVerification(caller: Principal | null, input: unknown, { address, userAgent, marks }: Device): Promise<void> {
    const { email } = parseInput(resendVerificationInput, input)
    const about = { callerId: caller?.userId ?? null, email, device: { address, userAgent, marks } }
    await this.#parts.postbox.wish(this.#db, LINK_AGAIN, about)
  }

  /** Has the link mailed again to an address of the account that awaits confirmation, as if its owner had asked. */
  async resendTo(
    tx: Transaction,
    { userId, email }: { readonly userId: string; readonly email: string },
    { address, userAgent, marks }: Device,
  ): Promise<void> {
    await this.#parts.postbox.wish(tx, LINK_AGAIN, { callerId: userId, email, device: { address, userAgent, marks } })
  }

  async #writeAgain(tx: Transaction, { callerId, email, device }: z.output<typeof linkAgainWish>): Promise<Letter | null> {
    const user = (callerId && (await this.#ownWaiting(tx, callerId, email))) || (await this.#anyWaiting(tx, email))
    if (!user) return null
    // An address has one account, but any number of accounts may want it.
    const own = user.email === email
    const known = own && user.id === callerId ? 'session' : own ? this.#parts.knownDevices.idOf(device, user) : null
    return this.#linkLetter(tx, user, email, { address: device.address, known })
  }

  async #confirm(tx: Transaction, userId: string, email: string, device: Device): Promise<void> {
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } })
    const emailVerifiedAt = new Date()
    if (user.email === email) {
      await tx.user.update({ where: { id: userId }, data: { emailVerifiedAt } })
      await recordAudit(tx, { accountId: userId, action: 'EMAIL_VERIFIED', device })
      return
    }
    if (user.pendingEmail !== email) throw linkOver()
    if (await tx.user.findUnique({ where: { email }, select: { id: true } }))
      throw new UserFacingError('CONFLICT', 'This address now belongs to another account.')
    await tx.user.update({ where: { id: userId }, data: { email, pendingEmail: null, emailVerifiedAt } })
    // A password link mailed to the old address must not open the account.
    await tx.oneTimeToken.deleteMany({ where: { userId } })
    await recordAudit(tx, { accountId: userId, action: 'EMAIL_CHANGED', device, details: { from: user.email, to: email } })
    // To the old address.
    await this.#parts.postbox.post(tx, await noticeTo(tx, user, this.#parts.letters.emailChanged(user, email)))
  }

  async #requirePassword({ userId, email }: TokenHolder, password: string | null | undefined, device: Device): Promise<void> {
    if (password == null) {
      const { email: own } = await this.#db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
      const where = own === email ? `Sign in as ${email}` : 'Sign in to the account that is to have this address'
      const message = `${where}, or give the password you chose for it, to confirm the address.`
      throw new UserFacingError('FORBIDDEN', message, { password: 'The password of the account is required' })
    }
    if (await this.#parts.auth.knowsPassword(userId, password, device)) return
    const message = 'This is not the password of the account that waits to confirm this address'
    throw new UserFacingError('BAD_USER_INPUT', message, { password: message })
  }

  #ownWaiting(tx: Transaction, id: string, email: string) {
    return tx.user.findFirst({ where: { id, ...waitingFor(email) }, select: waitingColumns })
  }

  /** The account of that address itself, else the one that requested it last. */
  async #anyWaiting(tx: Transaction, email: string) {
    const own = await tx.user.findFirst({ where: { email, emailVerifiedAt: null, disabledAt: null }, select: waitingColumns })
    if (own) return own
    const last = await tx.oneTimeToken.findFirst({
      where: { purpose: 'VERIFY_EMAIL', email, user: { pendingEmail: email, disabledAt: null } },
      orderBy: [{ expiresAt: 'desc' }, { userId: 'asc' }],
      select: { user: { select: waitingColumns } },
    })
    return last?.user ?? null
  }

  async #writeToNewAddress(tx: Transaction, { userId, email, address }: z.output<typeof newAddressWish>): Promise<Letter | null> {
    const asker = { address, known: null }
    const user = await tx.user.findUnique({ where: { id: userId, pendingEmail: email }, select: { id: true, name: true } })
    // Another address is wanted now.
    if (!user) return null
    const taken = await tx.user.findFirst({ where: { email, id: { not: userId } } })
    if (!taken) return this.#linkLetter(tx, user, email, asker)
    return (await takeLink(tx, 'verify', email, asker)) ? this.#parts.letters.addressTaken(taken) : null
  }

  async #linkLetter(tx: Transaction, { id, name }: { readonly id: string; readonly name: string }, email: string, asker: Asker) {
    if (!(await takeLink(tx, 'verify', email, asker))) return null
    const token = await issueOneTimeToken(tx, 'VERIFY_EMAIL', { userId: id, email })
    return this.#parts.letters.verifyEmail({ id, name, email }, token)
  }
}

/** Mails to an account's new address, and to one that has not followed its link. */
const NEW_ADDRESS = 'link to a new address'
const LINK_AGAIN = 'link sent again'
const newAddressWish = z.object({ userId: z.string(), email: z.string(), address: z.string() })
const linkAgainWish = z.object({ callerId: z.string().nullable(), email: z.string(), device: storedDevice })
const waitingFor = (email: string) => ({ OR: [{ email, emailVerifiedAt: null }, { pendingEmail: email }], disabledAt: null })
const waitingColumns = { id: true, name: true, email: true, devicesFrom: true } as const
const linkOver = () => new UserFacingError('BAD_USER_INPUT', 'This link was already used or has expired. Request a new one.')
