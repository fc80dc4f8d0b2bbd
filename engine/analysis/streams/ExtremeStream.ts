import type { CandleColumns } from '../../../schema/market/candles.ts'
import type { IndicatorStream } from './IndicatorStream.ts'

/** `highest` of the high, or `lowest` of the low, as a stream. Warm with its window. */
export class ExtremeStream implements IndicatorStream {
  readonly values = new Float64Array(1).fill(NaN)
  readonly #field: 'high' | 'low'
  readonly #window: RollingExtreme

  constructor(field: 'high' | 'low', period: number) {
    this.#field = field
    this.#window = new RollingExtreme(field, period)
  }

  step(bars: CandleColumns, i: number): void {
    const extreme = this.#window.push(bars[this.#field][i]!)
    if (this.isWarm) this.values[0] = extreme
  }

  get isWarm(): boolean {
    return this.#window.isFull
  }
}

/**
 * The highest, or lowest, of the last so many values. Of these only those are kept that no later one has outdone, in a ring; the first of
 * them is the extreme. Each value comes and goes once, so a push costs the same on average whatever the window.
 */
export class RollingExtreme {
  readonly #sign: 1 | -1
  readonly #period: number
  readonly #values: Float64Array
  readonly #numbers: Float64Array
  #first = 0
  #kept = 0
  #pushed = 0

  constructor(which: 'high' | 'low', period: number) {
    this.#sign = which === 'high' ? 1 : -1
    this.#period = period
    this.#values = new Float64Array(period)
    this.#numbers = new Float64Array(period)
  }

  /** Adds a value and returns the extreme of the window that ends with it. */
  push(value: number): number {
    const period = this.#period
    if (this.#kept > 0 && this.#numbers[this.#first]! <= this.#pushed - period) {
      this.#first = (this.#first + 1) % period
      this.#kept--
    }
    while (this.#kept > 0 && this.#sign * this.#values[(this.#first + this.#kept - 1) % period]! <= this.#sign * value) this.#kept--
    const place = (this.#first + this.#kept++) % period
    this.#values[place] = value
    this.#numbers[place] = this.#pushed++
    return this.#values[this.#first]!
  }

  get isFull(): boolean {
    return this.#pushed >= this.#period
  }
}
