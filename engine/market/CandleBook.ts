import { sliceColumns, type Candle, type CandleColumns } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { toRupees } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'

/** How many candles may follow before the oldest of a view is overwritten. */
const SLACK = 256
const COLUMN_COUNT = 6

/** All another thread needs to read the same book; plain data around the one shared buffer. */
export interface CandleBookDescriptor {
  readonly buffer: SharedArrayBuffer
  readonly symbols: readonly IndexSymbol[]
  readonly capacity: number
}

interface Shelf {
  /** How many candles were ever appended, in one shared cell. */
  readonly counter: Int32Array
  readonly columns: CandleColumns
}

/**
 * The last `capacity` one-minute candles of each index, in one SharedArrayBuffer that worker threads read without copying.
 * Prices in rupees. One thread writes, any number read.
 *
 * Each column is a ring of `capacity` + 256 places written twice, one ring length apart, so that the latest candles are always one
 * contiguous stretch. The count of appended candles is stored after the candle itself (Atomics orders the two): a reader that is
 * told a count finds those candles complete, and finds them unchanged until 256 more have come. `isIntact` tells.
 */
export class CandleBook {
  readonly descriptor: CandleBookDescriptor
  readonly #ring: number
  readonly #shelves: ReadonlyMap<IndexSymbol, Shelf>

  private constructor(descriptor: CandleBookDescriptor) {
    this.descriptor = descriptor
    const { buffer, symbols, capacity } = descriptor
    this.#ring = capacity + SLACK
    let place = countersBytes(symbols.length)
    const column = () => {
      const made = new Float64Array(buffer, place, 2 * this.#ring)
      place += made.byteLength
      return made
    }
    const columns = () => ({ time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() })
    this.#shelves = new Map(symbols.map((symbol, i) => [symbol, { counter: new Int32Array(buffer, i * 4, 1), columns: columns() }]))
  }

  /** An empty book that keeps `capacity` candles of each index. */
  static create({ symbols, capacity }: { readonly symbols: readonly IndexSymbol[]; readonly capacity: number }): CandleBook {
    if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError(`capacity must be a whole number above zero, got ${capacity}`)
    const columnBytes = 2 * (capacity + SLACK) * Float64Array.BYTES_PER_ELEMENT
    const buffer = new SharedArrayBuffer(countersBytes(symbols.length) + symbols.length * COLUMN_COUNT * columnBytes)
    return new CandleBook({ buffer, symbols, capacity })
  }

  /** The same book in another thread, to read. */
  static attach(descriptor: CandleBookDescriptor): CandleBook {
    return new CandleBook(descriptor)
  }

  /** Adds the next candle of an index. False, and nothing changes, when it is not later than the last one. */
  append(symbol: IndexSymbol, candle: Candle): boolean {
    const last = this.lastTime(symbol)
    if (last !== null && candle.time <= last) return false
    const { counter, columns } = this.#shelf(symbol)
    const count = Atomics.load(counter, 0)
    const first = count % this.#ring
    for (const place of [first, first + this.#ring]) {
      columns.time[place] = candle.time
      columns.open[place] = toRupees(candle.open)
      columns.high[place] = toRupees(candle.high)
      columns.low[place] = toRupees(candle.low)
      columns.close[place] = toRupees(candle.close)
      columns.volume[place] = candle.volume
    }
    Atomics.store(counter, 0, count + 1)
    return true
  }

  /** How many candles of an index were appended so far, dropped ones included. */
  count(symbol: IndexSymbol): number {
    return Atomics.load(this.#shelf(symbol).counter, 0)
  }

  /** Start of the newest candle of an index; null before the first. */
  lastTime(symbol: IndexSymbol): Instant | null {
    const { counter, columns } = this.#shelf(symbol)
    const count = Atomics.load(counter, 0)
    return count === 0 ? null : columns.time[(count - 1) % this.#ring]!
  }

  /** The candles of an index as they stood after `count` appends, at most `capacity`, oldest first: views on the book, not copies. */
  columns(symbol: IndexSymbol, count = this.count(symbol)): CandleColumns {
    const { columns } = this.#shelf(symbol)
    const length = Math.min(count, this.descriptor.capacity)
    const start = (count - length) % this.#ring
    return sliceColumns(columns, start, start + length)
  }

  /** Whether `columns(symbol, count)` still are what they were. Ask after reading: what was read before a true answer is right. */
  isIntact(symbol: IndexSymbol, count: number): boolean {
    return this.count(symbol) - count < SLACK
  }

  #shelf(symbol: IndexSymbol): Shelf {
    const shelf = this.#shelves.get(symbol)
    if (!shelf) throw new RangeError(`the candle book has no ${symbol}`)
    return shelf
  }
}

/** Room for one 32-bit count each, rounded up so that the Float64 columns behind it are aligned. */
function countersBytes(symbols: number): number {
  return Math.ceil(symbols / 2) * 8
}
