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
    const atmVolatility = this.#atmAt(at)
    return new ModelledMinute(this.#market.minutes, this.#contract.optionType === 'CE', (column) =>
      this.#premium(column, minute, atmVolatility),
    )
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

/** The premiums of a minute, each priced on first request: most minutes reach nothing, which their extremes show. */
class ModelledMinute {
  readonly #minutes: Pick<CandleColumns, 'open' | 'high' | 'low' | 'close'>
  readonly #isCall: boolean
  readonly #premiumOf: (column: Float64Array) => Paise
  #open: Paise | null = null
  #high: Paise | null = null
  #low: Paise | null = null
  #close: Paise | null = null

  constructor(minutes: CandleColumns, isCall: boolean, premiumOf: (column: Float64Array) => Paise) {
    this.#minutes = minutes
    this.#isCall = isCall
    this.#premiumOf = premiumOf
  }

  get open(): Paise {
    return (this.#open ??= this.#premiumOf(this.#minutes.open))
  }

  get high(): Paise {
    const { high, low } = this.#minutes
    return (this.#high ??= this.#premiumOf(this.#isCall ? high : low))
  }

  get low(): Paise {
    const { high, low } = this.#minutes
    return (this.#low ??= this.#premiumOf(this.#isCall ? low : high))
  }

  get close(): Paise {
    return (this.#close ??= this.#premiumOf(this.#minutes.close))
  }
}
