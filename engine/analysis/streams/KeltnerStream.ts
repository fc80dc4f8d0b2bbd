import type { CandleColumns } from '../../../schema/market/candles.ts'
import { emaKeep, TOLERANCE } from './warmth.ts'
import { AtrStream } from './AtrStream.ts'
import type { IndicatorStream } from './IndicatorStream.ts'

/** `keltner` as a stream. Warm when TOLERANCE of the price is left of the beginnings of its average and its range together. */
export class KeltnerStream implements IndicatorStream {
  /** Upper, middle, lower. */
  readonly values = new Float64Array(3).fill(NaN)
  readonly #period: number
  readonly #multiplier: number
  readonly #range: AtrStream
  #count = 0
  #average = 0
  #left: number

  constructor(period: number, atrPeriod: number, multiplier: number) {
    this.#period = period
    this.#multiplier = multiplier
    this.#range = new AtrStream(atrPeriod)
    this.#left = period === 1 ? 0 : 1
  }

  step(bars: CandleColumns, i: number): void {
    const period = this.#period
    const value = bars.close[i]!
    this.#range.step(bars, i)
    if (this.#count < period) {
      this.#count++
      this.#average += value / period
    } else {
      this.#average += (value - this.#average) * (2 / (period + 1))
      this.#left *= emaKeep(period)
    }
    const range = this.#range.values[0]!
    if (this.#count < period || Number.isNaN(range)) return
    this.values[0] = this.#average + this.#multiplier * range
    this.values[1] = this.#average
    this.values[2] = this.#average - this.#multiplier * range
  }

  get isWarm(): boolean {
    return this.#count === this.#period && this.#left + Math.max(1, this.#multiplier) * this.#range.left <= TOLERANCE
  }
}
