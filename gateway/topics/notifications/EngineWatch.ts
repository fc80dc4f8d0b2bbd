import type { Database } from '../../../prisma/client.ts'
import type { Instant } from '../../../schema/time.ts'
import { IncidentBook } from '../../kit/IncidentBook.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { MarketService } from '../market/service.ts'

/** Watches for what everybody is told of: whether the engine and its prices are there is said by `EngineStates`, as everywhere. */
export class EngineWatch {
  readonly #engine: EngineStates
  readonly #market: MarketService
  readonly #book: IncidentBook<'ENGINE' | 'FEED'>

  constructor(db: Database, engine: EngineStates, market: MarketService) {
    this.#engine = engine
    this.#market = market
    this.#book = new IncidentBook(db)
  }

  /** Looks once. `now`: real time. */
  async look(now: Instant = Date.now()): Promise<void> {
    const state = await this.#engine.read(now)
    if (!state) return
    const { isOpen } = await this.#market.status()
    // What the feed of a silent engine does is not known, and outside of sessions none is missed.
    const isFeedMissing = state.feedConnected ? false : state.running && isOpen ? true : null
    await this.#book.record({ ENGINE: !state.running, FEED: isFeedMissing }, now)
  }
}
