import type { CandleColumns } from '../../../schema/market/candles.ts'
import { emaKeep, TOLERANCE } from '../warmth.ts'
import type { IndicatorStream } from './IndicatorStream.ts'

/**
 * `ema` of the close as a stream. Its beginning, at most the price away from where a longer history would have it, fades with each bar: warm
 * when TOLERANCE is left of it.
 */
export class EmaStream implements IndicatorStream {
  readonly values = new Float64Array(1).fill(NaN)
  readonly #period: number
  #count = 0
  #average = 0
  /** What is left of the beginning, in parts of the price. */
  #left: number

  constructor(period: number) {
    this.#period = period
    // The average of one value is that value.
    this.#left = period === 1 ? 0 : 1
  }

  step({ close }: CandleColumns, i: number): void {
    const value = close[i]!
    if (this.#count < this.#period) {
      this.#average += value
      if (++this.#count < this.#period) return
      this.#average /= this.#period
    } else {
      this.#average += (value - this.#average) * (2 / (this.#period + 1))
      this.#left *= emaKeep(this.#period)
    }
    this.values[0] = this.#average
  }

  get isWarm(): boolean {
    return this.#count === this.#period && this.#left <= TOLERANCE
  }
}
