import type { Trade } from '../../../schema/graphql/trades.ts'
import type { Background } from '../../kit/Background.ts'
import { Broadcast, type Numbered } from '../../kit/Broadcast.ts'
import type { Hears } from '../../kit/Topic.ts'
import type { TradeService } from './service.ts'

/**
 * Streams opened, changed and closed trades to their owners: reads each from the database once, however many subscribe, and only while
 * anybody does.
 */
export class TradeNews {
  readonly #trades: TradeService
  readonly #background: Background
  readonly #changes = new Broadcast<Trade>()
  /** Batched: one signal opens the trades of many users at once. */
  readonly #changed = new Set<string>()

  constructor(trades: TradeService, background: Background) {
    this.#trades = trades
    this.#background = background
  }

  get hears(): Hears {
    const changed = ({ userId, tradeId }: { readonly userId: string; readonly tradeId: string }) => {
      if (this.#changes.hasListeners(userId)) this.#queue(tradeId)
    }
    return { 'trade.opened': changed, 'trade.changed': changed, 'trade.closed': changed }
  }

  /** A user's trades from now on. */
  stream(userId: string): AsyncIterable<Numbered<Trade>> {
    return this.#changes.numbered(userId)
  }

  #queue(tradeId: string): void {
    this.#changed.add(tradeId)
    if (this.#changed.size === 1) setImmediate(() => this.#background.run('changed trades could not be read', () => this.#publish()))
  }

  async #publish(): Promise<void> {
    const ids = [...this.#changed]
    this.#changed.clear()
    for (const { userId, trade } of await this.#trades.byIds(ids)) this.#changes.publish(userId, trade)
  }
}
