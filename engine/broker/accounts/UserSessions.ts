import { err, ok } from '../../../schema/errors.ts'
import { marketTimeAt, type MarketClock } from '../../../schema/market/MarketClock.ts'
import type { Instant } from '../../../schema/time.ts'
import { BrokerError } from '../port.ts'
import { isSessionEnd } from '../smartapi/brokerCodes.ts'
import type { SmartApiClients } from '../smartapi/SmartApiClients.ts'
import type { SmartApiAccount } from '../smartapi/SmartApiConfig.ts'
import type { SessionTokens } from '../smartapi/SmartApiSignOn.ts'
import type { AccountChange, Outcome, StoredAccount } from './outcome.ts'
import { provesWrong, refusalOf, SESSION_OVER } from './refusals.ts'
import { retryPassing } from './retryPassing.ts'
import { tokensEndAt } from './tokensEndAt.ts'

/** How many one-time codes the broker may refuse. */
const CODES = 3

export interface UserSessionsParts {
  readonly clients: SmartApiClients
  /** The market's clock as it is now. */
  readonly clock: () => Promise<MarketClock>
  /** Real time. */
  readonly now: () => Instant
}

/** New sessions of accounts that are stored, as outcomes: nothing is stored here. */
export class UserSessions {
  readonly #parts: UserSessionsParts

  constructor(parts: UserSessionsParts) {
    this.#parts = parts
  }

  /**
   * Like refresh(), on a person's request, with tokens that may have expired: the broker's login page gives nothing to renew them
   * with, and good ones stay as they are.
   */
  async refreshOnRequest(account: StoredAccount, signal: AbortSignal): Promise<Outcome> {
    if (await this.lasts(account)) return { answer: err({ code: 'BROKER_ERROR', text: CANNOT_BE_RENEWED }), change: null }
    return this.refresh(account, signal)
  }

  /** Whether the broker takes an account's tokens and nothing would renew them: a refresh would only end the session. Rejects with a BrokerError when that is not known. */
  async lasts({ clientCode, tokens, kept }: StoredAccount): Promise<boolean> {
    return tokens !== null && tokens.refresh === null && !kept && (await this.#areGood(clientCode, tokens))
  }

  /** New tokens by the refresh token, else by a sign-in with kept secrets; without them the session is over. */
  async refresh(account: StoredAccount, signal: AbortSignal): Promise<Outcome> {
    const { clientCode, tokens, kept } = account
    try {
      const renewed = tokens && (await retryPassing(() => this.#parts.clients.of(clientCode).renew(tokens), ['throttled'], signal))
      if (renewed) return { answer: ok(null), change: await this.signedIn(clientCode, renewed) }
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      return { answer: err(refusal(error)), change: null }
    }
    if (kept) return this.signIn(account, signal)
    return { answer: err({ code: 'BROKER_ERROR', text: SESSION_OVER }), change: { kind: 'expired' } }
  }

  /** New tokens by a sign-in with kept secrets. A refusal, three in a row when it may pass, is not retried automatically. */
  async signIn({ clientCode, kept }: StoredAccount, signal: AbortSignal): Promise<Outcome> {
    if (!kept) return { answer: err({ code: 'BROKER_ERROR', text: NOT_KEPT }), change: null }
    try {
      const tokens = await this.open({ clientCode, ...kept }, CODES, signal)
      return { answer: ok(null), change: await this.signedIn(clientCode, tokens) }
    } catch (error) {
      if (!(error instanceof BrokerError) || signal.aborted) throw error
      const told = refusal(error)
      return { answer: err(told), change: { kind: 'refused', problem: told.text, forgets: provesWrong(error) } }
    }
  }

  /** The tokens of a new session. What may pass is tried three times; of one-time codes `codes` are. Rejects with a BrokerError. */
  open(account: SmartApiAccount, codes: number, signal: AbortSignal): Promise<SessionTokens> {
    const signOn = this.#parts.clients.of(account.clientCode)
    return retryPassing(() => signOn.signIn(account, codes, signal), ['throttled', 'unreachable', 'malformed'], signal)
  }

  async #areGood(clientCode: string, tokens: SessionTokens): Promise<boolean> {
    try {
      await this.#parts.clients.of(clientCode).clientCodeOf(tokens)
      return true
    } catch (error) {
      if (error instanceof BrokerError && isSessionEnd(error)) return false
      throw error
    }
  }

  /** What a session that begins now makes of its account. `leavesOpen`: of the account that it replaces. */
  async signedIn(
    clientCode: string,
    tokens: SessionTokens,
    keep: Extract<AccountChange, { kind: 'signedIn' }>['keep'] = 'asBefore',
    leavesOpen = false,
  ): Promise<AccountChange> {
    const [clock, now] = [await this.#parts.clock(), this.#parts.now()]
    const times = { validUntil: tokensEndAt(clock, now), marketAt: marketTimeAt(clock, now) }
    return { kind: 'signedIn', clientCode, tokens, ...times, keep, leavesOpen }
  }
}

const CANNOT_BE_RENEWED =
  'This session came from the broker’s login page and cannot be renewed. It is valid until the broker’s day ends; connect again to start a new one.'
const NOT_KEPT = 'The PIN and TOTP secret of this account are not saved. Please connect your broker account again.'

function refusal(error: BrokerError) {
  const { code, message } = refusalOf(error)
  return { code, text: message }
}
