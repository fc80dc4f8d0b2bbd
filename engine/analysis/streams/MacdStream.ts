import type { CandleColumns } from '../../../schema/market/candles.ts'
import { emaKeep, TOLERANCE } from './warmth.ts'
import type { IndicatorStream } from './IndicatorStream.ts'

/**
 * `macd` of the close as a stream. What is left of the beginnings of its two averages, the price each, goes into the signal line as their
 * difference does: warm when TOLERANCE of the price is left in either.
 */
export class MacdStream implements IndicatorStream {
  /** Line, signal, histogram. */
  readonly values = new Float64Array(3).fill(NaN)
  readonly #periods: readonly [fast: number, slow: number]
  readonly #signalPeriod: number
  /** How many bars seed the longer average. */
  readonly #seeded: number
  #count = 0
  readonly #averages: [fast: number, slow: number] = [0, 0]
  #signal = 0
  readonly #left: [fast: number, slow: number] = [1, 1]
  #signalLeft = 2

  constructor(fast: number, slow: number, signal: number) {
    this.#periods = [fast, slow]
    this.#signalPeriod = signal
    this.#seeded = Math.max(fast, slow)
  }

  step({ close }: CandleColumns, i: number): void {
    const value = close[i]!
    this.#count++
    if (this.#count <= this.#seeded) this.#seed(value)
    else this.#advance(value)
    if (this.#count < this.#seeded) return
    const line = this.#averages[0] - this.#averages[1]
    const first = this.#seeded + this.#signalPeriod - 1
    if (this.#count <= first) {
      this.#signal += line
      if (this.#count < first) return
      this.#signal /= this.#signalPeriod
    } else {
      this.#signal += (line - this.#signal) * (2 / (this.#signalPeriod + 1))
      const keep = emaKeep(this.#signalPeriod)
      this.#signalLeft = this.#signalLeft * keep + (this.#left[0] + this.#left[1]) * (1 - keep)
    }
    this.values[0] = line
    this.values[1] = this.#signal
    this.values[2] = line - this.#signal
  }

  get isWarm(): boolean {
    return this.#left[0] + this.#left[1] <= TOLERANCE && this.#signalLeft <= TOLERANCE
  }

  /** Each average begins with the mean of the values just before the first result of the longer one. */
  #seed(value: number): void {
    for (const each of [0, 1] as const) {
      const period = this.#periods[each]
      if (this.#count <= this.#seeded - period) continue
      this.#averages[each] += value
      if (this.#count === this.#seeded) this.#averages[each] /= period
    }
  }

  #advance(value: number): void {
    for (const each of [0, 1] as const) {
      const period = this.#periods[each]
      this.#averages[each] += (value - this.#averages[each]) * (2 / (period + 1))
      this.#left[each] *= emaKeep(period)
    }
  }
}
