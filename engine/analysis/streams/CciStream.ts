import type { CandleColumns } from '../../../schema/market/candles.ts'
import { deviations, thirds } from '../indicators/cci.ts'
import type { IndicatorStream } from './IndicatorStream.ts'

/** `cci` as a stream. Warm with its window, through which each step goes once, because the deviations are from each bar's own average. */
export class CciStream implements IndicatorStream {
  readonly values = new Float64Array(1).fill(NaN)
  readonly #period: number
  /** The window twice, as in the batch. */
  readonly #prices: Float64Array
  #place = 0
  #sum = 0
  #count = 0

  constructor(period: number) {
    this.#period = period
    this.#prices = new Float64Array(2 * period)
  }

  step({ high, low, close }: CandleColumns, i: number): void {
    const period = this.#period
    const prices = this.#prices
    const price = thirds(high[i]! + low[i]! + close[i]!)
    this.#sum += price - prices[this.#place]!
    prices[this.#place] = prices[this.#place + period] = price
    if (++this.#place === period) this.#place = 0
    if (this.#count < period) this.#count++
    if (!this.isWarm) return
    const average = this.#sum / period
    const deviation = deviations(prices, this.#place, period, average)
    this.values[0] = deviation === 0 ? 0 : ((price - average) * period) / (0.015 * deviation)
  }

  get isWarm(): boolean {
    return this.#count === this.#period
  }
}
