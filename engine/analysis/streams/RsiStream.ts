import type { CandleColumns } from '../../../schema/market/candles.ts'
import { TOLERANCE, wilderKeep } from './warmth.ts'
import type { IndicatorStream } from './IndicatorStream.ts'

/**
 * `rsi` of the close as a stream. Averages of moves are compared with one another, so what is left of their beginning counts against what
 * moves: warm when the price itself, faded, is TOLERANCE of the averages. In a flat market both fade alike, and it stays cold.
 */
export class RsiStream implements IndicatorStream {
  readonly values = new Float64Array(1).fill(NaN)
  isWarm = false
  readonly #period: number
  #count = 0
  #before = 0
  #gain = 0
  #loss = 0
  #left = 1

  constructor(period: number) {
    this.#period = period
  }

  step({ close }: CandleColumns, i: number): void {
    const value = close[i]!
    const change = value - this.#before
    this.#before = value
    if (this.#count++ === 0) return
    const period = this.#period
    if (this.#count <= period + 1) {
      this.#gain += Math.max(change, 0)
      this.#loss += Math.max(-change, 0)
      if (this.#count <= period) return
      this.#gain /= period
      this.#loss /= period
    } else {
      const size = Math.abs(change)
      const weight = 1 / period
      this.#gain += ((size + change) / 2 - this.#gain) * weight
      this.#loss += ((size - change) / 2 - this.#loss) * weight
      this.#left *= wilderKeep(period)
    }
    const moved = this.#gain + this.#loss
    this.values[0] = moved === 0 ? 0 : (100 * this.#gain) / moved
    this.isWarm ||= this.#left * value <= TOLERANCE * moved
  }
}
