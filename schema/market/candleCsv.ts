import { err, ok, type Result } from '../errors.ts'
import type { Instant } from '../time.ts'
import type { Candle } from './candles.ts'
import type { DateOrder } from './csv/csvDate.ts'
import { CsvHeader } from './csv/csvHeader.ts'
import { CsvLines, type CsvMistake } from './csv/CsvLines.ts'
import { isSame, type CsvPrices } from './csv/csvPrices.ts'
import { csvRowReader, type CsvRow } from './csv/csvRows.ts'

export const CANDLE_CSV_HEADER = 'time,open,high,low,close,volume'

/** Some thirty sessions: as far back pieces of a file may overlap that were put together. */
const OVERLAP = 10_000

/**
 * Reads a file of candles piece by piece: a header that names time, open, high, low, close and volume (csvHeader.ts: their other names),
 * then one candle on each line, oldest first. One that comes again with the same prices is passed over. The first thing wrong refuses the
 * whole file; a file without a candle is refused too.
 */
export class CandleCsv {
  readonly #lines = new CsvLines((line, number) => (number === 1 ? this.#begin(line) : this.#take(line)))
  readonly #onCandle: (time: Instant, prices: CsvPrices) => void
  #read: ((line: string) => CsvRow | string) | null = null
  readonly #dates: DateOrder | null
  #previous = -Infinity
  /** The last candles, oldest first. */
  readonly #latest = new Map<Instant, CsvPrices>()
  #repeated = 0

  constructor(onCandle: (time: Instant, prices: CsvPrices) => void, dates: DateOrder | null = null) {
    this.#onCandle = onCandle
    this.#dates = dates
  }

  /** How many candles came again. */
  get repeated(): number {
    return this.#repeated
  }

  /** The next piece of the file. */
  push(text: string): CsvMistake | null {
    return this.#lines.push(text)
  }

  end(): CsvMistake | null {
    return this.#lines.end('a candle')
  }

  #begin(line: string): string | null {
    const reader = csvRowReader(new CsvHeader(line), this.#dates)
    if (!reader.ok) return reader.error
    this.#read = reader.value
    return null
  }

  #take(line: string): string | null {
    const row = this.#read!(line)
    if (typeof row === 'string') return row
    const { time, written, prices } = row
    if (prices === null) return 'open, high, low and close are zero'
    if (time <= this.#previous) {
      const before = this.#latest.get(time)
      if (before === undefined) return `time ${written} is earlier than on the line before`
      if (!isSame(before, prices)) return `time ${written} comes a second time, with other prices`
      this.#repeated++
      return null
    }
    this.#previous = time
    this.#latest.set(time, prices)
    if (this.#latest.size > OVERLAP) this.#latest.delete(this.#latest.keys().next().value!)
    this.#onCandle(time, prices)
    return null
  }
}

/** Reads the whole text of a candle file, minutes outside of sessions included. See CandleCsv. */
export function parseCandleCsv(text: string): Result<Candle[], CsvMistake> {
  const candles: Candle[] = []
  const file = new CandleCsv((time, prices) => candles.push({ time, ...prices }))
  const mistake = file.push(text) ?? file.end()
  return mistake ? err(mistake) : ok(candles)
}
