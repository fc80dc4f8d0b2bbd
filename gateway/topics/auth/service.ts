import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { AuthPayload, TokenPayload } from '../../../schema/graphql/auth.ts'
import { isNewDevice, recordAudit } from '../audit/recordAudit.ts'
import type { Letters } from '../mail/Letters.ts'
import { noticeTo, takeLink } from '../mail/mailLimits.ts'
import { storedDevice, type Postbox } from '../mail/Postbox.ts'
import { accountColumns, toUser, userColumns } from './toUser.ts'
import type { AccessTokens } from '../../security/AccessTokens.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Device } from '../../kit/Device.ts'
import { endSessions } from '../../security/endSessions.ts'
import { endSurplusSessions, MAX_LIVING_SESSIONS } from '../../security/endSurplusSessions.ts'
import { countAttempt, forgiveAttempts, type AttemptKind } from '../../security/failedAttempts.ts'
import type { AccountDevices, KnownDevices } from '../../security/KnownDevices.ts'
import { lockAccount } from '../../security/lockAccount.ts'
import { issueOneTimeToken, readOneTimeToken, useOneTimeToken } from '../../security/oneTimeTokens.ts'
import { hashPassword, passwordMatches } from '../../security/passwords.ts'
import { refuseWeakPassword } from '../../security/refuseWeakPassword.ts'
import type { Proof, RefreshGrant, RefreshTokens } from '../../security/RefreshTokens.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { SecondFactor } from '../twoFactor/SecondFactor.ts'
import { loginInput, logoutInput, reauthenticateInput, refreshInput, secondFactorInput, signupInput } from './input.ts'

export interface AuthParts {
  readonly accessTokens: AccessTokens
  readonly refreshTokens: RefreshTokens
  readonly secondFactor: SecondFactor
  readonly knownDevices: KnownDevices
  readonly postbox: Postbox
  readonly letters: Letters
}

/** A correct password where two-factor sign-in is on: the challenge's holder has five minutes to enter a code. */
export interface Challenge {
  readonly challenge: string
}

/** An account whose owner has just given the password. */
export interface CheckedAccount {
  readonly passwordHash: string
  readonly twoFactorAt: Date | null
}

/** How a session begins. */
interface SignIn extends Proof {
  readonly by: string
}

/** Sign-up, sign-in and sign-out. */
export class AuthService {
  readonly #db: Database
  readonly #parts: AuthParts
  /** A dummy hash, checked when there is no account, so that the answer takes as long as for a real one. */
  readonly #decoyHash = hashPassword(randomBytes(32).toString('hex'))

  constructor(db: Database, parts: AuthParts) {
    this.#db = db
    this.#parts = parts
    parts.postbox.writes(FAILED_ATTEMPT, failedAttempt, recordAttempt)
  }

  /** Creates an account, mails a link to confirm its address, and signs in. Throws BAD_USER_INPUT, or CONFLICT when the e-mail is taken. */
  async signup(input: unknown, device: Device): Promise<AuthPayload> {
    const { name, email, password } = parseInput(signupInput, input)
    refuseWeakPassword('password', password, { name, email })
    const passwordHash = await hashPassword(password)
    const { postbox, letters, knownDevices } = this.#parts
    const payload = await this.#db.$transaction(async (tx) => {
      const [row] = await tx.user.createManyAndReturn({
        data: { name, email, passwordHash },
        select: accountColumns,
        skipDuplicates: true,
      })
      if (!row) {
        const message = 'An account with this email already exists. Sign in instead.'
        throw new UserFacingError('CONFLICT', message, { email: message })
      }
      await recordAudit(tx, { accountId: row.id, action: 'SIGNED_UP', device })
      const signedIn = { user: toUser({ ...row, brokerAccount: null }), ...(await this.#signIn(tx, row.id, device, byPassword())) }
      // Accounts of one address can be created and deleted repeatedly.
      if (await takeLink(tx, 'verify', email, { address: device.address, known: null })) {
        const token = await issueOneTimeToken(tx, 'VERIFY_EMAIL', { userId: row.id, email })
        await postbox.post(tx, letters.verifyEmail(signedIn.user, token))
      }
      return signedIn
    })
    knownDevices.remember(device, { id: payload.user.id, devicesFrom: null })
    return payload
  }

