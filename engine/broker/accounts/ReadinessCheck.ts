import type { MarketFacts, ReadinessFacts } from '../../../schema/brokerReadiness.ts'
import { marketTimeAt, type MarketClock } from '../../../schema/market/MarketClock.ts'
import type { Instant } from '../../../schema/time.ts'
import { BrokerError } from '../port.ts'
import { isSessionEnd } from '../smartapi/brokerCodes.ts'
import { clockAhead } from '../smartapi/clockAhead.ts'
import { ENDPOINTS } from '../smartapi/endpoints.ts'
import { readFunds } from '../smartapi/orders/bookRows.ts'
import { outgoingAddress } from '../smartapi/outgoingAddress.ts'
import type { SmartApiClients } from '../smartapi/SmartApiClients.ts'
import type { SmartApiMarket } from '../smartapi/SmartApiConfig.ts'
import type { SessionTokens } from '../smartapi/SmartApiSignOn.ts'
import type { StoredAccount } from './outcome.ts'
import { refusalOf } from './refusals.ts'
import { retryPassing } from './retryPassing.ts'

const TOKENS_REFUSED = 'The broker no longer accepts the session. Refresh the tokens, or disconnect and connect again.'

export interface ReadinessCheckParts {
  readonly clients: SmartApiClients
  /** Where the broker is. */
  readonly market: Pick<SmartApiMarket, 'restUrl' | 'family'>
  /** From where the broker takes orders, as registered with it; null: not given. */
  readonly registered: string | null
  readonly clock: () => Promise<MarketClock>
  /** Real time. */
  readonly now: () => Instant
}

/** Finds out whether an account at the broker is ready for the open. It reads only, and changes nothing. */
export class ReadinessCheck {
  readonly #parts: ReadinessCheckParts
  #market: (() => MarketFacts) | null = null

  constructor(parts: ReadinessCheckParts) {
    this.#parts = parts
  }

  /** From now on it is known what the engine knows of its market. */
  learnMarket(read: () => MarketFacts): void {
    this.#market = read
  }

  /** `refusal`: AddressFacts. What the broker does not answer is among the facts. Rejects when it is aborted, and with a BrokerError when the market has no time. */
  async factsOf({ clientCode, tokens }: StoredAccount, refusal: string | null, signal: AbortSignal): Promise<ReadinessFacts> {
    const { clients, market, registered, clock, now } = this.#parts
    const http = clients.httpOf(clientCode)
    const tokenProblem = tokens ? await this.#problemOf(clientCode, tokens, signal) : TOKENS_REFUSED
    const fundsPaise = tokens && tokenProblem === null ? await this.#fundsOf(clientCode, tokens, signal) : null
    const outgoing = await outgoingAddress(market.restUrl, market.family)
    return {
      marketAt: marketTimeAt(await clock(), now()),
      ...{ tokenProblem, fundsPaise, address: { registered, outgoing, refusal } },
      clock: http.dated && clockAhead(http.dated, now(), performance.now()),
      market: this.#market?.() ?? null,
    }
  }

  async #problemOf(clientCode: string, tokens: SessionTokens, signal: AbortSignal): Promise<string | null> {
    try {
      const signOn = this.#parts.clients.of(clientCode)
      const whose = await retryPassing(() => signOn.clientCodeOf(tokens), ['throttled'], signal)
      return whose === clientCode ? null : TOKENS_REFUSED
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      return isSessionEnd(error) ? TOKENS_REFUSED : refusalOf(error).message
    }
  }

  async #fundsOf(clientCode: string, { jwt }: SessionTokens, signal: AbortSignal): Promise<number | null> {
    try {
      const http = this.#parts.clients.httpOf(clientCode)
      return readFunds(await retryPassing(() => http.call(ENDPOINTS.funds, null, jwt), ['throttled'], signal)).available
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      return null
    }
  }
}
