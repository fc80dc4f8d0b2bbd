import type { Logger } from 'pino'
import type { PriceTuple } from '../../schema/events/SakhaEvent.ts'
import { INDEX_SYMBOLS, INDICES } from '../../schema/market/indices.ts'
import { instrumentId } from '../broker/instrumentId.ts'
import type { OptionContract, Tick } from '../broker/port.ts'
import { PriceConflator } from '../market/PriceConflator.ts'

/** Messages in flight at a time: they must not pile up before a database that hangs. */
const UNDER_WAY = 4

/** Publishes the prices of the indices and of followed contracts under their public names, at most four times a second each. */
export class PriceTape {
  readonly #names = new Map<string, string>(INDEX_SYMBOLS.map((symbol) => [instrumentId(INDICES[symbol]), symbol]))
  readonly #followers = new Map<string, number>()
  readonly #conflator: PriceConflator
  readonly #underWay = new Set<Promise<void>>()
  #dropped = 0

  constructor(tell: (prices: readonly PriceTuple[]) => Promise<void>, log: Logger) {
    this.#conflator = new PriceConflator((prices) => {
      // A price that could not be published is stale a moment later: counted, not retried.
      if (this.#underWay.size === UNDER_WAY) {
        this.#dropped += prices.length
        return
      }
      const message = tell(prices)
        .catch((error: unknown) => {
          if (this.#dropped === 0) log.warn({ err: error }, 'prices not told')
          this.#dropped += prices.length
        })
        .finally(() => this.#underWay.delete(message))
      this.#underWay.add(message)
    })
  }

  /** Prices that could not be published. */
  get dropped(): number {
    return this.#dropped
  }

  onTick(tick: Tick): void {
    const name = this.#names.get(instrumentId(tick))
    if (name !== undefined) this.#conflator.put(name, tick.lastPrice, tick.at)
  }

  /** Reference-counted: every `follow` needs its `unfollow`. */
  follow(contracts: readonly OptionContract[]): void {
    for (const contract of contracts) {
      const id = instrumentId(contract)
      this.#names.set(id, contract.tradingSymbol)
      this.#followers.set(id, (this.#followers.get(id) ?? 0) + 1)
    }
  }

  unfollow(contracts: readonly OptionContract[]): void {
    for (const contract of contracts) {
      const id = instrumentId(contract)
      const left = (this.#followers.get(id) ?? 0) - 1
      if (left > 0) this.#followers.set(id, left)
      else {
        this.#followers.delete(id)
        this.#names.delete(id)
        this.#conflator.forget(contract.tradingSymbol)
      }
    }
  }

  /** Publishes nothing more; resolves when what is in flight has arrived. */
  async stop(): Promise<void> {
    this.#conflator.stop()
    await Promise.all(this.#underWay)
  }
}
