import type { CandleColumns } from '../../../schema/market/candles.ts'
import type { IndicatorStream } from './IndicatorStream.ts'
import { SessionStart } from './SessionStart.ts'

/** `vwap` as a stream. Warm from the first session on that it has from its first bar. */
export class VwapStream implements IndicatorStream {
  readonly values = new Float64Array(1).fill(NaN)
  readonly #session = new SessionStart()
  #bars = 0
  #sum = 0
  #value = 0
  #traded = 0

  step({ time, high, low, close, volume }: CandleColumns, i: number): void {
    if (this.#session.step(time[i]!)) {
      this.#bars = this.#sum = this.#value = this.#traded = 0
    }
    const price = high[i]! + low[i]! + close[i]!
    // The first volume ends the plain average for good.
    if (this.#traded === 0 && volume[i] === 0) {
      this.#sum += price
      this.values[0] = this.#sum / (3 * ++this.#bars)
    } else {
      this.#value += price * volume[i]!
      this.#traded += volume[i]!
      this.values[0] = this.#value / (3 * this.#traded)
    }
  }

  get isWarm(): boolean {
    return this.#session.isKnown
  }
}
