import type { CandleColumns } from '../../../schema/market/candles.ts'
import { emaKeep, TOLERANCE } from './warmth.ts'
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
  /** The batch takes two values at once, in another order of additions: the step to the first of two, null before it. */
  #step: number | null = null
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
      this.values[0] = this.#average /= this.#period
      return
    }
    const weight = 2 / (this.#period + 1)
    const step = value - this.#average
    if (this.#step === null) {
      this.#step = step
      this.values[0] = this.#average + step * weight
    } else {
      this.#average += this.#step * (weight * (1 - weight)) + step * weight
      this.#step = null
      this.values[0] = this.#average
    }
    this.#left *= emaKeep(this.#period)
  }

  get isWarm(): boolean {
    return this.#count === this.#period && this.#left <= TOLERANCE
  }
}
