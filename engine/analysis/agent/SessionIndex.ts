import { createHash } from 'node:crypto'
import type { IsoDate } from '../../../schema/time.ts'
import { HORIZON, SESSION_MINUTES } from './agentModel.ts'
import { BLOCK, forward } from './fourier.ts'

/** A finished session without holes (fillHoles.ts): rupees at the end of each minute since the open. */
export interface SessionCloses {
  readonly date: IsoDate
  readonly closes: Float64Array
}

/** What a worker needs for the same index: shared memory, posted by reference. */
export interface SharedSessions {
  readonly memory: SharedArrayBuffer
  readonly ending: SharedArrayBuffer
  readonly capacity: number
  readonly count: number
}

/** Sessions that may be added before everything is copied. */
const SPARE = 64
const PREFIX = SESSION_MINUTES + 1
const SPECTRUM = 2 * BLOCK
const HASH = 32
/** Minutes on either side over which the liveliness of a minute of the day is averaged. */
const SMOOTHING = 3

/** The columns of a number of sessions in one piece of memory. */
class Columns {
  /** Sessions written so far; it shows the writer of the next one that the place is free. */
  readonly written: Int32Array
  /** YYYYMMDD. */
  readonly dates: Int32Array
  readonly lengths: Int32Array
  /** Rupees. */
  readonly closes: Float64Array
  /** ln(close / first close), and its sums and sums of squares before each minute. */
  readonly logs: Float64Array
  readonly sums: Float64Array
  readonly squares: Float64Array
  /** Of each pair of sessions, the second one as the imaginary part. */
  readonly spectra: Float32Array
  /** SHA-256 of each session's closes and the hash before it. */
  readonly hashes: Uint8Array

  constructor(memory: SharedArrayBuffer, capacity: number) {
    let at = 0
    const take = (bytes: number) => {
      const start = at
      at += bytes
      return start
    }
    const doubles = (length: number) => new Float64Array(memory, take(8 * length), length)
    this.closes = doubles(capacity * SESSION_MINUTES)
    this.logs = doubles(capacity * SESSION_MINUTES)
    this.sums = doubles(capacity * PREFIX)
    this.squares = doubles(capacity * PREFIX)
    const spectra = (capacity / 2) * SPECTRUM
    this.spectra = new Float32Array(memory, take(4 * spectra), spectra)
    this.written = new Int32Array(memory, take(4), 1)
    this.dates = new Int32Array(memory, take(4 * capacity), capacity)
    this.lengths = new Int32Array(memory, take(4 * capacity), capacity)
    this.hashes = new Uint8Array(memory, take(HASH * capacity), HASH * capacity)
  }

  static bytes(capacity: number): number {
    return capacity * (8 * (2 * SESSION_MINUTES + 2 * PREFIX) + 2 * SPECTRUM + 8 + HASH) + 4
  }
}

/**
 * The finished sessions of one index, oldest first, with what searching them takes: immutable, in memory that threads share.
 * It never holds the running session. `upTo` gives what an earlier day saw, bit for bit.
 */
export class SessionIndex {
  readonly count: number
  /** Of the last session when their number is odd: its spectrum alone. A pair's would change with what comes after it. */
  readonly lastSpectrum: Float32Array
  readonly #capacity: number
  readonly #memory: SharedArrayBuffer
  readonly #ending: SharedArrayBuffer
  readonly #columns: Columns
  /** Sums, before each minute of the day, of the average squared return: how lively it usually is. */
  readonly #liveliness: Float64Array

  private constructor({ memory, ending, capacity, count }: SharedSessions) {
    this.count = count
    this.#capacity = capacity
    this.#memory = memory
    this.#ending = ending
    this.#columns = new Columns(memory, capacity)
    this.#liveliness = new Float64Array(ending, 0, PREFIX)
    this.lastSpectrum = new Float32Array(ending, 8 * PREFIX, SPECTRUM)
  }

