import type { CandleColumns } from '../../../schema/market/candles.ts'
import { MINUTE } from '../../../schema/time.ts'
import type { IndicatorStream } from './IndicatorStream.ts'
import { SessionStart } from './SessionStart.ts'

/** `openingRange` as a stream. Warm from the first session on that it has from its first bar; a missing range is known to be missing. */
export class OpeningRangeStream implements IndicatorStream {
  /** High, low. */
  readonly values = new Float64Array(2).fill(NaN)
  readonly #minutes: number
  readonly #barMinutes: number
  readonly #session = new SessionStart()
  #top = NaN
  #bottom = NaN

  constructor(minutes: number, barMinutes: number) {
    this.#minutes = minutes
    this.#barMinutes = barMinutes
  }

  step({ time, high, low }: CandleColumns, i: number): void {
    const at = time[i]!
    if (this.#session.step(at)) this.#top = this.#bottom = NaN
    const { open } = this.#session
    const end = open + this.#minutes * MINUTE
    if (at < end) {
      if (at === open) {
        this.#top = -Infinity
        this.#bottom = Infinity
      }
      this.#top = Math.max(this.#top, high[i]!)
      this.#bottom = Math.min(this.#bottom, low[i]!)
    }
    const isKnown = at + this.#barMinutes * MINUTE >= end
    this.values[0] = isKnown ? this.#top : NaN
    this.values[1] = isKnown ? this.#bottom : NaN
  }

  get isWarm(): boolean {
    return this.#session.isKnown
  }
}