  /**
   * Throws UNAUTHENTICATED, with the same words and after the same time whether or not the account exists; RATE_LIMITED after many wrong
   * attempts, counted separately for strangers and for each known device; FORBIDDEN for a disabled account, if the password is right.
   */
  async login(input: unknown, device: Device): Promise<AuthPayload | Challenge> {
    const { email, password } = parseInput(loginInput, input)
    const user = await this.#db.user.findUnique({
      where: { email },
      select: { ...userColumns, passwordHash: true, disabledAt: true, devicesFrom: true },
    })
    const attempts = this.#attemptsOf(email, user, device)
    await countAttempt(this.#db, ...attempts)
    const matches = await passwordMatches(user?.passwordHash ?? (await this.#decoyHash), password)
    if (!user || !matches) {
      await this.#failed('SIGN_IN_FAILED', user?.id ?? null, device)
      throw new UserFacingError('UNAUTHENTICATED', 'Email or password is incorrect')
    }
    if (user.disabledAt) throw disabled()
    await forgiveAttempts(this.#db, ...attempts)
    const answer = await this.#db.$transaction(async (tx) => {
      // During the check the password may have been replaced, or two-factor sign-in turned on: both end every session.
      const { passwordHash, twoFactorAt, disabledAt } = await lockAccount(tx, user.id)
      if (disabledAt) throw disabled()
      if (passwordHash !== user.passwordHash) throw new UserFacingError('UNAUTHENTICATED', 'Email or password is incorrect')
      return twoFactorAt
        ? { challenge: await issueOneTimeToken(tx, 'SECOND_FACTOR', { userId: user.id, email }) }
        : { user: toUser(user), ...(await this.#signIn(tx, user.id, device, byPassword())) }
    })
    if (!('challenge' in answer)) this.#parts.knownDevices.remember(device, user)
    return answer
  }

  /** Checks a signed-out caller's password for an account. It counts as a sign-in attempt. Throws RATE_LIMITED. */
  async knowsPassword(userId: string, password: string, device: Device): Promise<boolean> {
    const user = await this.#db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { id: true, email: true, passwordHash: true, devicesFrom: true },
    })
    const attempts = this.#attemptsOf(user.email, user, device)
    await countAttempt(this.#db, ...attempts)
    const matches = await passwordMatches(user.passwordHash, password)
    if (matches) await forgiveAttempts(this.#db, ...attempts)
    else await this.#failed('SIGN_IN_FAILED', userId, device)
    return matches
  }

  /** The counter for an attempt with a password. */
  #attemptsOf(email: string, account: AccountDevices | null, device: Device): [AttemptKind, string] {
    const known = account && this.#parts.knownDevices.idOf(device, account)
    return known ? ['knownSignIn', `${account.id} ${known}`] : ['signIn', email]
  }

  /** The second step of a sign-in. Throws UNAUTHENTICATED for an expired challenge or a wrong code, RATE_LIMITED after five of those. */
  async loginSecondFactor(input: unknown, device: Device): Promise<AuthPayload> {
    const { challenge, code } = parseInput(secondFactorInput, input)
    const holder = await readOneTimeToken(this.#db, 'SECOND_FACTOR', challenge)
    if (!holder) throw challengeOver()
    const { userId } = holder
    await this.#takeCode(userId, code, device)
    const [payload, user] = await this.#db.$transaction(async (tx) => {
      await lockAccount(tx, userId)
      if (!(await useOneTimeToken(tx, 'SECOND_FACTOR', challenge))) throw challengeOver()
      const user = await tx.user.findUniqueOrThrow({
        where: { id: userId },
        select: { ...userColumns, disabledAt: true, devicesFrom: true },
      })
      if (user.disabledAt) throw disabled()
      return [{ user: toUser(user), ...(await this.#signIn(tx, userId, device, byBoth())) }, user] as const
    })
    this.#parts.knownDevices.remember(device, user)
    return payload
  }

  /**
   * Reauthenticates the owner: for ten minutes the session may make dangerous changes. Throws BAD_USER_INPUT for a wrong password or code,
   * RATE_LIMITED after many.
   */
  async reauthenticate({ userId, sessionId }: Principal, input: unknown, device: Device): Promise<void> {
    const { password, code } = parseInput(reauthenticateInput, input)
    const { twoFactorAt } = await this.checkPassword(userId, 'password', password)
    if (twoFactorAt) await this.checkCode(userId, code, device)
    const { authenticatedAt, secondFactorAt } = byBoth()
    await this.#db.$transaction(async (tx) => {
      const data = twoFactorAt ? { authenticatedAt, secondFactorAt } : { authenticatedAt }
      await tx.session.updateMany({ where: { id: sessionId }, data })
      await recordAudit(tx, { accountId: userId, action: 'PASSWORD_CONFIRMED', device, sessionId })
    })
  }

  /** Checks the signed-in user's own password again. Throws BAD_USER_INPUT, blaming `field`, when it is wrong, RATE_LIMITED after many. */
  async checkPassword(userId: string, field: 'password' | 'currentPassword', password: string): Promise<CheckedAccount> {
    await countAttempt(this.#db, 'password', userId)
    const user = await this.#db.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true, twoFactorAt: true } })
    if (!(await passwordMatches(user.passwordHash, password))) throw wrong(field, 'The password is not correct')
    await forgiveAttempts(this.#db, 'password', userId)
    return user
  }

  /**
   * Checks a code of the signed-in user's second factor, or a recovery code. Throws BAD_USER_INPUT when there is none or it is wrong,
   * RATE_LIMITED after five.
   */
  async checkCode(userId: string, code: string | null | undefined, device: Device): Promise<void> {
    if (!code) throw wrong('code', 'The code of your authenticator is required')
    await this.#takeCode(userId, code, device).catch((error: unknown) => {
      throw error instanceof UserFacingError && error.code === 'UNAUTHENTICATED' ? wrong('code', error.message) : error
    })
  }

  /** Exchanges a refresh token for a new pair. Throws UNAUTHENTICATED; a reused token ends its whole session, and its owner is notified. */
  async refresh(input: unknown, device: Device): Promise<TokenPayload> {
    const { refreshToken, unattended } = parseInput(refreshInput, input)
    const grant = await this.#parts.refreshTokens.rotate(refreshToken, {
      unattended: unattended ?? false,
      onReuse: async (tx, { userId, sessionId }) => {
        await recordAudit(tx, { accountId: userId, action: 'SESSION_TOKEN_REUSED', device, sessionId })
        const { user, userAgent } = await tx.session.findUniqueOrThrow({ where: { id: sessionId }, include: { user: true } })
        // Anybody may have supplied an unconfirmed address.
        const signedInOn = user.emailVerifiedAt === null ? '' : userAgent
        await this.#parts.postbox.post(tx, await noticeTo(tx, user, this.#parts.letters.sessionTokenReused(user, signedInOn)))
      },
    })
    if (grant) return this.#tokens(grant)
    throw new UserFacingError('UNAUTHENTICATED', 'Your session has ended. Please sign in again.')
  }

  /** Ends the session of a refresh token. Idempotent: unknown and ended ones are no error. */
  async logout(input: unknown, device: Device): Promise<void> {
    const session = await this.#parts.refreshTokens.sessionOf(parseInput(logoutInput, input).refreshToken)
    if (session) await this.endSession(session.userId, session.id, device)
  }

  /** Ends a session, named by its id. */
  async endSession(userId: string, sessionId: string, device: Device): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      const ended = await endSessions(tx, { id: sessionId, userId }, 'SIGNED_OUT')
      if (ended > 0) await recordAudit(tx, { accountId: userId, action: 'SIGNED_OUT', device, sessionId })
    })
  }

  /** Begins a session in the caller's transaction, which has locked the account. */
  async #signIn(tx: Transaction, userId: string, device: Device, { by, ...proof }: SignIn): Promise<TokenPayload> {
    const grant = await this.#parts.refreshTokens.begin(tx, userId, device, proof)
    const surplus = await endSurplusSessions(tx, userId, grant.sessionId)
    const details = (await isNewDevice(tx, userId, device)) ? { by, newDevice: true } : { by }
    await recordAudit(tx, { accountId: userId, action: 'SIGNED_IN', device, sessionId: grant.sessionId, details })
    for (const sessionId of surplus)
      await recordAudit(tx, {
        accountId: userId,
        action: 'SURPLUS_SESSION_ENDED',
        device,
        sessionId,
        details: { limit: MAX_LIVING_SESSIONS },
      })
    return this.#tokens(grant)
  }

  /**
   * Begins a session without a sign-in, in a transaction that has locked the account and just ended all others. It proves nothing new, so
   * its age is `proof`'s, from the session it replaces.
   */
  async beginSession(tx: Transaction, userId: string, device: Device, proof: Proof): Promise<TokenPayload> {
    return this.#signIn(tx, userId, device, { ...proof, by: 'changed password' })
  }

  async #tokens({ userId, sessionId, refreshToken, endsAt }: RefreshGrant): Promise<TokenPayload> {
    return { token: await this.#parts.accessTokens.issue(userId, sessionId, Date.now(), endsAt), refreshToken }
  }

  async #takeCode(userId: string, code: string, device: Device): Promise<void> {
    const { secondFactor, postbox, letters } = this.#parts
    await countAttempt(this.#db, 'secondFactor', userId)
    const shown = await this.#db.$transaction(async (tx) => {
      const shown = await secondFactor.take(tx, userId, code, Date.now())
      if (shown?.by === 'recoveryCode') {
        await recordAudit(tx, { accountId: userId, action: 'RECOVERY_CODE_USED', device, details: { left: shown.left } })
        await postbox.post(tx, letters.recoveryCodeUsed(await tx.user.findUniqueOrThrow({ where: { id: userId } }), shown.left))
      }
      return shown
    })
    if (!shown) {
      await this.#failed('SECOND_FACTOR_FAILED', userId, device)
      throw new UserFacingError('UNAUTHENTICATED', 'The code is not correct, or it has been used', { code: 'The code is not correct' })
    }
    await forgiveAttempts(this.#db, 'secondFactor', userId)
  }

  /** Has a failed attempt written into the audit log of its account; the same is stored, in the same time, when there is none. */
  async #failed(action: FailedAttempt['action'], accountId: string | null, { address, userAgent, marks }: Device): Promise<void> {
    const about = { action, accountId: accountId ?? randomUUID(), at: new Date(), device: { address, userAgent, marks } }
    await this.#parts.postbox.wish(this.#db, FAILED_ATTEMPT, about)
  }
}

/** What the postbox keeps of a failed attempt. No mail comes of it. */
const FAILED_ATTEMPT = 'failed attempt'
const failedAttempt = z.object({
  action: z.enum(['SIGN_IN_FAILED', 'SECOND_FACTOR_FAILED']),
  accountId: z.uuid(),
  at: z.coerce.date(),
  device: storedDevice,
})
type FailedAttempt = z.output<typeof failedAttempt>

async function recordAttempt(tx: Transaction, attempt: FailedAttempt): Promise<null> {
  if ((await tx.user.count({ where: { id: attempt.accountId } })) > 0) await recordAudit(tx, attempt)
  return null
}

const byPassword = (): SignIn => ({ by: 'password', authenticatedAt: new Date(), secondFactorAt: null })
const byBoth = () => ({ ...byPassword(), by: 'second factor', secondFactorAt: new Date() })
const wrong = (field: string, message: string) => new UserFacingError('BAD_USER_INPUT', message, { [field]: message })
const challengeOver = () => new UserFacingError('UNAUTHENTICATED', 'The sign-in took too long. Please sign in again.')
const disabled = () => new UserFacingError('FORBIDDEN', 'This account is disabled.')
