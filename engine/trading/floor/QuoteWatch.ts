import type { OptionContract } from '../../broker/port.ts'

/** Subscribes to quotes of option contracts. Reference-counted: every watch needs its unwatch. */
export interface QuoteWatch {
  watch(contracts: readonly OptionContract[]): void
  unwatch(contracts: readonly OptionContract[]): void
}
