import type { Candle } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { moneyness, premium } from '../../../schema/market/options/premium.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import type { Paise } from '../../../schema/money.ts'
import type { MarketSource } from '../sources/MarketSource.ts'
import { ImpliedVolatility } from './ImpliedVolatility.ts'
import type { OptionContract } from './optionContract.ts'

/** Lots traded in a minute at the money, and open there; both fade with the distance from the money. */
const LOTS_PER_MINUTE = 400
const OPEN_LOTS = 20_000

/**
 * Option prices that follow the index. Time to expiry and volatility are taken at the start of each minute and stand still
 * within it, so that inside a minute a premium moves with the spot alone and its extremes are where the spot's are.
 */
export class OptionPricing {
  readonly #volatility: ImpliedVolatility
  readonly #term = new VolatilityTerm(SHIPPED_MARKET_RULES)

  constructor(source: MarketSource) {
    this.#volatility = new ImpliedVolatility(source)
  }

  /** The premium while the index stands at `spot` in the minute of an index candle. */
  premium(contract: OptionContract, spot: Paise, minute: Candle): Paise {
    return premium({ ...this.#input(contract, minute), spot })
  }

  /** The option's own candle of an index candle's minute. */
  candle(contract: OptionContract, minute: Candle): Candle {
    const call = contract.type === 'CE'
    return {
      time: minute.time,
      open: this.premium(contract, minute.open, minute),
      high: this.premium(contract, call ? minute.high : minute.low, minute),
      low: this.premium(contract, call ? minute.low : minute.high, minute),
      close: this.premium(contract, minute.close, minute),
      volume: contract.lot * Math.round(LOTS_PER_MINUTE * Math.exp(-(this.#distance(contract, minute) ** 2) / 2)),
    }
  }

  /** Units open on the day of an index's first candle; changes overnight only. */
  openInterest(contract: OptionContract, firstMinute: Candle): number {
    return contract.lot * Math.max(1, Math.round(OPEN_LOTS * Math.exp(-(this.#distance(contract, firstMinute) ** 2) / 4)))
  }

  /** Volatility at the money in the minute of an index candle; yearly, a fraction. */
  atmVolatility(index: IndexSymbol, minute: Candle): number {
    return this.#volatility.at(index, minute.time, minute.open)
  }

  #distance(contract: OptionContract, minute: Candle): number {
    return moneyness(this.#input(contract, minute))
  }

  #input(contract: OptionContract, minute: Candle) {
    return {
      type: contract.type,
      spot: minute.open,
      strike: contract.strike,
      at: minute.time,
      expiresAt: contract.expiresAt,
      atmVolatility: this.atmVolatility(contract.index, minute) * this.#term.at(minute.time, contract.expiresAt),
    }
  }
}
