import type { FastifyBaseLogger } from 'fastify'
import type { CurrentMarketRules } from '../../prisma/CurrentMarketRules.ts'
import type { SakhaEvent } from '../../schema/events/SakhaEvent.ts'
import type { Denial } from '../../schema/graphql/denials.ts'
import type { Candle, MarketStatus, Price } from '../../schema/graphql/market.ts'
import type { Trade } from '../../schema/graphql/trades.ts'
import { SECOND } from '../../schema/time.ts'
import { indexNamed } from '../../schema/market/indices.ts'
import type { DenialService } from '../topics/denials/service.ts'
import { pricesInput, symbolInput } from '../topics/market/input.ts'
import type { EngineStates } from '../topics/market/EngineStates.ts'
import type { MarketService } from '../topics/market/service.ts'
import { parseInput } from '../kit/parseInput.ts'
import type { TradeService } from '../topics/trades/service.ts'
import type { PriceBoard } from '../topics/market/PriceBoard.ts'
import { Topic, type Numbered } from '../kit/Topic.ts'

const EVERYONE = 'everyone'

/** From the bus to the streams of the signed-in: each event is read from the database once, however many listen, and not at all when nobody does. */
export class LiveHub {
  readonly #trades: TradeService
  readonly #denials: DenialService
  readonly #market: MarketService
  readonly #engine: EngineStates
  readonly #prices: PriceBoard
  readonly #rules: CurrentMarketRules
  readonly #log: FastifyBaseLogger

  readonly #tradeTopic = new Topic<Trade>()
  readonly #denialTopic = new Topic<Denial>()
  readonly #candleTopic = new Topic<Candle>()
  readonly #statusTopic = new Topic<MarketStatus>()
  /** Trades to be read together: one signal opens the trades of many users at once. */
  readonly #changedTrades = new Set<string>()
  #lastStatus: string | null = null
  #marketId: string | null = null
  readonly #statusTimer: NodeJS.Timeout

  constructor(
    trades: TradeService,
    denials: DenialService,
    market: MarketService,
    engine: EngineStates,
    prices: PriceBoard,
    rules: CurrentMarketRules,
    log: FastifyBaseLogger,
  ) {
    this.#trades = trades
    this.#denials = denials
    this.#market = market
    this.#engine = engine
    this.#prices = prices
    this.#rules = rules
    this.#log = log
    this.#inBackground(this.#forgetOtherMarket())
    // Nobody tells that an engine died or that a session began: look.
    this.#statusTimer = setInterval(() => this.#inBackground(this.#tellStatus()), SECOND)
  }

  tradeChanged(userId: string): AsyncIterable<Numbered<Trade>> {
    return this.#tradeTopic.numbered(userId)
  }

  signalDenied(userId: string): AsyncIterable<Denial> {
    return this.#denialTopic.stream(userId)
  }

  /** Throws BAD_USER_INPUT when too many symbols are asked for. */
  prices(input: unknown): AsyncIterable<Price[]> {
    const { symbols } = parseInput(pricesInput, input)
    return this.#prices.stream(new Set(symbols.map((symbol) => indexNamed(symbol) ?? symbol)))
  }

  /** Throws BAD_USER_INPUT for an unknown index. */
  candleClosed(input: unknown): AsyncIterable<Candle> {
    return this.#candleTopic.stream(parseInput(symbolInput, input).symbol)
  }

  marketStatusChanged(): AsyncIterable<MarketStatus> {
    return this.#statusTopic.stream(EVERYONE)
  }

  /** Takes one event from the bus. */
  handle(event: SakhaEvent): void {
    switch (event.type) {
      case 'prices.moved':
        this.#prices.apply(event.prices)
        break
      case 'trade.opened':
      case 'trade.changed':
      case 'trade.closed':
        if (this.#tradeTopic.hasListeners(event.userId)) this.#queueTrade(event.tradeId)
        break
      case 'candle.closed':
        if (this.#candleTopic.hasListeners(event.symbol)) {
          this.#inBackground(
            this.#market.candle(event.symbol, event.time).then((candle) => {
              if (candle) this.#candleTopic.publish(event.symbol, candle)
            }),
          )
        }
        break
      case 'market.changed':
        this.#inBackground(this.#forgetOtherMarket().then(() => this.#tellStatus()))
        break
      case 'market.rulesChanged':
        this.refreshRules()
        break
      case 'signal.denied':
        if (this.#denialTopic.hasListeners(event.userId)) {
          this.#inBackground(
            this.#denials.one(event.userId, event.denialId).then((denial) => this.#denialTopic.publish(event.userId, denial)),
          )
        }
        break
      case 'kill.changed':
      case 'day.lost':
      case 'exits.requested':
      case 'backtest.queued':
      case 'backtest.cancelled':
      case 'backtest.ended':
      case 'backtest.progressed':
      case 'strategy.changed':
      case 'strategy.versioned':
      case 'strategy.archived':
      case 'subscription.changed':
      case 'account.changed':
      case 'engine.incident':
      case 'session.ended':
        break
    }
  }

  /** Reads the market tables again, and tells whom it concerns when that opens or closes the market. */
  refreshRules(): void {
    this.#inBackground(this.#rules.refresh().then(() => this.#tellStatus()))
  }

  close(): void {
    clearInterval(this.#statusTimer)
    this.#prices.close()
  }

  #queueTrade(tradeId: string): void {
    this.#changedTrades.add(tradeId)
    if (this.#changedTrades.size === 1) setImmediate(() => this.#inBackground(this.#tellTrades()))
  }

  async #tellTrades(): Promise<void> {
    const ids = [...this.#changedTrades]
    this.#changedTrades.clear()
    for (const { userId, trade } of await this.#trades.byIds(ids)) this.#tradeTopic.publish(userId, trade)
  }

  async #tellStatus(): Promise<void> {
    if (!this.#statusTopic.hasListeners(EVERYONE)) return
    const status = await this.#market.status()
    // The clock ticks on screens by itself; only what they cannot foresee is told.
    const { marketTime: _marketTime, lastTickAt: _lastTickAt, ...told } = status
    const signature = JSON.stringify(told)
    if (signature === this.#lastStatus) return
    this.#lastStatus = signature
    this.#statusTopic.publish(EVERYONE, status)
  }

  /** Prices of one market must not be shown as another's. */
  async #forgetOtherMarket(): Promise<void> {
    const market = (await this.#engine.read())?.market ?? null
    if (this.#marketId !== null && market !== this.#marketId) this.#prices.clear()
    this.#marketId = market
  }

  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.#log.error({ err: error }, 'a live update could not be read'))
  }
}
