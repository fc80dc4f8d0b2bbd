import type { CandleColumns } from '../../../schema/market/candles.ts'
import { INDICES } from '../../../schema/market/indices.ts'
import { impliedAtm } from '../../../schema/market/options/impliedAtm.ts'
import { optionSymbol } from '../../../schema/market/options/optionSymbol.ts'
import type { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { istDate, MINUTE, type IsoDate } from '../../../schema/time.ts'
import { columnPrice, type BacktestMarket } from '../history/BacktestMarket.ts'
import { firstAtOrAfter } from '../history/firstAtOrAfter.ts'

/** Minutes with option prices per fitted level. */
const FITTED_ON = 30
/** Expiries whose options are used, soonest first. */
const EXPIRIES = 2

/** Volatility levels that recorded option candles imply. */
export class ImpliedLevels {
  readonly #market: BacktestMarket
  readonly #candles: ReadonlyMap<string, CandleColumns>
  readonly #term: VolatilityTerm
  readonly #levels = new Map<string, number | null>()
  /** What each minute implies, cached: thirty windows share it. */
  readonly #implied = new Map<string, number | null>()
  #recorded: Int32Array | null = null

  /** `candles`: by trading symbol. */
  constructor(market: BacktestMarket, candles: ReadonlyMap<string, CandleColumns>, term: VolatilityTerm) {
    this.#market = market
    this.#candles = candles
    this.#term = term
  }

  /**
   * The level when a minute begins: the median of what the call and put nearest the money imply in the last thirty minutes before it with
   * an option trade, back to the open of the trading day before. Of two expiries the wanted one counts if it has prices, else the other.
   * Null without such a pair.
   */
  before(minute: number, expiry: IsoDate): number | null {
    if (this.#candles.size === 0 || minute === 0) return null
    const recorded = (this.#recorded ??= this.#minutesRecorded())
    const last = firstAbove(recorded, minute - 1) - 1
    const date = istDate(this.#market.minutes.time[minute - 1]!)
    const today = this.#market.days.findIndex((day) => day.end >= minute)
    const earliest = this.#market.days[Math.max(0, today - 1)]!.first
    if (last < 0 || recorded[last]! < earliest) return null
    const key = `${recorded[last]!} ${expiry}`
    let level = this.#levels.get(key)
    if (level === undefined) {
      const window = recorded.subarray(Math.max(0, last + 1 - FITTED_ON), last + 1).filter((each) => each >= earliest)
      const others = this.#market.rules.expiriesFrom(this.#market.index, date, EXPIRIES).filter((each) => each !== expiry)
      level = [expiry, ...others].reduce<number | null>((found, each) => found ?? this.#fit(window, each), null)
      this.#levels.set(key, level)
    }
    return level
  }

  #fit(minutes: Int32Array, expiry: IsoDate): number | null {
    const implied = [...minutes].flatMap((minute) => this.#impliedIn(minute, expiry) ?? []).sort((a, b) => a - b)
    return implied[implied.length >> 1] ?? null
  }

  #impliedIn(minute: number, expiry: IsoDate): number | null {
    const key = `${minute} ${expiry}`
    let implied = this.#implied.get(key)
    if (implied === undefined) this.#implied.set(key, (implied = this.#impliedByCloses(minute, expiry)))
    return implied
  }

  #impliedByCloses(minute: number, expiry: IsoDate): number | null {
    const { minutes, index, rules } = this.#market
    const spot = columnPrice(minutes.close, minute)
    const step = INDICES[index].strikeStep
    const strike = paise(Math.round(spot / step) * step)
    const [call, put] = (['CE', 'PE'] as const).map((type) =>
      this.#closeIn(minutes.time[minute]!, optionSymbol(rules, index, expiry, strike, type)),
    )
    if (!call || !put) return null
    const [at, expiresAt] = [minutes.time[minute]! + MINUTE, rules.sessionHours(expiry).close]
    if (at >= expiresAt) return null
    const atm = impliedAtm({ call, put, strike, at, expiresAt })
    return atm === null ? null : atm / this.#term.at(at, expiresAt)
  }

  #closeIn(time: number, symbol: string): Paise | null {
    const candles = this.#candles.get(symbol)
    if (!candles) return null
    const position = firstAtOrAfter(candles.time, time, 0)
    return candles.time[position] === time ? columnPrice(candles.close, position) : null
  }

  /** Positions of the minutes in which some option has a candle, ascending. */
  #minutesRecorded(): Int32Array {
    const { time } = this.#market.minutes
    const recorded = new Uint8Array(time.length)
    for (const candles of this.#candles.values())
      for (let i = 0, minute = 0; i < candles.time.length; i++) {
        minute = firstAtOrAfter(time, candles.time[i]!, minute)
        if (time[minute] === candles.time[i]) recorded[minute] = 1
      }
    return Int32Array.from([...recorded.keys()].filter((minute) => recorded[minute] === 1))
  }
}

/** The first position whose value is above `value`. */
function firstAbove(ascending: Int32Array, value: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low
}
