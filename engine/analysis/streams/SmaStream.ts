import type { CandleColumns } from '../../../schema/market/candles.ts'
import type { IndicatorStream } from './IndicatorStream.ts'
import { Window } from './Window.ts'

/** `sma` of the close as a stream. Warm with its window. */
export class SmaStream implements IndicatorStream {
  readonly values = new Float64Array(1).fill(NaN)
  readonly #period: number
  readonly #window: Window
  #sum = 0

  constructor(period: number) {
    this.#period = period
    this.#window = new Window(period)
  }

  step({ close }: CandleColumns, i: number): void {
    const value = close[i]!
    // The sum before the value that leaves, as the batch has it: the last bit depends on the order.
    this.#sum = this.#sum + value - this.#window.push(value)
    if (this.#window.isFull) this.values[0] = Math.round(this.#sum * 100) / (100 * this.#period)
  }

  get isWarm(): boolean {
    return this.#window.isFull
  }
}
