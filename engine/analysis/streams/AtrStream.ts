import type { CandleColumns } from '../../../schema/market/candles.ts'
import { TOLERANCE, wilderKeep } from './warmth.ts'
import { BarMove } from './BarMove.ts'
import type { IndicatorStream } from './IndicatorStream.ts'

/** `atr` as a stream. Its beginning, at most the price away from where a longer history would have it, fades with each bar. */
export class AtrStream implements IndicatorStream {
  readonly values = new Float64Array(1).fill(NaN)
  /** What is left of the beginning, in parts of the price; Infinity before it. */
  left = Infinity
  readonly #period: number
  readonly #move = new BarMove()
  #count = 0
  #average = 0

  constructor(period: number) {
    this.#period = period
  }

  step(bars: CandleColumns, i: number): void {
    this.#move.step(bars, i)
    if (this.#count++ === 0) return
    const period = this.#period
    const { range } = this.#move
    if (this.#count <= period + 1) {
      this.#average += range
      if (this.#count <= period) return
      this.#average /= period
      // The average of one range is that range.
      this.left = period === 1 ? 0 : 1
    } else {
      this.#average += (range - this.#average) * (1 / period)
      this.left *= wilderKeep(period)
    }
    this.values[0] = this.#average
  }

  get isWarm(): boolean {
    return this.left <= TOLERANCE
  }
}
