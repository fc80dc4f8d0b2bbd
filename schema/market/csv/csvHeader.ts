import { err, ok, type Result } from '../../errors.ts'
import { quoteField } from './CsvLines.ts'

/** The names, in small letters, under which files have a column: the one of our own files first. */
export type ColumnNames = readonly [own: string, ...others: readonly string[]]

/** The names of a candle's columns, pandas' and the vendors' among them. The column of an index that was written without a name is its time. */
export const CANDLE_COLUMN_NAMES = {
  time: ['time', 'datetime', 'timestamp', 'date', 'date_time', ''],
  open: ['open', 'o'],
  high: ['high', 'h'],
  low: ['low', 'l'],
  close: ['close', 'c'],
  volume: ['volume', 'vol', 'v'],
} as const satisfies Readonly<Record<string, ColumnNames>>

const SEPARATORS = [',', ';', '\t'] as const

/**
 * The positions of the columns that a header names, in capital or small letters, in any order and among others. Fields stand apart by
 * commas, semicolons or tabs, whichever the header has most of.
 */
export class CsvHeader {
  /** How many fields a line has. */
  readonly fields: number
  readonly #separator: string
  readonly #names: readonly string[]
  readonly #text: string

  constructor(line: string) {
    this.#text = line
    let [separator, most] = [',', 0]
    for (const each of SEPARATORS) {
      const count = line.split(each).length
      if (count > most) [separator, most] = [each, count]
    }
    this.#separator = separator
    this.#names = this.split(line).map((name) => name.trim().toLowerCase())
    this.fields = this.#names.length
  }

  /** Where a column is; null when it is not there. The error says that it is there under two names. */
  find(names: ColumnNames): Result<number | null, string> {
    // Of two that name a time the more specific one: an unnamed column beside it counts the rows.
    const found = names.flatMap((name) => this.#names.flatMap((other, position) => (other === name ? [position] : [])))
    const named = found.filter((position) => this.#names[position] !== '')
    const [first, second] = named.length > 0 ? named : found
    if (second !== undefined)
      return err(`the header names the ${names[0]} twice: ${this.#names[first!] || 'unnamed'} and ${this.#names[second] || 'unnamed'}`)
    return ok(first ?? null)
  }

  /** Where a column is that must be there. */
  require(names: ColumnNames): Result<number, string> {
    const found = this.find(names)
    if (!found.ok) return found
    return found.value === null ? err(`expected a column ${names[0]} in the header, found ${quoteField(this.#text)}`) : ok(found.value)
  }

  /** The fields of a line, without the quotes around them; within quotes, what separates fields does not. */
  split(line: string): string[] {
    return line.includes('"') ? splitQuoted(line, this.#separator) : line.split(this.#separator)
  }

  /** Where a date is that has its time of day in a column of its own, and where that is; null when the header has not both. */
  dateAndTime(): readonly [date: number, time: number] | null {
    const [date, time] = [this.#names.indexOf('date'), this.#names.indexOf('time')]
    return date >= 0 && time >= 0 ? [date, time] : null
  }
}

/** A quote within a quoted field is written twice. */
function splitQuoted(line: string, separator: string): string[] {
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (let i = 0; i < line.length; i++) {
    const character = line[i]!
    if (character === '"') {
      if (isQuoted && line[i + 1] === '"') field += line[++i]
      else isQuoted = !isQuoted
    } else if (character === separator && !isQuoted) {
      fields.push(field)
      field = ''
    } else field += character
  }
  return [...fields, field]
}