  /** Throws when the sessions are not in the order of their dates, or one has too many minutes or a price that is none. */
  static build(sessions: readonly SessionCloses[]): SessionIndex {
    const capacity = 2 * Math.ceil((sessions.length + SPARE) / 2)
    const memory = new SharedArrayBuffer(Columns.bytes(capacity))
    const columns = new Columns(memory, capacity)
    sessions.forEach((session, place) => write(columns, place, session))
    columns.written[0] = sessions.length
    return SessionIndex.#ended(memory, capacity, columns, sessions.length)
  }

  /** The index that another thread shares. */
  static attach(shared: SharedSessions): SessionIndex {
    return new SessionIndex(shared)
  }

  get shared(): SharedSessions {
    return { memory: this.#memory, ending: this.#ending, capacity: this.#capacity, count: this.count }
  }

  /** The index with one more session, which must be later than all others. This one stays as it is. */
  with(session: SessionCloses): SessionIndex {
    const columns = this.#columns
    if (this.count < this.#capacity && Atomics.compareExchange(columns.written, 0, this.count, this.count + 1) === this.count) {
      write(columns, this.count, session)
      return SessionIndex.#ended(this.#memory, this.#capacity, columns, this.count + 1)
    }
    const sessions = Array.from({ length: this.count }, (_, place) => ({ date: this.dateOf(place), closes: this.closesOf(place) }))
    return SessionIndex.build([...sessions, session])
  }

  /** The index of the first `count` sessions. */
  upTo(count: number): SessionIndex {
    if (!(count >= 0 && count <= this.count)) throw new RangeError(`the index has ${this.count} sessions, not ${count}`)
    return SessionIndex.#ended(this.#memory, this.#capacity, this.#columns, count)
  }

  static #ended(memory: SharedArrayBuffer, capacity: number, columns: Columns, count: number): SessionIndex {
    const ending = new SharedArrayBuffer(8 * PREFIX + 4 * SPECTRUM)
    writeLiveliness(columns, count, new Float64Array(ending, 0, PREFIX))
    if (count % 2 === 1) writeSpectrum(columns, count - 1, count, new Float32Array(ending, 8 * PREFIX, SPECTRUM), 0)
    return new SessionIndex({ memory, ending, capacity, count })
  }

