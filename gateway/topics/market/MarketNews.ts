import type { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import type { Candle, MarketStatus, Price } from '../../../schema/graphql/market.ts'
import { indexNamed } from '../../../schema/market/indices.ts'
import { SECOND } from '../../../schema/time.ts'
import type { Background } from '../../kit/Background.ts'
import { Broadcast } from '../../kit/Broadcast.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Hears } from '../../kit/Topic.ts'
import type { EngineStates } from './EngineStates.ts'
import { pricesInput, symbolInput } from './input.ts'
import type { PriceBoard } from './PriceBoard.ts'
import type { MarketService } from './service.ts'

const EVERYONE = 'everyone'

export interface MarketParts {
  readonly market: MarketService
  readonly engine: EngineStates
  readonly prices: PriceBoard
  readonly rules: CurrentMarketRules
  readonly background: Background
}

/**
 * Streams prices, candles and the market's state to all subscribers: reads each from the database once, and only while anybody subscribes.
 */
export class MarketNews {
  readonly #parts: MarketParts
  readonly #candles = new Broadcast<Candle>()
  readonly #states = new Broadcast<MarketStatus>()
  #lastStatus: string | null = null
  #marketId: string | null = null
  readonly #statusTimer: NodeJS.Timeout

  constructor(parts: MarketParts) {
    this.#parts = parts
    this.#inBackground(() => this.#forgetOtherMarket())
    // No event says that an engine died or that a session began: poll.
    this.#statusTimer = setInterval(() => this.#inBackground(() => this.#publishStatus()), SECOND)
  }

  get hears(): Hears {
    return {
      'prices.moved': ({ prices }) => this.#parts.prices.apply(prices),
      'candle.closed': ({ symbol, time }) => {
        if (!this.#candles.hasListeners(symbol)) return
        this.#inBackground(async () => {
          const candle = await this.#parts.market.candle(symbol, time)
          if (candle) this.#candles.publish(symbol, candle)
        })
      },
      'market.changed': () =>
        this.#inBackground(async () => {
          await this.#forgetOtherMarket()
          await this.#publishStatus()
        }),
      'market.rulesChanged': () => this.refreshRules(),
    }
  }

  /** Throws BAD_USER_INPUT when too many symbols are requested. */
  prices(input: unknown): AsyncIterable<Price[]> {
    const { symbols } = parseInput(pricesInput, input)
    return this.#parts.prices.stream(new Set(symbols.map((symbol) => indexNamed(symbol) ?? symbol)))
  }

  /** Throws BAD_USER_INPUT for an unknown index. */
  candleClosed(input: unknown): AsyncIterable<Candle> {
    return this.#candles.stream(parseInput(symbolInput, input).symbol)
  }

  statusChanged(): AsyncIterable<MarketStatus> {
    return this.#states.stream(EVERYONE)
  }

  /** Rereads the market tables, and publishes the status when that opens or closes the market. */
  refreshRules(): void {
    this.#inBackground(async () => {
      await this.#parts.rules.refresh()
      await this.#publishStatus()
    })
  }

  close(): void {
    clearInterval(this.#statusTimer)
    this.#parts.prices.close()
  }

  async #publishStatus(): Promise<void> {
    if (!this.#states.hasListeners(EVERYONE)) return
    const status = await this.#parts.market.status()
    // Clocks on screens run by themselves; only changes they cannot foresee are published.
    const { marketTime: _marketTime, lastTickAt: _lastTickAt, ...unforeseen } = status
    const signature = JSON.stringify(unforeseen)
    if (signature === this.#lastStatus) return
    this.#lastStatus = signature
    this.#states.publish(EVERYONE, status)
  }

  /** Prices of one market must not be shown as another's. */
  async #forgetOtherMarket(): Promise<void> {
    const market = (await this.#parts.engine.read())?.market ?? null
    if (this.#marketId !== null && market !== this.#marketId) this.#parts.prices.clear()
    this.#marketId = market
  }

  #inBackground(work: () => Promise<void>): void {
    this.#parts.background.run('a live update could not be read', work)
  }
}
