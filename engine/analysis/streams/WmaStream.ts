import type { CandleColumns } from '../../../schema/market/candles.ts'
import { wholePaise } from '../indicators/wholePaise.ts'
import type { IndicatorStream } from './IndicatorStream.ts'
import { Window } from './Window.ts'

/** `wma` of the close as a stream. Warm with its window. */
export class WmaStream implements IndicatorStream {
  readonly values = new Float64Array(1).fill(NaN)
  readonly #period: number
  readonly #scale: number
  readonly #window: Window
  #count = 0
  #sum = 0
  #weighted = 0

  constructor(period: number) {
    this.#period = period
    this.#scale = 100 * ((period * (period + 1)) / 2)
    this.#window = new Window(period)
  }

  step({ close }: CandleColumns, i: number): void {
    const value = wholePaise(close[i]!)
    const left = this.#window.push(value)
    if (this.#count < this.#period) {
      this.#count++
      this.#sum += value
      this.#weighted += value * this.#count
    } else {
      this.#weighted += value * this.#period - this.#sum
      this.#sum += value - left
    }
    if (this.isWarm) this.values[0] = this.#weighted / this.#scale
  }

  get isWarm(): boolean {
    return this.#count === this.#period
  }
}
