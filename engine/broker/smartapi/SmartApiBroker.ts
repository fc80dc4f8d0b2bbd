import type { Logger } from 'pino'
import { z } from 'zod'
import type { Candle } from '../../../schema/market/candles.ts'
import { INDICES } from '../../../schema/market/indices.ts'
import { marketTimeAt, type MarketClock } from '../../../schema/market/MarketClock.ts'
import { MINUTE, type Instant } from '../../../schema/time.ts'
import { BrokerError, type InstrumentKey, type MarketBroker, type OptionContract } from '../port.ts'
import { fetchMinuteCandles } from './fetchMinuteCandles.ts'
import { fetchQuotes, type Quote } from './fetchQuotes.ts'
import { parseInstrumentMaster } from './instrumentMaster.ts'
import type { SmartApiAccount, SmartApiMarket } from './SmartApiConfig.ts'
import { SmartApiFeed } from './SmartApiFeed.ts'
import { SmartApiHttp } from './SmartApiHttp.ts'
import { SmartApiRest } from './SmartApiRest.ts'
import { SmartApiSession } from './SmartApiSession.ts'
import { SmartApiSignOn } from './SmartApiSignOn.ts'

/** The real master has some 40 MB. */
const MASTER_TIMEOUT_MS = MINUTE

const segment = z.object({ realStart: z.number(), marketStart: z.number(), sessionOpen: z.number(), sessionClose: z.number() })
const clockReply = z.object({
  marketId: z.string().min(1),
  clock: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('real') }),
    z.object({ kind: z.literal('sandbox'), speed: z.number().positive(), segments: z.array(segment) }),
  ]),
})

/** Angel One SmartAPI, or a market that speaks the same protocol, as the engine's market side. */
export class SmartApiBroker implements MarketBroker {
  readonly feed: SmartApiFeed
  /** Of the account that feeds the market data. */
  readonly session: SmartApiSession
  readonly #market: SmartApiMarket
  readonly #now: () => Instant
  readonly #log: Pick<Logger, 'info' | 'warn'>
  readonly #http: SmartApiHttp
  readonly #rest: SmartApiRest
  readonly #replacedListeners = new Set<(marketId: string) => void>()
  #listed: readonly OptionContract[] | null = null
  #marketId: string | null = null
  #clock: MarketClock = { kind: 'real' }

  /** `account`: who signs in; null: nobody, until the session is given one. */
  constructor(market: SmartApiMarket, account: SmartApiAccount | null, now: () => Instant, log: Pick<Logger, 'info' | 'warn'>) {
    this.#market = market
    this.#now = now
    this.#log = log
    this.#http = new SmartApiHttp(market)
    const session = new SmartApiSession(account, new SmartApiSignOn(this.#http, now), now)
    this.session = session
    this.#rest = new SmartApiRest(this.#http, session)
    const { feedUrl, apiKey } = market
    const connection = {
      ...{ feedUrl, apiKey },
      get clientCode() {
        return session.clientCode ?? ''
      },
    }
    this.feed = new SmartApiFeed(connection, session, () => this.clock(), log)
  }

  get marketId(): string {
    if (this.#marketId === null) throw new Error('the market is known only after connect()')
    return this.#marketId
  }

  async connect(): Promise<void> {
    await this.feed.open()
  }

  onReplaced(listener: (marketId: string) => void): () => void {
    this.#replacedListeners.add(listener)
    return () => this.#replacedListeners.delete(listener)
  }

  async clock(): Promise<MarketClock> {
    const { clockUrl } = this.#market
    if (clockUrl === null) {
      this.#marketId = this.#market.marketId ?? 'angelone'
      return this.#clock
    }
    const reply = clockReply.safeParse(await this.#http.getJson(clockUrl))
    if (!reply.success) throw new BrokerError('malformed', `no market clock at ${clockUrl}`)
    const marketId = this.#market.marketId ?? reply.data.marketId
    if (this.#marketId !== null && this.#marketId !== marketId) {
      for (const listener of this.#replacedListeners) listener(marketId)
      throw new BrokerError('refused', `the market behind the broker is now ${marketId}, no longer ${this.#marketId}`)
    }
    this.#marketId = marketId
    this.#clock = reply.data.clock
    return this.#clock
  }

  async contracts(): Promise<readonly OptionContract[]> {
    const { contracts, dropped } = parseInstrumentMaster(await this.#http.getJson(this.#market.masterUrl, MASTER_TIMEOUT_MS))
    if (dropped > 0) this.#log.warn({ dropped, kept: contracts.length }, 'instrument master rows left out')
    this.#listed = contracts
    return contracts
  }

  /** The last prices of indices and options by their tokens, other tokens left out. */
  async lastPrices(tokens: readonly string[]): Promise<readonly Quote[]> {
    const asked = new Set(tokens)
    const listed = this.#listed ?? (await this.contracts())
    const keys = [...Object.values(INDICES), ...listed].filter(({ token }) => asked.has(token))
    return fetchQuotes(this.#rest, keys, marketTimeAt(await this.clock(), this.#now()))
  }

  async quotes(keys: readonly InstrumentKey[]): Promise<readonly Quote[]> {
    return fetchQuotes(this.#rest, keys, marketTimeAt(this.#clock, this.#now()))
  }

  async minuteCandles(key: InstrumentKey, from: Instant, to: Instant): Promise<readonly Candle[]> {
    return fetchMinuteCandles(this.#rest, key, from, to, marketTimeAt(this.#clock, this.#now()))
  }

  async close(): Promise<void> {
    this.feed.close()
    this.session.close()
    this.#http.close()
  }
}
