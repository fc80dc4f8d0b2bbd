import type { OptionType } from '../../../schema/market/OptionType.ts'
import { modelPremium, putByParity, tradedPremium } from '../../../schema/market/options/premium.ts'
import type { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import { columnPrice, type BacktestMarket } from '../history/BacktestMarket.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'

/** The prices of a minute of the index, at which a premium is asked for. */
export const OPEN = 0
export const HIGH = 1
export const LOW = 2
export const CLOSE = 3
export type IndexPrice = typeof OPEN | typeof HIGH | typeof LOW | typeof CLOSE

/**
 * The call and the put of one strike and expiry by the option model, at one volatility at the money. The legs of a straddle ask for the same
 * moments in turn: the latest premium at each price is kept, from which the second leg's follows by put-call parity.
 */
export class ModelledStrike {
  readonly volatility: VolatilityLevel
  readonly expiresAt: Instant
  /** Of the index's candles. */
  readonly time: Float64Array
  readonly #columns: readonly [Float64Array, Float64Array, Float64Array, Float64Array]
  readonly #strike: Paise
  readonly #term: VolatilityTerm
  /** By price: the latest minute, and its call and put before rounding. */
  readonly #minutes = new Int32Array(4).fill(-1)
  readonly #calls = new Float64Array(4)
  readonly #puts = new Float64Array(4)
  #atmMinute = -1
  #atmVolatility = 0

  constructor(
    { minutes, rules }: BacktestMarket,
    { strike, expiry }: Pick<OptionContract, 'strike' | 'expiry'>,
    volatility: VolatilityLevel,
    term: VolatilityTerm,
  ) {
    this.volatility = volatility
    this.expiresAt = rules.sessionHours(expiry).close
    this.time = minutes.time
    this.#columns = [minutes.open, minutes.high, minutes.low, minutes.close]
    this.#strike = strike
    this.#term = term
  }

  /** The premium of the call or the put where the index stands at a price of a minute; as it is traded. */
  premium(type: OptionType, price: IndexPrice, minute: number): Paise {
    if (this.#minutes[price] !== minute) this.#model(price, minute)
    return tradedPremium(type === 'CE' ? this.#calls[price]! : this.#puts[price]!)
  }

  #model(price: IndexPrice, minute: number): void {
    const { expiresAt } = this
    const at = this.time[minute]!
    if (this.#atmMinute !== minute) {
      this.#atmMinute = minute
      this.#atmVolatility = this.volatility.level * this.#term.at(at, expiresAt)
    }
    const spot = columnPrice(this.#columns[price], minute)
    const call = modelPremium({ type: 'CE', spot, strike: this.#strike, at, expiresAt, atmVolatility: this.#atmVolatility })
    this.#calls[price] = call
    this.#puts[price] = putByParity(call, { spot, strike: this.#strike, at, expiresAt })
    this.#minutes[price] = minute
  }
}
