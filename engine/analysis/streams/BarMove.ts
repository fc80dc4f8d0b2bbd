import type { CandleColumns } from '../../../schema/market/candles.ts'

/** What moved between a bar and the one before it, in rupees, as in trueRange and directionalMovement of the batch indicators. */
export class BarMove {
  range = NaN
  risen = NaN
  fallen = NaN
  #high = NaN
  #low = NaN
  #close = NaN

  /** Adds a bar; all moves of the first one are NaN. */
  step({ high, low, close }: CandleColumns, i: number): void {
    const top = high[i]!
    const bottom = low[i]!
    const rise = top - this.#high
    const fall = this.#low - bottom
    this.range = Math.max(top, this.#close) - Math.min(bottom, this.#close)
    this.risen = rise > 0 && rise > fall ? rise : 0
    this.fallen = fall > 0 && fall > rise ? fall : 0
    this.#high = top
    this.#low = bottom
    this.#close = close[i]!
  }
}
