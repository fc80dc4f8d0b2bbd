import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { SECOND, type Instant } from '../../../schema/time.ts'
import { BrokerError } from '../port.ts'
import { isSessionEnd, WRONG_TOTP } from './brokerCodes.ts'
import { ENDPOINTS } from './endpoints.ts'
import type { SmartApiConfig } from './SmartApiConfig.ts'
import type { SmartApiHttp } from './SmartApiHttp.ts'

/** What a signed-in client proves itself with. A new object after every sign-in or renewal. */
export interface SessionTokens {
  readonly jwt: string
  readonly refresh: string
  readonly feed: string
}

/** Where calls get their tokens from. Both reject with a BrokerError; `auth` means a person must act. */
export interface TokenSource {
  /** The current tokens, signing in when there are none. */
  tokens(): Promise<SessionTokens>
  /** Tokens other than the refused ones: those that came meanwhile, or renewed, or of a new sign-in. */
  renew(refused: SessionTokens): Promise<SessionTokens>
}

const TOTP_STEP = 30 * SECOND
const LOGIN_TRIES = 3
/** Tokens that a renewal gave and that are refused again this soon were never good: sign in instead of renewing once more. */
const RENEWAL_TRUST = 20 * SECOND

const bareToken = z
  .string()
  .min(1)
  .transform((token) => token.replace(/^Bearer /, ''))
const loginReply = z.object({ jwtToken: bareToken, refreshToken: z.string().min(1), feedToken: z.string().min(1) })
const renewalReply = z.object({ jwtToken: bareToken, refreshToken: z.string().min(1).optional(), feedToken: z.string().min(1).optional() })

/**
 * One client code's session. Callers without tokens, or with refused ones, share the one sign-in under way. A one-time code is used once; a
 * refused account is not retried (the broker locks it after a few attempts).
 */
export class SmartApiSession implements TokenSource {
  readonly #config: SmartApiConfig
  readonly #http: SmartApiHttp
  readonly #now: () => Instant
  readonly #closing = new AbortController()
  #tokens: SessionTokens | null = null
  #underWay: Promise<SessionTokens> | null = null
  #renewedAt = -Infinity
  #lastStep = -1
  #refused: BrokerError | null = null

  constructor(config: SmartApiConfig, http: SmartApiHttp, now: () => Instant) {
    this.#config = config
    this.#http = http
    this.#now = now
  }

  async tokens(): Promise<SessionTokens> {
    return this.#tokens ?? this.#once(() => this.#login())
  }

  async renew(refused: SessionTokens): Promise<SessionTokens> {
    if (this.#underWay) return this.#underWay
    if (this.#tokens !== refused) return this.tokens()
    return this.#once(() => this.#renewOrLogin(refused))
  }

  close(): void {
    this.#closing.abort()
  }

  #once(work: () => Promise<SessionTokens>): Promise<SessionTokens> {
    this.#underWay ??= work()
      .then((tokens) => (this.#tokens = tokens))
      .finally(() => (this.#underWay = null))
    return this.#underWay
  }

  async #renewOrLogin(old: SessionTokens): Promise<SessionTokens> {
    const renewed = this.#now() - this.#renewedAt < RENEWAL_TRUST ? null : await this.#renewal(old)
    if (renewed) {
      this.#renewedAt = this.#now()
      return renewed
    }
    this.#tokens = null
    return this.#login()
  }

  /** Null when the refresh token is over, too. */
  async #renewal(old: SessionTokens): Promise<SessionTokens | null> {
    try {
      const reply = renewalReply.safeParse(await this.#http.call(ENDPOINTS.refresh, { refreshToken: old.refresh }, old.jwt))
      return reply.success
        ? { jwt: reply.data.jwtToken, refresh: reply.data.refreshToken ?? old.refresh, feed: reply.data.feedToken ?? old.feed }
        : null
    } catch (error) {
      if (error instanceof BrokerError && isSessionEnd(error)) return null
      throw error
    }
  }

  async #login(): Promise<SessionTokens> {
    for (let attempt = 1; ; attempt++) {
      if (this.#refused) throw this.#refused
      const code = await this.#freshCode()
      try {
        const { clientCode, pin } = this.#config
        const reply = loginReply.safeParse(
          await this.#http.call(ENDPOINTS.login, { clientcode: clientCode, password: pin, totp: code }, null),
        )
        if (!reply.success) throw new BrokerError('malformed', 'the login answer lacks a token')
        return { jwt: reply.data.jwtToken, refresh: reply.data.refreshToken, feed: reply.data.feedToken }
      } catch (error) {
        // A call that was throttled was not looked at: its code is as good as before, and the next one is up to half a minute away.
        if (error instanceof BrokerError && error.kind === 'throttled') this.#lastStep--
        if (!(error instanceof BrokerError) || error.kind !== 'auth') throw error
        const mayRetry = error.brokerCode === WRONG_TOTP && attempt < LOGIN_TRIES
        if (!mayRetry) this.#refused = new BrokerError('auth', `the broker refused the sign-in: ${error.message}`, error.brokerCode)
      }
    }
  }

  /** The one-time code of a 30-second step that has not been used yet; waits for the next step when it has. */
  async #freshCode(): Promise<string> {
    while (Math.floor(this.#now() / TOTP_STEP) <= this.#lastStep) {
      const wait = (this.#lastStep + 1) * TOTP_STEP - this.#now()
      await sleep(Math.min(wait, TOTP_STEP) + 50, undefined, { signal: this.#closing.signal }).catch(() => {
        throw new BrokerError('refused', 'the broker connection is closed')
      })
    }
    const at = this.#now()
    this.#lastStep = Math.floor(at / TOTP_STEP)
    return new TOTP({ secret: Secret.fromBase32(this.#config.totpSecret.replace(/[\s=]/g, '')) }).generate({ timestamp: at })
  }
}
