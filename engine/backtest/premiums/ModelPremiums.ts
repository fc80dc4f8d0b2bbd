import type { CandleColumns } from '../../../schema/market/candles.ts'
import type { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { premium } from '../../../schema/market/options/premium.ts'
import { OPTION_TICK, paise, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import { columnPrice, type BacktestMarket } from '../history/BacktestMarket.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'
import type { Premiums } from './Premiums.ts'

type MinutePremiums = NonNullable<ReturnType<Premiums['candle']>>

/**
 * Premiums by the option model (Black-76 with smile, schema/market/options) at one volatility at the money. As in the sandbox, time to
 * expiry and volatility are constant within a minute, so a premium's extremes are where the index's are.
 */
export class ModelPremiums implements Premiums {
  readonly #market: BacktestMarket
  readonly #contract: OptionContract
  readonly #expiresAt: Instant
  readonly #volatility: VolatilityLevel
  readonly #term: VolatilityTerm
  readonly #above: Paise
  readonly #model: MinuteModel
  /** By minute: passes over the history in step ask for the same. */
  readonly #candles = new Map<number, MinutePremiums | null>()
  readonly #closes = new Map<number, Paise | null>()

  /** `above`: the contract's price above the model's; negative below. */
  constructor(market: BacktestMarket, contract: OptionContract, volatility: VolatilityLevel, term: VolatilityTerm, above = paise(0)) {
    this.#market = market
    this.#contract = contract
    this.#expiresAt = market.rules.sessionHours(contract.expiry).close
    this.#volatility = volatility
    this.#term = term
    this.#above = above
    this.#model = {
      minutes: market.minutes,
      isCall: contract.optionType === 'CE',
      premium: (column, minute, atmVolatility) => this.#premium(column, minute, atmVolatility),
    }
  }

  volatilityIn(): VolatilityLevel {
    return this.#volatility
  }

  sourceIn() {
    return 'MODEL' as const
  }

  candle(minute: number): MinutePremiums | null {
    let candle = this.#candles.get(minute)
    if (candle === undefined) this.#candles.set(minute, (candle = this.#modelled(minute)))
    return candle
  }

  lastBefore(minute: number): Paise | null {
    let close = this.#closes.get(minute)
    if (close === undefined) this.#closes.set(minute, (close = this.#closeBefore(minute)))
    return close
  }

  #closeBefore(minute: number): Paise | null {
    const { time, close } = this.#market.minutes
    if (minute === 0 || time[minute - 1]! >= this.#expiresAt) return null
    return this.#premium(close, minute - 1, this.#atmAt(time[minute - 1]!))
  }

  #modelled(minute: number): MinutePremiums | null {
    const at = this.#market.minutes.time[minute]!
    if (at >= this.#expiresAt) return null
    return new ModelledMinute(this.#model, minute, this.#atmAt(at))
  }

  #atmAt(at: Instant): number {
    return this.#volatility.level * this.#term.at(at, this.#expiresAt)
  }

  #premium(column: Float64Array, minute: number, atmVolatility: number): Paise {
    const modelled = premium({
      type: this.#contract.optionType,
      spot: columnPrice(column, minute),
      strike: this.#contract.strike,
      at: this.#market.minutes.time[minute]!,
      expiresAt: this.#expiresAt,
      atmVolatility,
    })
    return paise(Math.max(OPTION_TICK, modelled + this.#above))
  }
}

/** What prices the minutes of one contract. */
interface MinuteModel {
  readonly minutes: CandleColumns
  readonly isCall: boolean
  readonly premium: (column: Float64Array, minute: number, atmVolatility: number) => Paise
}

/** The premiums of a minute, each priced on first request: most minutes reach nothing, which their extremes show. */
class ModelledMinute {
  readonly #model: MinuteModel
  readonly #minute: number
  readonly #atmVolatility: number
  #open: Paise | null = null
  #high: Paise | null = null
  #low: Paise | null = null
  #close: Paise | null = null

  constructor(model: MinuteModel, minute: number, atmVolatility: number) {
    this.#model = model
    this.#minute = minute
    this.#atmVolatility = atmVolatility
  }

  get open(): Paise {
    return (this.#open ??= this.#premiumIn(this.#model.minutes.open))
  }

  get high(): Paise {
    const { minutes, isCall } = this.#model
    return (this.#high ??= this.#premiumIn(isCall ? minutes.high : minutes.low))
  }

  get low(): Paise {
    const { minutes, isCall } = this.#model
    return (this.#low ??= this.#premiumIn(isCall ? minutes.low : minutes.high))
  }

  get close(): Paise {
    return (this.#close ??= this.#premiumIn(this.#model.minutes.close))
  }

  #premiumIn(column: Float64Array): Paise {
    return this.#model.premium(column, this.#minute, this.#atmVolatility)
  }
}
