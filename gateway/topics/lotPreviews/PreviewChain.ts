import { listedExpiries, optionContract } from '../../../engine/backtest/premiums/listedContracts.ts'
import { usualLevel, vixLevel, type VixCloses } from '../../../engine/backtest/history/vixLevel.ts'
import type { OptionContract } from '../../../engine/broker/port.ts'
import { impliedAtmVolatility } from '../../../engine/trading/positions/atmVolatility.ts'
import type { OptionChain } from '../../../engine/trading/positions/chooseLegs.ts'
import { impliedDelta } from '../../../engine/trading/positions/optionChain.ts'
import { REACH } from '../../../engine/trading/positions/withinReach.ts'
import { INDICES, type IndexSymbol } from '../../../schema/market/indices.ts'
import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import { premium } from '../../../schema/market/options/premium.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { OPTION_TYPES } from '../../../schema/market/OptionType.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { istDate, type Instant } from '../../../schema/time.ts'
import type { PremiumBasis } from '../../../schema/trading/PremiumBasis.ts'
import type { LastPrice } from '../market/service.ts'

/** What is known of an index and its options at a market time. */
export interface KnownPrices {
  readonly index: IndexSymbol
  readonly indexPrice: LastPrice
  /** As `listedNear` has them. */
  readonly contracts: readonly OptionContract[]
  readonly now: Instant
  readonly rules: MarketRules
  /** The last price of an option; null when it has none that belongs to the index's. */
  lastOf(symbol: string): LastPrice | null
  readonly vixCloses: VixCloses
}

/**
 * The options of an index as a gateway knows them: listed by the market's rules, at their last prices where they have any, else by the option
 * model. The engine's own code chooses from it what it would open.
 */
export class PreviewChain implements OptionChain {
  readonly index: IndexSymbol
  readonly contracts: readonly OptionContract[]
  readonly indexPrice: Paise
  readonly now: Instant
  readonly session: Session
  readonly rules: MarketRules
  readonly #known: KnownPrices
  readonly #term: VolatilityTerm
  #level: { readonly level: number; readonly basis: PremiumBasis } | null = null

  constructor(known: KnownPrices) {
    const { index, indexPrice, contracts, now, rules } = known
    this.index = index
    this.contracts = contracts
    this.indexPrice = indexPrice.price
    this.now = now
    this.session = rules.sessionHours(istDate(now))
    this.rules = rules
    this.#known = known
    this.#term = new VolatilityTerm(rules)
  }

  premiumOf(contract: OptionContract): Paise {
    const { optionType: type, strike, expiry, tradingSymbol } = contract
    const last = this.#known.lastOf(tradingSymbol)
    if (last) return last.price
    const expiresAt = this.rules.sessionHours(expiry).close
    const atmVolatility = this.#modelled().level * this.#term.at(this.now, expiresAt)
    return premium({ type, spot: this.indexPrice, strike, at: this.now, expiresAt, atmVolatility })
  }

  deltaOf(contract: OptionContract): number | null {
    return impliedDelta(contract, this.premiumOf(contract), this)
  }

  ageOf(): null {
    return null
  }

  shortageOf(): null {
    return null
  }

  /** Where the premiums of these contracts come from, and the market time of the oldest price among them. */
  sourceOf(contracts: readonly OptionContract[]): { readonly basis: PremiumBasis; readonly pricedAt: Instant } {
    const last = contracts.map(({ tradingSymbol }) => this.#known.lastOf(tradingSymbol))
    const pricedAt = Math.min(this.#known.indexPrice.at, ...last.flatMap((price) => price?.at ?? []))
    return { basis: last.includes(null) ? this.#modelled().basis : 'LAST_PRICES', pricedAt }
  }

  /** What prices an option without a last price: a yearly volatility at the money, of trading time. */
  #modelled() {
    if (this.#level) return this.#level
    const { contracts, indexPrice, now, session, rules } = this
    const premiumOf = ({ tradingSymbol }: OptionContract) => this.#known.lastOf(tradingSymbol)?.price ?? null
    const implied = impliedAtmVolatility({ contracts, indexPrice, now, session, rules, premiumOf })
    if (implied !== null) return (this.#level = { level: implied, basis: 'OTHER_OPTIONS' as const })
    const byVix = vixLevel(this.index, istDate(now), this.#known.vixCloses)
    return (this.#level =
      byVix === null ? { level: usualLevel(this.index), basis: 'USUAL_VOLATILITY' as const } : { level: byVix, basis: 'VIX' as const })
  }
}

/** The calls and puts within reach of an index price, of all expiries that a rule may name. */
export function listedNear(index: IndexSymbol, indexPrice: Paise, now: Instant, rules: MarketRules): OptionContract[] {
  const step = INDICES[index].strikeStep
  // One more, as the money lies between two.
  const lowest = Math.max(1, Math.round(indexPrice / step) - REACH - 1)
  const strikes = Array.from({ length: 2 * REACH + 3 }, (_, i) => paise((lowest + i) * step))
  return listedExpiries(rules, index, istDate(now), true).flatMap((expiry) =>
    strikes.flatMap((strike) => OPTION_TYPES.map((optionType) => optionContract(rules, index, { expiry, strike, optionType }))),
  )
}
