import type { PriceProtection } from '../../../schema/market/MarketTables.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { istDate, type Instant } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'

/** An exchange's limits for an order of a contract. */
export interface ContractLimits {
  /** The most units per order. */
  readonly freeze: number
  /** Null when unknown. */
  readonly protection: PriceProtection | null
}

/** The limits of the market day, cached so that ten thousand orders at once ask the rules once. */
export class OrderLimits {
  readonly #rules: () => MarketRules
  #asked: { readonly rules: MarketRules; readonly at: Instant } | null = null
  readonly #known = new Map<string, ContractLimits>()

  constructor(rules: () => MarketRules) {
    this.#rules = rules
  }

  /** `now`: market time. */
  of({ index, exchange }: Pick<OptionContract, 'index' | 'exchange'>, now: Instant): ContractLimits {
    const rules = this.#rules()
    if (this.#asked?.rules !== rules || this.#asked.at !== now) {
      this.#asked = { rules, at: now }
      this.#known.clear()
    }
    const known = this.#known.get(index)
    if (known) return known
    const today = istDate(now)
    const limits = { freeze: rules.freezeFor(index, today), protection: rules.priceProtectionOf(exchange, today) }
    this.#known.set(index, limits)
    return limits
  }
}