  dateOf(place: number): IsoDate {
    const digits = String(this.#columns.dates[place])
    return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  }

  /** The place of the first session after a date, which is also the number of those before and on it; null: of all. */
  placeAfter(date: IsoDate | null): number {
    let place = this.count
    while (place > 0 && this.dateOf(place - 1) > (date ?? '')) place--
    return place
  }

  /** Minutes of a session. */
  lengthOf(place: number): number {
    return this.#columns.lengths[place]!
  }

  /** Rupees at the end of each minute. */
  closesOf(place: number): Float64Array {
    return this.#columns.closes.subarray(place * SESSION_MINUTES, place * SESSION_MINUTES + this.lengthOf(place))
  }

  /** ln(close / first close) of each minute. */
  logsOf(place: number): Float64Array {
    return this.#columns.logs.subarray(place * SESSION_MINUTES, place * SESSION_MINUTES + this.lengthOf(place))
  }

  /** Sums of a session's logs, and of their squares, before each minute and after the last one. */
  sumsOf(place: number): { readonly sums: Float64Array; readonly squares: Float64Array } {
    const [from, to] = [place * PREFIX, (place + 1) * PREFIX]
    return { sums: this.#columns.sums.subarray(from, to), squares: this.#columns.squares.subarray(from, to) }
  }

  /** Of all pairs of sessions one after the other, as `correlate` takes them. */
  get spectra(): Float32Array {
    return this.#columns.spectra
  }

  /** SHA-256 over all closes, hexadecimal; of no sessions the empty text. */
  get hash(): string {
    return this.count === 0 ? '' : Buffer.from(hashAt(this.#columns, this.count - 1)).toString('hex')
  }

  /**
   * How much livelier the minutes of the horizon after a minute usually are than the window that ends with it: the root of the
   * ratio of their mean squared returns.
   */
  livelinessAfter(minute: number, lookback: number): number {
    const sums = this.#liveliness
    const window = (sums[minute + 1]! - sums[minute - lookback + 2]!) / (lookback - 1)
    const after = (sums[minute + 1 + HORIZON]! - sums[minute + 1]!) / HORIZON
    return Math.sqrt(after / window)
  }

  /** Standard deviation of a day's log return from close to close over the last sessions; null below three closes. */
  dailyVolatility(sessions: number): number | null {
    const moves: number[] = []
    for (let place = Math.max(1, this.count - sessions); place < this.count; place++)
      moves.push(Math.log(this.#lastCloseOf(place) / this.#lastCloseOf(place - 1)))
    return moves.length < 2 ? null : Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length)
  }

  #lastCloseOf(place: number): number {
    return this.closesOf(place).at(-1)!
  }
}

function write(columns: Columns, place: number, { date, closes }: SessionCloses): void {
  const number = Number(date.replaceAll('-', ''))
  if (place > 0 && !(number > columns.dates[place - 1]!))
    throw new RangeError(`session ${date} must come after ${columns.dates[place - 1]}`)
  if (closes.length === 0 || closes.length > SESSION_MINUTES) throw new RangeError(`session ${date} has ${closes.length} minutes`)
  if (!closes.every((close) => close > 0 && close < Infinity)) throw new RangeError(`session ${date} has a price that is none`)
  const base = closes[0]!
  let [sum, square] = [0, 0]
  for (let minute = 0; minute < closes.length; minute++) {
    const log = Math.log(closes[minute]! / base)
    columns.logs[place * SESSION_MINUTES + minute] = log
    sum += log
    square += log * log
    columns.sums[place * PREFIX + minute + 1] = sum
    columns.squares[place * PREFIX + minute + 1] = square
  }
  columns.closes.set(closes, place * SESSION_MINUTES)
  columns.lengths[place] = closes.length
  columns.dates[place] = number
  const hash = createHash('sha256')
    .update(date)
    .update(Uint8Array.from(new Uint8Array(Float64Array.from(closes).buffer)))
  if (place > 0) hash.update(hashAt(columns, place - 1))
  columns.hashes.set(hash.digest(), place * HASH)
  if (place % 2 === 1) writeSpectrum(columns, place - 1, place + 1, columns.spectra, (place >> 1) * SPECTRUM)
}

function hashAt(columns: Columns, place: number): Uint8Array {
  return Uint8Array.from(columns.hashes.subarray(place * HASH, (place + 1) * HASH))
}

/** The spectrum of one session or of two, from `first` to before `end`. */
function writeSpectrum(columns: Columns, first: number, end: number, out: Float32Array, at: number): void {
  const parts = [new Float64Array(BLOCK), new Float64Array(BLOCK)] as const
  for (let place = first; place < end; place++) {
    const length = columns.lengths[place]!
    // Queries sum to zero, so what all minutes share changes nothing, but would cost digits.
    const mean = columns.sums[place * PREFIX + length]! / length
    const part = parts[place - first]!
    for (let minute = 0; minute < length; minute++) part[minute] = columns.logs[place * SESSION_MINUTES + minute]! - mean
  }
  forward(parts[0], parts[1])
  out.set(parts[0], at)
  out.set(parts[1], at + BLOCK)
}

function writeLiveliness(columns: Columns, count: number, out: Float64Array): void {
  const squares = new Float64Array(SESSION_MINUTES)
  const returns = new Float64Array(SESSION_MINUTES)
  for (let place = 0; place < count; place++) {
    const start = place * SESSION_MINUTES
    for (let minute = 1; minute < columns.lengths[place]!; minute++) {
      squares[minute]! += (columns.logs[start + minute]! - columns.logs[start + minute - 1]!) ** 2
      returns[minute]!++
    }
  }
  let sum = 0
  for (let minute = 0; minute < SESSION_MINUTES; minute++) {
    let [square, number] = [0, 0]
    for (let near = Math.max(0, minute - SMOOTHING); near <= Math.min(SESSION_MINUTES - 1, minute + SMOOTHING); near++) {
      square += squares[near]!
      number += returns[near]!
    }
    sum += number === 0 ? 0 : square / number
    out[minute + 1] = sum
  }
}
