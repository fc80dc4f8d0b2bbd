import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { Paise } from '../../../schema/money.ts'
import { DAY, IST_OFFSET, istDate, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { MarketSource } from '../sources/MarketSource.ts'
import { SeededRandom } from '../../../schema/SeededRandom.ts'

/** Usual at-the-money volatility, per trading year: about what the synthetic indices realise, and a little more, as sellers ask. */
const USUAL: Readonly<Record<IndexSymbol, number>> = { NIFTY: 0.15, BANKNIFTY: 0.178, SENSEX: 0.149, MIDCPNIFTY: 0.195 }
/** What sellers ask above the volatility that they expect. */
const ASKED_ABOVE = 1.04
const TRADING_DAYS_A_YEAR = 252
/** What sellers expect of a day's variance, in usual ones, GARCH(1,1): 0.04 + 0.08 × the day's square + 0.88 × what they expected of that day. */
const EXPECTED = { constant: 0.04, shock: 0.08, memory: 0.88 }
/** What is left of a shock to the mood after a day. */
const MEMORY = 0.8
/** Sessions looked back; what lies further has faded to a two-thousandth. */
const LOOKBACK = 60
/** Fall of the log-volatility per unit of index return: about one point for +1% at a volatility of 14%. */
const LEVERAGE = 7
const DAILY_NOISE = 0.025
const FLOOR = 0.08
const CEILING = 0.6

/**
 * At-the-money implied volatility of a modelled chain, like a volatility index: it follows what the index has moved by lately, moves
 * against the index and has a life of its own. A pure function of the source's past prices and its id.
 */
export class ImpliedVolatility {
  readonly #source: MarketSource
  readonly #mornings = new Map<string, { readonly deviation: number; readonly previousClose: Paise | null }>()

  constructor(source: MarketSource) {
    this.#source = source
  }

  /** Volatility per trading year while the index stands at `spot` at an instant of a session; a fraction between 0.08 and 0.6. */
  at(index: IndexSymbol, at: Instant, spot: Paise): number {
    const { deviation, previousClose } = this.#morning(index, at)
    const volatility = USUAL[index] * Math.exp(deviation - LEVERAGE * Math.log(spot / (previousClose ?? spot)))
    return Math.min(CEILING, Math.max(FLOOR, volatility))
  }

  #morning(index: IndexSymbol, at: Instant) {
    // By the number of the day: writing its date for every price would take longer than the price.
    const key = `${index}:${Math.floor((at + IST_OFFSET) / DAY)}`
    const known = this.#mornings.get(key)
    if (known) return known
    const date = istDate(at)
    const before = this.#source.sessionBefore(date)
    const previousClose = before === null ? null : this.#source.close(index, before)
    const morning = { deviation: this.#deviationBefore(index, date), previousClose }
    this.#mornings.set(key, morning)
    return morning
  }

  /** Log-deviation from the usual level that the sessions before a date have left behind. */
  #deviationBefore(index: IndexSymbol, date: IsoDate): number {
    const usualSquare = (USUAL[index] / ASKED_ABOVE) ** 2 / TRADING_DAYS_A_YEAR
    let [mood, moodWeight] = [0, 1]
    let [variance, varianceWeight] = [0, 1]
    let day = this.#source.sessionBefore(date)
    for (let age = 0; age < LOOKBACK && day !== null; age++) {
      const before = this.#source.sessionBefore(day)
      if (before === null) break
      const close = this.#source.close(index, day)
      const previous = this.#source.close(index, before)
      if (close === null || previous === null) break
      const move = Math.log(close / previous)
      const noise = new SeededRandom(`${this.#source.marketId}:volatility:${index}:${day}`).normal()
      mood += moodWeight * (DAILY_NOISE * noise - LEVERAGE * move)
      moodWeight *= MEMORY
      variance += varianceWeight * (EXPECTED.constant + (EXPECTED.shock * move ** 2) / usualSquare)
      varianceWeight *= EXPECTED.memory
      day = before
    }
    // Before the first day that is known the variance was a usual one.
    return mood + Math.log(variance + varianceWeight) / 2
  }
}
