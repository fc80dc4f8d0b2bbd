import type { OptionContract } from '../../broker/port.ts'

/** Asks the feed for quotes of option contracts; counted, so every watch needs its unwatch. */
export interface QuoteWatch {
  watch(contracts: readonly OptionContract[]): void
  unwatch(contracts: readonly OptionContract[]): void
}
