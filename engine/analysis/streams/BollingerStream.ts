import type { CandleColumns } from '../../../schema/market/candles.ts'
import { FLAT_SQUARES } from '../indicators/bollinger.ts'
import type { IndicatorStream } from './IndicatorStream.ts'
import { Window } from './Window.ts'

/** `bollinger` of the close as a stream. Warm with its window. */
export class BollingerStream implements IndicatorStream {
  /** Upper, middle, lower. */
  readonly values = new Float64Array(3).fill(NaN)
  readonly #period: number
  readonly #multiplier: number
  readonly #window: Window
  #count = 0
  #average = 0
  #squares = 0

  constructor(period: number, multiplier: number) {
    this.#period = period
    this.#multiplier = multiplier
    this.#window = new Window(period)
  }

  step({ close }: CandleColumns, i: number): void {
    const share = 1 / this.#period
    const value = close[i]!
    const before = this.#average
    const oldest = this.#window.push(value)
    if (this.#count < this.#period) {
      this.#average += (value - before) / ++this.#count
      this.#squares += (value - before) * (value - this.#average)
    } else {
      this.#average += (value - oldest) * share
      this.#squares += (value - oldest) * (value - this.#average + oldest - before)
    }
    if (!this.isWarm) return
    const distance = this.#squares > FLAT_SQUARES ? this.#multiplier * Math.sqrt(this.#squares * share) : 0
    const scale = 100 * this.#period
    const center = Math.round(this.#average * scale) / scale
    this.values[0] = center + distance
    this.values[1] = center
    this.values[2] = center - distance
  }

  get isWarm(): boolean {
    return this.#count === this.#period
  }
}
