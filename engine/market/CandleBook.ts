import { CANDLE_COLUMNS, sliceColumns, type Candle, type CandleColumns } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { toRupees } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'

/** Spare places of a new page: at least so many, and an eighth of its candles, so that pages are rarely replaced. */
const LEAST_ROOM = 256

/**
 * Candles in shared memory, from place `from` up to, not including, `to`: plain data, which another thread reads with readPage. Immutable.
 */
export interface CandlePage {
  /** Identifies the buffer. */
  readonly id: number
  readonly buffer: SharedArrayBuffer
  /** Of each column. */
  readonly places: number
  readonly from: number
  readonly to: number
  /** How many times candles were put between others: what was made of them before is void. */
  readonly revision: number
}

interface Shelf {
  readonly id: number
  readonly revision: number
  readonly buffer: SharedArrayBuffer
  readonly places: number
  readonly columns: CandleColumns
  readonly capacity: number
  /** The place after the newest candle. */
  end: number
}

/**
 * The newest one-minute candles of each index in memory that worker threads read without copying. Prices in rupees. One thread writes, any
 * number read.
 *
 * A page is append-only. A full one is left to its readers and the newest candles are copied to a new one, so what a reader holds never
 * changes.
 */
export class CandleBook {
  readonly #shelves: Map<IndexSymbol, Shelf>

  private constructor(shelves: Map<IndexSymbol, Shelf>) {
    this.#shelves = shelves
  }

  /** An empty book that keeps `capacity` candles of each index. */
  static create({ symbols, capacity }: { readonly symbols: readonly IndexSymbol[]; readonly capacity: number }): CandleBook {
    if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError(`capacity must be a whole number above zero, got ${capacity}`)
    return new CandleBook(new Map(symbols.map((symbol) => [symbol, openShelf(capacity)])))
  }

  /** Appends the next candle of an index. False, and nothing changes, when it is not later than the last one. */
  append(symbol: IndexSymbol, candle: Candle): boolean {
    const last = this.lastTime(symbol)
    if (last !== null && candle.time <= last) return false
    let shelf = this.#shelf(symbol)
    if (shelf.end === shelf.places) shelf = this.#turn(symbol, shelf)
    write(shelf, shelf.end, candle)
    shelf.end++
    return true
  }

  /**
   * Prepends candles, oldest first, to an index, and raises its capacity to what it then holds. Ignores candles not older than the book's
   * oldest. Returns how many were added.
   */
  extend(symbol: IndexSymbol, older: CandleColumns): number {
    const known = this.columns(symbol)
    let added = older.time.length
    while (added > 0 && known.time.length > 0 && older.time[added - 1]! >= known.time[0]!) added--
    if (added === 0) return 0
    const count = added + known.time.length
    const { capacity, revision } = this.#shelf(symbol)
    const shelf = openShelf(Math.max(capacity, count), revision)
    for (const name of CANDLE_COLUMNS) {
      shelf.columns[name].set(older[name].subarray(0, added))
      shelf.columns[name].set(known[name], added)
    }
    shelf.end = count
    this.#shelves.set(symbol, shelf)
    return added
  }

  /** Puts a candle that came late at its place. False, and nothing changes, when its minute is there, or is older than the book's oldest. */
  insert(symbol: IndexSymbol, candle: Candle): boolean {
    if (this.append(symbol, candle)) return true
    const known = this.columns(symbol)
    const at = known.time.findIndex((time) => time >= candle.time)
    if (at === 0 || known.time[at] === candle.time) return false
    const { capacity, revision } = this.#shelf(symbol)
    const shelf = openShelf(capacity, revision + 1)
    this.#shelves.set(symbol, shelf)
    for (const name of CANDLE_COLUMNS) {
      shelf.columns[name].set(known[name].subarray(0, at))
      shelf.columns[name].set(known[name].subarray(at), at + 1)
    }
    write(shelf, at, candle)
    shelf.end = known.time.length + 1
    return true
  }

  /** How many candles of an index it has, at most its capacity. */
  count(symbol: IndexSymbol): number {
    const { end, capacity } = this.#shelf(symbol)
    return Math.min(end, capacity)
  }

  /** Start of the oldest candle of an index; null before the first. */
  firstTime(symbol: IndexSymbol): Instant | null {
    return this.columns(symbol).time[0] ?? null
  }

  /** Start of the newest candle of an index; null before the first. */
  lastTime(symbol: IndexSymbol): Instant | null {
    const { columns, end } = this.#shelf(symbol)
    return end === 0 ? null : columns.time[end - 1]!
  }

  /** The candles of an index, at most its capacity, oldest first: views on the book, not copies. */
  columns(symbol: IndexSymbol): CandleColumns {
    return readPage(this.page(symbol))
  }

  /** The same for another thread. */
  page(symbol: IndexSymbol): CandlePage {
    const { id, buffer, places, end, capacity, revision } = this.#shelf(symbol)
    return { id, buffer, places, from: Math.max(0, end - capacity), to: end, revision }
  }

  /** Continues on a new page, which begins with the kept candles. */
  #turn(symbol: IndexSymbol, { capacity, revision }: Shelf): Shelf {
    const kept = this.columns(symbol)
    const shelf = openShelf(capacity, revision)
    for (const name of CANDLE_COLUMNS) shelf.columns[name].set(kept[name])
    shelf.end = kept.time.length
    this.#shelves.set(symbol, shelf)
    return shelf
  }

  #shelf(symbol: IndexSymbol): Shelf {
    const shelf = this.#shelves.get(symbol)
    if (!shelf) throw new RangeError(`the candle book has no ${symbol}`)
    return shelf
  }
}

/** The candles of a page: views, not copies. */
export function readPage({ buffer, places, from, to }: Omit<CandlePage, 'id' | 'revision'>): CandleColumns {
  return sliceColumns(columnsOf(buffer, places), from, to)
}

/** Prices become rupees. */
function write({ columns }: Shelf, place: number, candle: Candle): void {
  columns.time[place] = candle.time
  columns.open[place] = toRupees(candle.open)
  columns.high[place] = toRupees(candle.high)
  columns.low[place] = toRupees(candle.low)
  columns.close[place] = toRupees(candle.close)
  columns.volume[place] = candle.volume
}

let pages = 0

/** A new page for so many candles, with spare places. */
function openShelf(capacity: number, revision = 0): Shelf {
  const places = capacity + Math.max(LEAST_ROOM, capacity >> 3)
  const buffer = new SharedArrayBuffer(CANDLE_COLUMNS.length * places * Float64Array.BYTES_PER_ELEMENT)
  return { id: ++pages, revision, buffer, places, columns: columnsOf(buffer, places), capacity, end: 0 }
}

function columnsOf(buffer: SharedArrayBuffer, places: number): CandleColumns {
  const column = (name: (typeof CANDLE_COLUMNS)[number]) =>
    new Float64Array(buffer, CANDLE_COLUMNS.indexOf(name) * places * Float64Array.BYTES_PER_ELEMENT, places)
  return {
    time: column('time'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  }
}
