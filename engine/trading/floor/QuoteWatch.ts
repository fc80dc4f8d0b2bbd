import type { FeedRank, OptionContract } from '../../broker/port.ts'

/**
 * Subscribes to quotes of option contracts. Reference-counted: every watch needs its unwatch, of the same rank. `first`: for an open leg
 * or an order under way; `later`: for an entry that may come.
 */
export interface QuoteWatch {
  watch(contracts: readonly OptionContract[], rank: FeedRank): void
  unwatch(contracts: readonly OptionContract[], rank: FeedRank): void
}
