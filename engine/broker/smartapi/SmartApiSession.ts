import { SECOND, type Instant } from '../../../schema/time.ts'
import { BrokerError } from '../port.ts'
import type { SmartApiAccount } from './SmartApiConfig.ts'
import type { SessionTokens, SmartApiSignOn } from './SmartApiSignOn.ts'

/** Where calls get their tokens from. Both reject with a BrokerError; `auth` means a person must act. */
export interface TokenSource {
  /** The current tokens, signing in when there are none. */
  tokens(): Promise<SessionTokens>
  /** Tokens other than the refused ones: those that came meanwhile, or renewed, or of a new sign-in. */
  renew(refused: SessionTokens): Promise<SessionTokens>
}

/** The outcome of a sign-in or a renewal: tokens, or refused until another account takes its place. */
export type SessionChange =
  | { readonly kind: 'signedIn'; readonly clientCode: string }
  | { readonly kind: 'refused'; readonly clientCode: string; readonly error: BrokerError }

const LOGIN_TRIES = 3
/** Renewed tokens that are refused again this soon were never good: sign in instead of renewing again. */
const RENEWAL_TRUST = 20 * SECOND

/**
 * One client code's session. Callers without tokens, or with refused ones, share the one sign-in under way. A refused account is not retried
 * (the broker locks it after a few attempts).
 */
export class SmartApiSession implements TokenSource {
  readonly #signOn: SmartApiSignOn
  readonly #now: () => Instant
  readonly #listeners = new Set<(change: SessionChange) => void>()
  readonly #closing = new AbortController()
  #account: SmartApiAccount | null
  #tokens: SessionTokens | null = null
  #underWay: Promise<SessionTokens> | null = null
  #renewedAt = -Infinity
  #refused: BrokerError | null = null

  /** `account`: null while nobody is known to sign in. */
  constructor(account: SmartApiAccount | null, signOn: SmartApiSignOn, now: () => Instant) {
    this.#account = account
    this.#signOn = signOn
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

  /**
   * Another account is signed in from now on, with the tokens that it has already (null: none yet); null: nobody. The one before is given
   * up, after a sign-in under way.
   */
  async become(account: SmartApiAccount | null, tokens: SessionTokens | null = null): Promise<void> {
    await this.#underWay?.catch(() => undefined)
    this.#account = account
    this.#tokens = tokens
    this.#refused = null
  }

  /** Called after each sign-in and renewal, and when the account is refused. Returns the way to stop listening. */
  onChange(listener: (change: SessionChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The client code that signs in; null: none. */
  get clientCode(): string | null {
    return this.#account?.clientCode ?? null
  }

  /** Ends the session at the broker, if there is one that it knows. */
  async signOut(): Promise<void> {
    const [tokens, account] = [this.#tokens, this.#account]
    this.#tokens = null
    if (tokens && account) await this.#signOn.signOut(tokens, account.clientCode)
  }

  close(): void {
    this.#closing.abort()
  }

  #once(work: () => Promise<SessionTokens>): Promise<SessionTokens> {
    this.#underWay ??= work()
      .then((tokens) => {
        this.#tokens = tokens
        this.#tell({ kind: 'signedIn', clientCode: this.#account?.clientCode ?? '' })
        return tokens
      })
      .finally(() => (this.#underWay = null))
    return this.#underWay
  }

  async #renewOrLogin(old: SessionTokens): Promise<SessionTokens> {
    const renewed = this.#now() - this.#renewedAt < RENEWAL_TRUST ? null : await this.#signOn.renew(old)
    if (renewed) {
      this.#renewedAt = this.#now()
      return renewed
    }
    this.#tokens = null
    return this.#login()
  }

  async #login(): Promise<SessionTokens> {
    if (this.#refused) throw this.#refused
    const account = this.#account
    if (!account) throw new BrokerError('auth', 'no account at the broker is set up for the market data')
    try {
      return await this.#signOn.signIn(account, LOGIN_TRIES, this.#closing.signal)
    } catch (error) {
      if (!(error instanceof BrokerError) || error.kind !== 'auth') throw error
      this.#refused = new BrokerError('auth', `the broker refused the sign-in: ${error.message}`, error.brokerCode)
      this.#tell({ kind: 'refused', clientCode: account.clientCode, error: this.#refused })
      throw this.#refused
    }
  }

  #tell(change: SessionChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
