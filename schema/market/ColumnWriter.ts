import type { Instant } from '../time.ts'
import { allocateColumns, CANDLE_COLUMNS, sliceColumns, type Candle, type CandleColumns } from './candles.ts'

/** Candles in paise written one after the other to columns in rupees, which grow as they fill. */
export class ColumnWriter {
  /** Small: a file may begin very many. */
  #columns = allocateColumns(64)
  #length = 0

  add(time: Instant, { open, high, low, close, volume }: Omit<Candle, 'time'>): void {
    if (this.#length === this.#columns.time.length) this.#grow()
    const at = this.#length++
    const columns = this.#columns
    columns.time[at] = time
    columns.open[at] = open / 100
    columns.high[at] = high / 100
    columns.low[at] = low / 100
    columns.close[at] = close / 100
    columns.volume[at] = volume
  }

  /** What has been written so far: views that hold until the next candle. */
  columns(): CandleColumns {
    return sliceColumns(this.#columns, 0, this.#length)
  }

  /** What has been written so far, in columns of their own that are no longer than it. */
  copy(): CandleColumns {
    const copied = allocateColumns(this.#length)
    const columns = this.columns()
    for (const name of CANDLE_COLUMNS) copied[name].set(columns[name])
    return copied
  }

  /** Starts again. What `columns` returned changes with the next write. */
  clear(): void {
    this.#length = 0
  }

  #grow(): void {
    const larger = allocateColumns(2 * this.#length)
    for (const name of CANDLE_COLUMNS) larger[name].set(this.#columns[name])
    this.#columns = larger
  }
}
