import type { CandleColumns } from '../../../schema/market/candles.ts'
import type { IndicatorStream } from './IndicatorStream.ts'
import { Window } from './Window.ts'

/** `roc` of the close as a stream. Warm with its window. */
export class RocStream implements IndicatorStream {
  readonly values = new Float64Array(1).fill(NaN)
  readonly #window: Window
  isWarm = false

  constructor(period: number) {
    this.#window = new Window(period)
  }

  step({ close }: CandleColumns, i: number): void {
    const value = close[i]!
    this.isWarm = this.#window.isFull
    const before = this.#window.push(value)
    if (this.isWarm) this.values[0] = (value / before - 1) * 100
  }
}
