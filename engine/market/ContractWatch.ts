import type { Instant } from '../../schema/time.ts'
import { instrumentId } from '../broker/instrumentId.ts'
import type { FeedRank, InstrumentKey, MarketBroker } from '../broker/port.ts'
import type { FeedWatch } from './FeedWatch.ts'
import type { OptionCandles, OptionKey } from './OptionCandles.ts'
import type { TickGuard } from './TickGuard.ts'

export interface ContractWatchParts {
  readonly feed: Pick<MarketBroker['feed'], 'subscribe' | 'unsubscribe'>
  readonly feedWatch: Pick<FeedWatch, 'follow' | 'forget'>
  readonly options: Pick<OptionCandles, 'follow' | 'unfollow'>
  readonly guard: Pick<TickGuard, 'forget'>
  /** Real time. */
  readonly now: () => Instant
}

/** Which contracts are streamed, and for whom: counted by rank, so that one who leaves takes nothing from the others. */
export class ContractWatch {
  readonly #parts: ContractWatchParts
  readonly #watched = new Map<string, Record<FeedRank, number>>()

  constructor(parts: ContractWatchParts) {
    this.#parts = parts
  }

  /** Whether anybody watches it, by instrumentId. */
  has(id: string): boolean {
    return this.#watched.has(id)
  }

  /**
   * Streams price and depth of these contracts. Every `watch` needs its `unwatch`, of the same rank: what is watched as `first` by anybody
   * comes before the others.
   */
  watch(keys: readonly OptionKey[], rank: FeedRank): void {
    const { options, feedWatch, now } = this.#parts
    options.follow(keys.filter((key) => !this.#watched.has(instrumentId(key))))
    const changed = keys.filter((key) => this.#count(key, rank, 1))
    if (rank === 'first') for (const key of changed) feedWatch.follow(key, 'leg', key.tradingSymbol, now())
    this.#subscribe(changed)
  }

  unwatch(keys: readonly InstrumentKey[], rank: FeedRank): void {
    const { options, feedWatch, guard, feed } = this.#parts
    const changed = keys.filter((key) => this.#count(key, rank, -1))
    if (rank === 'first') for (const key of changed) feedWatch.forget(key)
    const removed = changed.filter((key) => isUnused(this.#watched.get(instrumentId(key))))
    for (const key of removed) {
      guard.forget(key)
      this.#watched.delete(instrumentId(key))
    }
    options.unfollow(removed)
    feed.unsubscribe(removed)
    this.#subscribe(changed.filter((key) => this.#watched.has(instrumentId(key))))
  }

  /** Counts a watch, and says whether it is the first or was the last of its rank. */
  #count(key: InstrumentKey, rank: FeedRank, by: 1 | -1): boolean {
    const id = instrumentId(key)
    const watched = this.#watched.get(id) ?? { first: 0, later: 0 }
    if (watched[rank] + by < 0) return false
    watched[rank] += by
    this.#watched.set(id, watched)
    return watched[rank] === (by === 1 ? 1 : 0)
  }

  #subscribe(keys: readonly InstrumentKey[]): void {
    const isFirst = (key: InstrumentKey) => (this.#watched.get(instrumentId(key))?.first ?? 0) > 0
    const { feed } = this.#parts
    const [first, later] = [keys.filter(isFirst), keys.filter((key) => !isFirst(key))]
    if (first.length > 0) feed.subscribe(first, 'snap', 'first')
    if (later.length > 0) feed.subscribe(later, 'snap', 'later')
  }
}

function isUnused(watched: Record<FeedRank, number> | undefined): boolean {
  return watched?.first === 0 && watched.later === 0
}
