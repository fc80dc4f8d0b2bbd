import type { CandleColumns } from '../../../schema/market/candles.ts'
import type { IndicatorStream } from './IndicatorStream.ts'

/** `obv` as a stream. Never warm: its level is all the volume there ever was, so every longer history changes it. */
export class ObvStream implements IndicatorStream {
  readonly values = new Float64Array(1).fill(NaN)
  readonly isWarm = false
  #before = NaN

  step({ close, volume }: CandleColumns, i: number): void {
    const value = close[i]!
    if (Number.isNaN(this.#before)) this.values[0] = volume[i]!
    else this.values[0]! += (Number(value > this.#before) - Number(value < this.#before)) * volume[i]!
    this.#before = value
  }
}
