import { randomBytes, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { err, ok, type Result } from '../../../schema/errors.ts'
import { addDays, istDate, istInstant, SECOND, type Instant } from '../../../schema/time.ts'

export type TokenUse = 'access' | 'refresh' | 'feed'

export interface SessionTokens {
  readonly jwtToken: string
  readonly refreshToken: string
  readonly feedToken: string
}

/** Who is signed in. A session ends at the next midnight in India by the market's clock, at logout, or with the process. */
export class Sessions {
  readonly #key = randomBytes(64)
  readonly #clientCode: string
  readonly #marketNow: () => Instant
  readonly #endOf = new Map<string, Instant>()

  constructor(clientCode: string, marketNow: () => Instant) {
    this.#clientCode = clientCode
    this.#marketNow = marketNow
  }

  open(): Promise<SessionTokens> {
    const now = this.#marketNow()
    for (const [id, end] of this.#endOf) if (end <= now) this.#endOf.delete(id)
    const id = randomUUID()
    this.#endOf.set(id, istInstant(addDays(istDate(now), 1), 0))
    return this.#tokensOf(id)
  }

  /** New tokens for a session that is open; the old ones stay good until it ends. */
  renew(id: string): Promise<SessionTokens> {
    return this.#tokensOf(id)
  }

  /** The session a token belongs to, or why it opens nothing. */
  async check(token: string, use: TokenUse): Promise<Result<string, 'invalid' | 'expired'>> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: ['HS512'], currentDate: new Date(this.#marketNow()) })
      const id = payload.jti
      return id !== undefined && payload['use'] === use && this.#endOf.has(id) ? ok(id) : err('invalid')
    } catch (error) {
      if (error instanceof errors.JWTExpired) return err('expired')
      if (error instanceof errors.JOSEError) return err('invalid')
      throw error
    }
  }

  close(id: string): void {
    this.#endOf.delete(id)
  }

  async #tokensOf(id: string): Promise<SessionTokens> {
    const end = this.#endOf.get(id)!
    const sign = (use: TokenUse) =>
      new SignJWT({ username: this.#clientCode, use })
        .setProtectedHeader({ alg: 'HS512' })
        .setJti(id)
        .setIssuedAt(Math.floor(this.#marketNow() / SECOND))
        .setExpirationTime(end / SECOND)
        .sign(this.#key)
    const [jwtToken, refreshToken, feedToken] = await Promise.all([sign('access'), sign('refresh'), sign('feed')])
    return { jwtToken, refreshToken, feedToken }
  }
}
