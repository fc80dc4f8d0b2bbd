import type { CandleColumns } from '../../../schema/market/candles.ts'
import { TOLERANCE, wilderKeep } from './warmth.ts'
import { BarMove } from './BarMove.ts'
import type { IndicatorStream } from './IndicatorStream.ts'

/**
 * `plusDi` or `minusDi` as a stream. Both its sums begin up to `period` prices away from where a longer history would have them: warm when
 * that, faded, is TOLERANCE of the range they are compared with.
 */
export class DirectionalIndicatorStream implements IndicatorStream {
  readonly values = new Float64Array(1).fill(NaN)
  isWarm = false
  readonly #side: 'risen' | 'fallen'
  readonly #period: number
  readonly #move = new BarMove()
  #bar = -1
  #movement = 0
  #range = 0
  #left = 1

  constructor(side: 'risen' | 'fallen', period: number) {
    this.#side = side
    this.#period = period
  }

  step(bars: CandleColumns, i: number): void {
    const move = this.#move
    move.step(bars, i)
    if (++this.#bar === 0) return
    if (this.#bar < this.#period) {
      this.#movement += move[this.#side]
      this.#range += move.range
      return
    }
    const keep = wilderKeep(this.#period)
    this.#movement = this.#movement * keep + move[this.#side]
    this.#range = this.#range * keep + move.range
    this.#left *= keep
    this.values[0] = this.#range === 0 ? 0 : (100 * this.#movement) / this.#range
    this.isWarm ||= 2 * this.#left * this.#period * bars.close[i]! <= TOLERANCE * this.#range
  }
}
