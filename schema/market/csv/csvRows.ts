import { ok, type Result } from '../../errors.ts'
import type { Instant } from '../../time.ts'
import type { DateOrder } from './csvDate.ts'
import { CANDLE_COLUMN_NAMES, type CsvHeader } from './csvHeader.ts'
import { csvPricesReader, type CsvPrices } from './csvPrices.ts'
import { csvTimeReader } from './csvTime.ts'

/** One row that was understood. */
export interface CsvRow {
  readonly time: Instant
  /** The time as it is written. */
  readonly written: string
  /** Null: neither a price nor a volume, as of a contract that nobody traded. */
  readonly prices: CsvPrices | null
  readonly fields: readonly string[]
}

/** Makes a reader of lines with a time and prices, by the file's header; it returns what is wrong with a line in words. */
export function csvRowReader(header: CsvHeader, dates: DateOrder | null = null): Result<(line: string) => CsvRow | string, string> {
  const dateAndTime = header.dateAndTime()
  const timeAt = dateAndTime ? ok(-1) : header.require(CANDLE_COLUMN_NAMES.time)
  if (!timeAt.ok) return timeAt
  const readPrices = csvPricesReader(header)
  if (!readPrices.ok) return readPrices
  const readTime = csvTimeReader(dates)
  return ok((line) => {
    const fields = header.split(line)
    if (fields.length !== header.fields) return `expected ${header.fields} fields, found ${fields.length}`
    const written = dateAndTime ? `${fields[dateAndTime[0]]} ${fields[dateAndTime[1]]}` : fields[timeAt.value]!
    const time = readTime(written)
    if (typeof time === 'string') return time
    const prices = readPrices.value(fields)
    return typeof prices === 'string' ? prices : { time, written, prices, fields }
  })
}
