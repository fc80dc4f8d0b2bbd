import type { CandleColumns } from '../../../schema/market/candles.ts'
import { TOLERANCE, wilderKeep } from './warmth.ts'
import { BarMove } from './BarMove.ts'
import type { IndicatorStream } from './IndicatorStream.ts'

/**
 * `adx` as a stream: the average of an index of two sums. What is left of the sums' beginnings, `period` prices each, makes the index uncertain by
 * so much of what has moved; that goes into the average as the index does, beside what is left of the average's own beginning.
 */
export class AdxStream implements IndicatorStream {
  readonly values = new Float64Array(1).fill(NaN)
  readonly #period: number
  readonly #move = new BarMove()
  #bar = -1
  #plus = 0
  #minus = 0
  #average = 0
  #sumsLeft = 1
  /** In parts of 100. */
  #averageLeft = 1

  constructor(period: number) {
    this.#period = period
  }

  step(bars: CandleColumns, i: number): void {
    const period = this.#period
    this.#move.step(bars, i)
    const { risen, fallen } = this.#move
    if (++this.#bar === 0) return
    if (this.#bar < period) {
      this.#plus += risen
      this.#minus += fallen
      return
    }
    const keep = wilderKeep(period)
    const weight = 1 / period
    this.#plus = this.#plus * keep + risen
    this.#minus = this.#minus * keep + fallen
    this.#sumsLeft *= keep
    const moved = this.#plus + this.#minus
    const index = (100 * Math.abs(this.#plus - this.#minus)) / moved
    if (this.#bar < 2 * period) {
      if (moved > 0) this.#average += index * weight
    } else {
      if (moved > 0) this.#average += (index - this.#average) * weight
      const uncertain = moved > 0 ? Math.min(1, (4 * this.#sumsLeft * period * bars.close[i]!) / moved) : 1
      this.#averageLeft = this.#averageLeft * keep + uncertain * weight
    }
    if (this.#bar >= 2 * period - 1) this.values[0] = this.#average
  }

  get isWarm(): boolean {
    return this.#averageLeft <= TOLERANCE
  }
}
