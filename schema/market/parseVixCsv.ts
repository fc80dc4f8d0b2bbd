import { err, ok, type Result } from '../errors.ts'
import type { IsoDate } from '../time.ts'
import { csvDateReader } from './csv/csvDate.ts'
import { CANDLE_COLUMN_NAMES, CsvHeader } from './csv/csvHeader.ts'
import { CsvLines } from './csv/CsvLines.ts'

/** India VIX at the end of a day, as it is published: 12.18. */
export interface VixClose {
  readonly date: IsoDate
  readonly close: number
}

/** Between which India VIX is believed: it has been between 8 and 93 since 2008. */
const LEAST = 1
const MOST = 200

/** A line of a file that is no day, from 1, and what is wrong with it. */
export interface VixMistake {
  readonly line: number
  readonly reason: string
}

/** One line for people. */
export function describeVixMistake({ line, reason }: VixMistake): string {
  return `line ${line}: ${reason}`
}

/**
 * Reads daily India VIX as CSV: a header that names the columns date (or time) and close among others, then a day on each line: its date
 * (csvDate.ts), or an instant that begins with one. The error lists every line that is none; so is a day that comes twice.
 */
export function parseVixCsv(text: string): Result<readonly VixClose[], readonly VixMistake[]> {
  const closes = new Map<IsoDate, number>()
  const mistakes: VixMistake[] = []
  const readDate = csvDateReader()
  let at: { readonly header: CsvHeader; readonly date: number; readonly close: number } | null = null
  const lines = new CsvLines((line, number) => {
    if (!at) {
      const header = new CsvHeader(line)
      const [date, close] = [header.find(CANDLE_COLUMN_NAMES.time), header.find(CANDLE_COLUMN_NAMES.close)]
      if (!date.ok || !close.ok || date.value === null || close.value === null) return 'expected columns date and close in the header'
      at = { header, date: date.value, close: close.value }
      return null
    }
    const fields = at.header.split(line)
    const date = readDate((fields[at.date] ?? '').trim().replace(/(?<=^\d{4}-\d\d-\d\d)[T ].*$/, ''), 'date')
    const close = Number(fields[at.close]?.trim() || NaN)
    const refuse = (reason: string) => mistakes.push({ line: number, reason })
    if (!date.ok) refuse(date.error)
    else if (!(close >= LEAST && close <= MOST)) refuse(`expected a close from ${LEAST} to ${MOST}, found "${fields[at.close] ?? ''}"`)
    else if (closes.has(date.value)) refuse(`${date.value} comes a second time`)
    else closes.set(date.value, close)
    return null
  })
  const mistake = lines.push(text) ?? lines.end('a day')
  if (mistake) mistakes.push(mistake)
  return mistakes.length > 0 ? err(mistakes) : ok([...closes].map(([date, close]) => ({ date, close })))
}
