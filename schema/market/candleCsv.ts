import { err, ok, type Result } from '../errors.ts'
import type { Instant } from '../time.ts'
import type { Candle } from './candles.ts'
import { CsvHeader } from './csv/csvHeader.ts'
import { CsvLines, type CsvMistake } from './csv/CsvLines.ts'
import { csvRowReader, type CsvRow } from './csv/csvRows.ts'

export const CANDLE_CSV_HEADER = 'time,open,high,low,close,volume'

/**
 * Reads a file of candles piece by piece: a header that names time, open, high, low, close and volume (csvHeader.ts: their other names),
 * then one candle on each line, oldest first, its time strictly later than the one before. The first thing wrong refuses the whole file;
 * a file without a candle is refused too.
 */
export class CandleCsv {
  readonly #lines = new CsvLines((line, number) => (number === 1 ? this.#begin(line) : this.#take(line)))
  readonly #onCandle: (time: Instant, prices: CsvRow['prices']) => void
  #read: ((line: string) => CsvRow | string) | null = null
  #previous = -Infinity

  constructor(onCandle: (time: Instant, prices: CsvRow['prices']) => void) {
    this.#onCandle = onCandle
  }

  /** The next piece of the file. */
  push(text: string): CsvMistake | null {
    return this.#lines.push(text)
  }

  end(): CsvMistake | null {
    return this.#lines.end('a candle')
  }

  #begin(line: string): string | null {
    const reader = csvRowReader(new CsvHeader(line))
    if (!reader.ok) return reader.error
    this.#read = reader.value
    return null
  }

  #take(line: string): string | null {
    const row = this.#read!(line)
    if (typeof row === 'string') return row
    if (row.time === this.#previous) return `time ${row.written} is the same as on the line before`
    if (row.time < this.#previous) return `time ${row.written} is earlier than on the line before`
    this.#previous = row.time
    this.#onCandle(row.time, row.prices)
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
