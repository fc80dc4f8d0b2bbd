import type { CandleColumns } from '../../../schema/market/candles.ts'
import { STOCHASTIC_STEPS } from '../indicators/stochastic.ts'
import { RollingExtreme } from './ExtremeStream.ts'
import type { IndicatorStream } from './IndicatorStream.ts'
import { Window } from './Window.ts'

/** `stochastic` as a stream. Warm with its three windows. */
export class StochasticStream implements IndicatorStream {
  /** %K, %D. */
  readonly values = new Float64Array(2).fill(NaN)
  readonly #highest: RollingExtreme
  readonly #lowest: RollingExtreme
  readonly #raws: Window
  readonly #smooths: Window
  readonly #smoothing: number
  readonly #signal: number
  #rawSum = 0
  #smoothSum = 0

  constructor(period: number, smoothing: number, signal: number) {
    this.#highest = new RollingExtreme('high', period)
    this.#lowest = new RollingExtreme('low', period)
    this.#raws = new Window(smoothing)
    this.#smooths = new Window(signal)
    this.#smoothing = smoothing
    this.#signal = signal
  }

  step({ high, low, close }: CandleColumns, i: number): void {
    const top = this.#highest.push(high[i]!)
    const bottom = this.#lowest.push(low[i]!)
    if (!this.#highest.isFull) return
    const range = top - bottom
    const raw = range === 0 ? 0 : Math.round(((100 * (close[i]! - bottom)) / range) * STOCHASTIC_STEPS)
    this.#rawSum += raw - this.#raws.push(raw)
    if (!this.#raws.isFull) return
    const smooth = Math.round(this.#rawSum / this.#smoothing)
    this.#smoothSum += smooth - this.#smooths.push(smooth)
    if (!this.#smooths.isFull) return
    this.values[0] = smooth / STOCHASTIC_STEPS
    this.values[1] = this.#smoothSum / this.#signal / STOCHASTIC_STEPS
  }

  get isWarm(): boolean {
    return this.#smooths.isFull
  }
}
