import type { OptionType } from '../../../schema/market/OptionType.ts'
import { OPTION_TICK, paise, type Paise } from '../../../schema/money.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'
import { CLOSE, HIGH, LOW, OPEN, type IndexPrice, type ModelledStrike } from './ModelledStrike.ts'
import type { Premiums } from './Premiums.ts'

type MinutePremiums = NonNullable<ReturnType<Premiums['candle']>>

/**
 * Premiums by the option model (Black-76 with smile, schema/market/options) at one volatility at the money. As in the sandbox, time to
 * expiry and volatility are constant within a minute, so a premium's extremes are where the index's are.
 */
export class ModelPremiums implements Premiums {
  readonly #model: ContractModel
  /** By minute: passes over the history in step ask for the same. */
  readonly #candles = new Map<number, MinutePremiums | null>()
  readonly #closes = new Map<number, Paise | null>()

  /** `above`: the contract's price above the model's; negative below. */
  constructor(type: OptionType, strike: ModelledStrike, above = paise(0)) {
    this.#model = { type, strike, above }
  }

  volatilityIn(): VolatilityLevel {
    return this.#model.strike.volatility
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
    if (close === undefined) this.#closes.set(minute, (close = minute === 0 ? null : (this.#modelled(minute - 1)?.close ?? null)))
    return close
  }

  #modelled(minute: number): MinutePremiums | null {
    const { time, expiresAt } = this.#model.strike
    return time[minute]! >= expiresAt ? null : new ModelledMinute(this.#model, minute)
  }
}

/** What prices the minutes of one contract. */
interface ContractModel {
  readonly type: OptionType
  readonly strike: ModelledStrike
  readonly above: Paise
}

/** The premiums of a minute, each priced on first request: most minutes reach nothing, which their extremes show. */
class ModelledMinute {
  readonly #model: ContractModel
  readonly #minute: number
  #open: Paise | null = null
  #high: Paise | null = null
  #low: Paise | null = null
  #close: Paise | null = null

  constructor(model: ContractModel, minute: number) {
    this.#model = model
    this.#minute = minute
  }

  get open(): Paise {
    return (this.#open ??= this.#premiumAt(OPEN))
  }

  get high(): Paise {
    return (this.#high ??= this.#premiumAt(this.#model.type === 'CE' ? HIGH : LOW))
  }

  get low(): Paise {
    return (this.#low ??= this.#premiumAt(this.#model.type === 'CE' ? LOW : HIGH))
  }

  get close(): Paise {
    return (this.#close ??= this.#premiumAt(CLOSE))
  }

  #premiumAt(price: IndexPrice): Paise {
    const { type, strike, above } = this.#model
    return paise(Math.max(OPTION_TICK, strike.premium(type, price, this.#minute) + above))
  }
}
