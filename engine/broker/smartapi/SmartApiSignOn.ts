import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { SECOND, type Instant } from '../../../schema/time.ts'
import { BrokerError } from '../port.ts'
import { blotOut } from './blotOut.ts'
import { isSessionEnd, WRONG_TOTP } from './brokerCodes.ts'
import { ENDPOINTS } from './endpoints.ts'
import type { SmartApiAccount } from './SmartApiConfig.ts'
import type { SmartApiHttp } from './SmartApiHttp.ts'
import { UnsentError } from './UnsentError.ts'

/** What a signed-in client proves itself with. A new object after every sign-in or renewal. */
export interface SessionTokens {
  readonly jwt: string
  /** Null: the session cannot be renewed. */
  readonly refresh: string | null
  readonly feed: string
}

const TOTP_STEP = 30 * SECOND

const bareToken = z
  .string()
  .min(1)
  .transform((token) => token.replace(/^Bearer /, ''))
const loginReply = z.object({ jwtToken: bareToken, refreshToken: z.string().min(1), feedToken: z.string().min(1) })
const renewalReply = z.object({ jwtToken: bareToken, refreshToken: z.string().min(1).optional(), feedToken: z.string().min(1).optional() })
const profileReply = z.object({ clientcode: z.string().min(1) })

/** The calls that begin, renew and end one client's sessions. All reject with a BrokerError. A one-time code is used once. */
export class SmartApiSignOn {
  readonly #http: SmartApiHttp
  readonly #now: () => Instant
  #usedCode: string | null = null

  /** `now`: real time, which one-time codes run on. */
  constructor(http: SmartApiHttp, now: () => Instant) {
    this.#http = http
    this.#now = now
  }

  /**
   * The tokens of a new session. A refused one-time code is followed by the next 30 seconds' code, `codes` in all; nothing else is tried
   * again.
   */
  async signIn(account: SmartApiAccount, codes: number, signal: AbortSignal): Promise<SessionTokens> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#login(account, await this.#freshCode(account.totpSecret, signal))
      } catch (error) {
        if (!(error instanceof BrokerError)) throw error
        // A call that was throttled, or never arrived, was not checked: its code is still good, and the next is up to half a minute away.
        if (error.kind === 'throttled' || error instanceof UnsentError) this.#usedCode = null
        if (error.brokerCode !== WRONG_TOTP || attempt >= codes) throw blotOut(error, [account.totpSecret, account.pin])
      }
    }
  }

  /** New tokens of a session by its refresh token; null when that has expired. */
  async renew(old: SessionTokens): Promise<SessionTokens | null> {
    if (old.refresh === null) return null
    try {
      const reply = renewalReply.safeParse(await this.#http.call(ENDPOINTS.refresh, { refreshToken: old.refresh }, old.jwt))
      if (!reply.success) return null
      return { jwt: reply.data.jwtToken, refresh: reply.data.refreshToken ?? old.refresh, feed: reply.data.feedToken ?? old.feed }
    } catch (error) {
      if (error instanceof BrokerError && isSessionEnd(error)) return null
      throw error
    }
  }

  /** Whose session it is. */
  async clientCodeOf({ jwt }: SessionTokens): Promise<string> {
    const reply = profileReply.safeParse(await this.#http.call(ENDPOINTS.profile, null, jwt))
    if (!reply.success) throw new BrokerError('malformed', 'the profile lacks a client code')
    return reply.data.clientcode
  }

  /** Ends a session. */
  async signOut({ jwt }: SessionTokens, clientCode: string): Promise<void> {
    await this.#http.call(ENDPOINTS.logout, { clientcode: clientCode }, jwt)
  }

  async #login({ clientCode, pin }: SmartApiAccount, code: string): Promise<SessionTokens> {
    const reply = loginReply.safeParse(await this.#http.call(ENDPOINTS.login, { clientcode: clientCode, password: pin, totp: code }, null))
    if (!reply.success) throw new BrokerError('malformed', 'the login answer lacks a token')
    return { jwt: reply.data.jwtToken, refresh: reply.data.refreshToken, feed: reply.data.feedToken }
  }

  /** A one-time code that has not been used yet; waits for the next 30 seconds when it has. */
  async #freshCode(totpSecret: string, signal: AbortSignal): Promise<string> {
    const totp = new TOTP({ secret: Secret.fromBase32(totpSecret.replace(/[\s=]/g, '')) })
    for (;;) {
      const at = this.#now()
      const code = totp.generate({ timestamp: at })
      if (code !== this.#usedCode) return (this.#usedCode = code)
      await sleep(TOTP_STEP - (at % TOTP_STEP) + 50, undefined, { signal }).catch(() => {
        throw new BrokerError('refused', 'the broker connection is closed')
      })
    }
  }
}
