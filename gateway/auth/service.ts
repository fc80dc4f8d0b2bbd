import { randomBytes } from 'node:crypto'
import type { Database, Transaction } from '../../prisma/client.ts'
import { UserFacingError } from '../../schema/errors.ts'
import type { AuthPayload, TokenPayload } from '../../schema/graphql/auth.ts'
import { toUser, userColumns } from '../profile/service.ts'
import type { AccessTokens } from '../security/AccessTokens.ts'
import { hashPassword, passwordMatches } from '../security/passwords.ts'
import type { RefreshGrant, RefreshTokens } from '../security/RefreshTokens.ts'
import { parseInput } from '../server/parseInput.ts'
import { loginInput, refreshInput, signupInput } from './input.ts'

/** Making accounts and signing in and out. */
export class AuthService {
  readonly #db: Database
  readonly #accessTokens: AccessTokens
  readonly #refreshTokens: RefreshTokens
  /** Nobody's password: checked when there is no account, so that the answer takes as long as for a real one. */
  readonly #decoyHash = hashPassword(randomBytes(32).toString('hex'))

  constructor(db: Database, accessTokens: AccessTokens, refreshTokens: RefreshTokens) {
    this.#db = db
    this.#accessTokens = accessTokens
    this.#refreshTokens = refreshTokens
  }

  /** Makes an account and signs in. Throws BAD_USER_INPUT, or CONFLICT when the e-mail is taken. */
  async signup(input: unknown): Promise<AuthPayload> {
    const { name, email, password } = parseInput(signupInput, input)
    const passwordHash = await hashPassword(password)
    return this.#db.$transaction(async (tx) => {
      const [user] = await tx.user.createManyAndReturn({ data: { name, email, passwordHash }, select: userColumns, skipDuplicates: true })
      if (!user) {
        const message = 'An account with this email already exists. Sign in instead.'
        throw new UserFacingError('CONFLICT', message, { email: message })
      }
      return { user: toUser(user), ...(await this.#signIn(tx, user.id)) }
    })
  }

  /** Throws UNAUTHENTICATED, with the same words and after the same time whether or not the account exists. */
  async login(input: unknown): Promise<AuthPayload> {
    const { email, password } = parseInput(loginInput, input)
    const user = await this.#db.user.findUnique({ where: { email }, select: { ...userColumns, passwordHash: true } })
    const matches = await passwordMatches(user?.passwordHash ?? (await this.#decoyHash), password)
    if (!user || !matches) throw new UserFacingError('UNAUTHENTICATED', 'Email or password is incorrect')
    return this.#db.$transaction(async (tx) => ({ user: toUser(user), ...(await this.#signIn(tx, user.id)) }))
  }

  /** Exchanges a refresh token for a new pair. Throws UNAUTHENTICATED; a token used before ends its whole sign-in. */
  async refresh(input: unknown): Promise<TokenPayload> {
    return this.#tokens(await this.#refreshTokens.rotate(parseInput(refreshInput, input).refreshToken))
  }

  /** Ends a sign-in, named by its refresh token. Unknown and ended ones are fine: the outcome is the same. */
  async logout(input: unknown): Promise<void> {
    await this.#refreshTokens.revoke(parseInput(refreshInput, input).refreshToken)
  }

  /** Ends a sign-in, named by the session of its access token. */
  async endSession(sessionId: string): Promise<void> {
    await this.#refreshTokens.revokeFamily(sessionId)
  }

  async #signIn(tx: Transaction, userId: string): Promise<TokenPayload> {
    return this.#tokens(await this.#refreshTokens.begin(tx, userId))
  }

  async #tokens({ userId, familyId, refreshToken }: RefreshGrant): Promise<TokenPayload> {
    return { token: await this.#accessTokens.issue(userId, familyId, Date.now()), refreshToken }
  }
}
