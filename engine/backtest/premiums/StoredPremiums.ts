import type { CandleColumns } from '../../../schema/market/candles.ts'
import type { Paise } from '../../../schema/money.ts'
import { DAY, IST_OFFSET } from '../../../schema/time.ts'
import { columnPrice } from '../history/BacktestMarket.ts'
import { firstAtOrAfter } from '../history/firstAtOrAfter.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'
import type { Premiums } from './Premiums.ts'

/**
 * The recorded premiums of a contract on a day. After the day's last record a model continues that gives the last recorded price for its
 * minute: a position never stays open for want of a record.
 */
export class StoredPremiums implements Premiums {
  readonly #candles: CandleColumns
  readonly #minutes: Float64Array
  /** Position of the day's last candle; null when it has none. */
  readonly #last: number | null
  readonly #goOn: (minute: number, price: Paise) => Premiums
  #after: Premiums | null = null

  /** `minutes`: the time column of the index; `at`: a time of the day. `goOn`: a model that gives `price` as the close of `minute`. */
  constructor(candles: CandleColumns, minutes: Float64Array, at: number, goOn: (minute: number, price: Paise) => Premiums) {
    this.#candles = candles
    this.#minutes = minutes
    const last = firstAtOrAfter(candles.time, (dayOf(at) + 1) * DAY - IST_OFFSET, 0) - 1
    this.#last = last >= 0 && dayOf(candles.time[last]!) === dayOf(at) ? last : null
    this.#goOn = goOn
  }

  volatilityIn(minute: number): VolatilityLevel | null {
    return this.#last === null || this.#isRecorded(minute) ? null : this.#modelAfter(this.#last).volatilityIn(minute)
  }

  sourceIn(minute: number) {
    return this.#isRecorded(minute) ? ('CANDLES' as const) : ('ANCHORED' as const)
  }

  candle(minute: number) {
    const { time, open, high, low, close } = this.#candles
    if (this.#last !== null && !this.#isRecorded(minute)) return this.#modelAfter(this.#last).candle(minute)
    const position = firstAtOrAfter(time, this.#minutes[minute]!, 0)
    if (time[position] !== this.#minutes[minute]) return null
    return {
      open: columnPrice(open, position),
      high: columnPrice(high, position),
      low: columnPrice(low, position),
      close: columnPrice(close, position),
    }
  }

  lastBefore(minute: number): Paise | null {
    const { time, close } = this.#candles
    const at = this.#minutes[minute]!
    if (this.#last !== null && minute > 0 && !this.#isRecorded(minute - 1)) return this.#modelAfter(this.#last).lastBefore(minute)
    const position = firstAtOrAfter(time, at, 0) - 1
    return position >= 0 && dayOf(time[position]!) === dayOf(at) ? columnPrice(close, position) : null
  }

  #isRecorded(minute: number): boolean {
    return this.#last === null || this.#minutes[minute]! <= this.#candles.time[this.#last]!
  }

  #modelAfter(last: number): Premiums {
    if (this.#after) return this.#after
    const { time, close } = this.#candles
    // A record of a minute that the index lacks is anchored to the minute before.
    const minute = Math.max(0, firstAtOrAfter(this.#minutes, time[last]! + 1, 0) - 1)
    return (this.#after = this.#goOn(minute, columnPrice(close, last)))
  }
}

function dayOf(at: number): number {
  return Math.floor((at + IST_OFFSET) / DAY)
}
