import type { Instant } from '../../time.ts'
import type { CsvPrices } from './csvPrices.ts'

/** The rows of one series, by their times. */
export type SeriesRows = Map<Instant, CsvPrices>

/** Remembers the last rows of a file, whatever series they are of: pieces that were put together may overlap by as many. */
export class LatestRows {
  readonly #most: number
  /** Where and when each was, in a ring. */
  readonly #places: { readonly series: SeriesRows; readonly time: Instant }[] = []
  #oldest = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Remembers a row of a series, whose time it has not seen yet, and forgets the oldest of all beyond the most. */
  add(series: SeriesRows, time: Instant, prices: CsvPrices): void {
    series.set(time, prices)
    const gone = this.#places[this.#oldest]
    this.#places[this.#oldest] = { series, time }
    this.#oldest = (this.#oldest + 1) % this.#most
    gone?.series.delete(gone.time)
  }
}
