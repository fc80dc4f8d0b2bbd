import type { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { premium } from '../../../schema/market/options/premium.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import { columnPrice, type BacktestMarket } from '../BacktestMarket.ts'
import type { Premiums } from './Premiums.ts'

/**
 * Premiums by the option model (Black-76 with smile, schema/market/options) at a constant volatility at the money. As in the sandbox
 * time to expiry and volatility stand still within a minute, so a premium's extremes are where the index's are.
 */
export class ModelPremiums implements Premiums {
  readonly source = 'MODEL'
  readonly #market: BacktestMarket
  readonly #contract: OptionContract
  readonly #expiresAt: Instant
  readonly #volatility: number
  readonly #term: VolatilityTerm

  constructor(market: BacktestMarket, contract: OptionContract, volatility: number, term: VolatilityTerm) {
    this.#market = market
    this.#contract = contract
    this.#expiresAt = market.rules.sessionHours(contract.expiry).close
    this.#volatility = volatility
    this.#term = term
  }

  candle(minute: number) {
    const { time, open, high, low, close } = this.#market.minutes
    const at = time[minute]!
    if (at >= this.#expiresAt) return null
    const atmVolatility = this.#volatility * this.#term.at(at, this.#expiresAt)
    const call = this.#contract.optionType === 'CE'
    const premiumOf = (column: Float64Array): Paise =>
      premium({
        type: this.#contract.optionType,
        spot: columnPrice(column, minute),
        strike: this.#contract.strike,
        at,
        expiresAt: this.#expiresAt,
        atmVolatility,
      })
    return { open: premiumOf(open), high: premiumOf(call ? high : low), low: premiumOf(call ? low : high), close: premiumOf(close) }
  }

  lastBefore(minute: number): Paise | null {
    return minute === 0 ? null : (this.candle(minute - 1)?.close ?? null)
  }
}
