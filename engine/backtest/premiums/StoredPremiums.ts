import type { CandleColumns } from '../../../schema/market/candles.ts'
import type { Paise } from '../../../schema/money.ts'
import { DAY, IST_OFFSET } from '../../../schema/time.ts'
import { columnPrice } from '../BacktestMarket.ts'
import { firstAtOrAfter } from '../firstAtOrAfter.ts'
import type { Premiums } from './Premiums.ts'

/** The premiums of a contract as they were recorded. */
export class StoredPremiums implements Premiums {
  readonly source = 'CANDLES'
  readonly #candles: CandleColumns
  readonly #minutes: Float64Array

  /** `minutes`: the time column of the index. */
  constructor(candles: CandleColumns, minutes: Float64Array) {
    this.#candles = candles
    this.#minutes = minutes
  }

  candle(minute: number) {
    const { time, open, high, low, close } = this.#candles
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
    const position = firstAtOrAfter(time, at, 0) - 1
    return position >= 0 && sameDay(time[position]!, at) ? columnPrice(close, position) : null
  }
}

function sameDay(a: number, b: number): boolean {
  return Math.floor((a + IST_OFFSET) / DAY) === Math.floor((b + IST_OFFSET) / DAY)
}
