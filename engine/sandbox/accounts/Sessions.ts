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

export interface Session {
  readonly id: string
  readonly clientCode: string
}

/** Who is signed in. A session ends at the next midnight in India by the market's clock, at logout, or with the process. */
export class Sessions {
  readonly #key = randomBytes(64)
  readonly #marketNow: () => Instant
  readonly #open = new Map<string, { readonly clientCode: string; readonly end: Instant }>()

  constructor(marketNow: () => Instant) {
    this.#marketNow = marketNow
  }

  open(clientCode: string): Promise<SessionTokens> {
    const now = this.#marketNow()
    for (const [id, { end }] of this.#open) if (end <= now) this.#open.delete(id)
    const id = randomUUID()
    this.#open.set(id, { clientCode, end: istInstant(addDays(istDate(now), 1), 0) })
    return this.#tokensOf(id)
  }

  /** New tokens for a session that is open; the old ones stay good until it ends. */
  renew(id: string): Promise<SessionTokens> {
    return this.#tokensOf(id)
  }

  /** The session a token belongs to, or why it opens nothing. */
  async check(token: string, use: TokenUse): Promise<Result<Session, 'invalid' | 'expired'>> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: ['HS512'], currentDate: new Date(this.#marketNow()) })
      const id = payload.jti ?? ''
      const session = this.#open.get(id)
      return session && payload['use'] === use ? ok({ id, clientCode: session.clientCode }) : err('invalid')
    } catch (error) {
      if (error instanceof errors.JWTExpired) return err('expired')
      if (error instanceof errors.JOSEError) return err('invalid')
      throw error
    }
  }

  close(id: string): void {
    this.#open.delete(id)
  }

  /** Ends every session of a client, whose tokens are invalid from now on. */
  closeAll(clientCode: string): void {
    for (const [id, session] of this.#open) if (session.clientCode === clientCode) this.#open.delete(id)
  }

  async #tokensOf(id: string): Promise<SessionTokens> {
    const { clientCode, end } = this.#open.get(id)!
    const sign = (use: TokenUse) =>
      new SignJWT({ username: clientCode, use })
        .setProtectedHeader({ alg: 'HS512' })
        .setJti(id)
        .setIssuedAt(Math.floor(this.#marketNow() / SECOND))
        .setExpirationTime(end / SECOND)
        .sign(this.#key)
    const [jwtToken, refreshToken, feedToken] = await Promise.all([sign('access'), sign('refresh'), sign('feed')])
    return { jwtToken, refreshToken, feedToken }
  }
}
