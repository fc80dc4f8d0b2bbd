import { totalCharges } from '../../../schema/market/charges.ts'
import { INDICES } from '../../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { modelPremium } from '../../../schema/market/options/premium.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'
import { fromRupees, OPTION_TICK, paise } from '../../../schema/money.ts'
import type { IsoDate } from '../../../schema/time.ts'
import type { AgentPricing } from './Analysis.ts'
import { HORIZON, STOP_DEVIATIONS, TARGET_DEVIATIONS } from './agentModel.ts'
import { endOfMinute, VOLATILITY_TERM } from './agentPricing.ts'

/** Half of what lies between bid and ask, as a share of the premium, at least half a tick. */
const HALF_SPREAD = 0.0012

/** A bought lot at its end. */
export interface OptionOutcome {
  /** Minutes it was held. */
  readonly minutes: number
  /** Rupees per unit: the ask that was paid and the bid that was got. */
  readonly entry: number
  readonly exit: number
  /** After charges, as a share of what was paid with charges; never below −1. */
  readonly net: number
}

/** What buying the options at the money at the end of a minute returns, whatever the index then does. */
export class OptionReplay {
  readonly #pricing: AgentPricing
  readonly #date: IsoDate
  readonly #minute: number
  readonly #spot: number
  readonly #deviation: number
  /** Volatility per calendar year after so many minutes. */
  readonly #volatilities = new Map<number, number>()

  /** `spot`: rupees; `deviation`: of the index's log return over the horizon. */
  constructor(pricing: AgentPricing, date: IsoDate, minute: number, spot: number, deviation: number) {
    this.#pricing = pricing
    this.#date = date
    this.#minute = minute
    this.#spot = spot
    this.#deviation = deviation
  }

  /**
   * The outcome of one side along a path: log returns of the index since the purchase, minute by minute. It is sold at the end of the
   * first minute beyond target or stop, else after the horizon; null when the path ends before.
   */
  outcome(side: OptionType, path: Float64Array): OptionOutcome | null {
    const direction = side === 'CE' ? 1 : -1
    for (let place = 0; place < Math.min(HORIZON, path.length); place++) {
      const gain = direction * path[place]!
      if (gain >= TARGET_DEVIATIONS * this.#deviation || gain <= -STOP_DEVIATIONS * this.#deviation || place + 1 === HORIZON)
        return this.#sold(side, place + 1, path[place]!)
    }
    return null
  }

  /** Rupees that a lot costs with all charges when it is bought, and sold for as much. */
  outlay(side: OptionType): number {
    const ask = this.#ask(side)
    return (ask * this.#pricing.lot + this.#charges(ask, ask)) / 100
  }

  /** Rupees that a lot loses when the index goes to the stop at once. */
  stopLoss(side: OptionType): number {
    const ask = this.#ask(side)
    const stop = (side === 'CE' ? -1 : 1) * STOP_DEVIATIONS * this.#deviation
    const bid = this.#bid(side, 0, stop)
    return ((ask - bid) * this.#pricing.lot + this.#charges(ask, bid)) / 100
  }

  #sold(side: OptionType, minutes: number, move: number): OptionOutcome {
    const ask = this.#ask(side)
    const bid = this.#bid(side, minutes, move)
    const { lot } = this.#pricing
    const charges = this.#charges(ask, bid)
    return { minutes, entry: ask / 100, exit: bid / 100, net: (bid * lot - ask * lot - charges) / (ask * lot + charges) }
  }

  #ask(side: OptionType): number {
    const premium = this.#premium(side, 0, 0)
    return premium + halfSpread(premium)
  }

  #bid(side: OptionType, minutes: number, move: number): number {
    const premium = this.#premium(side, minutes, move)
    return Math.max(0, premium - halfSpread(premium))
  }

  /** Paise, not rounded, while the index has moved by a log return. */
  #premium(side: OptionType, minutes: number, move: number): number {
    const { strike, expiresAt } = this.#pricing
    const at = endOfMinute(this.#date, this.#minute + minutes)
    const spot = fromRupees(this.#spot * Math.exp(move))
    return modelPremium({ type: side, spot, strike, at, expiresAt, atmVolatility: this.#volatilityAfter(minutes) })
  }

  #volatilityAfter(minutes: number): number {
    let volatility = this.#volatilities.get(minutes)
    if (volatility === undefined) {
      volatility = this.#pricing.volatility * VOLATILITY_TERM.at(endOfMinute(this.#date, this.#minute + minutes), this.#pricing.expiresAt)
      this.#volatilities.set(minutes, volatility)
    }
    return volatility
  }

  /** Paise, of buying and selling one lot. */
  #charges(ask: number, bid: number): number {
    const { index, lot } = this.#pricing
    const leg = (side: 'BUY' | 'SELL', price: number) =>
      SHIPPED_MARKET_RULES.chargesFor({
        side,
        exchange: INDICES[index].optionExchange,
        value: paise(Math.round(price * lot)),
        date: this.#date,
      })
    return totalCharges(leg('BUY', ask), leg('SELL', bid))
  }
}

function halfSpread(premium: number): number {
  return Math.max(OPTION_TICK / 2, HALF_SPREAD * premium)
}
