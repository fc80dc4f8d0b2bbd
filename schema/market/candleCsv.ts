import { err, ok, type Result } from '../errors.ts'
import { paise, type Paise } from '../money.ts'
import { HOUR, MINUTE, type Instant } from '../time.ts'
import type { Candle } from './candles.ts'

export const CANDLE_CSV_HEADER = 'time,open,high,low,close,volume'

/** What is wrong with a candle file, and on which line (the header is line 1). */
export interface CandleCsvError {
  readonly line: number
  readonly reason: string
}

const FIELDS = 6
/** Rupees. Far above any index, far below where paise stop being exact. */
const MAX_PRICE = 1_000_000_000
const TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/
const DECIMAL = /^\d+(?:\.\d+)?$/

/**
 * Reads a candle file: the header `time,open,high,low,close,volume`, then one candle on each line, oldest first.
 *
 * Times are ISO 8601 with an offset (`+05:30` or `Z`), on whole minutes, strictly increasing. Prices are rupees above zero
 * in plain decimals, rounded to the paisa; low ≤ open, close ≤ high. A byte order mark, CRLF and one trailing newline are fine.
 * The first thing wrong refuses the whole file; a file without a candle is refused too.
 */
export function parseCandleCsv(text: string): Result<Candle[], CandleCsvError> {
  const lines = text.split('\n')
  if (lines.length > 1 && lines[lines.length - 1] === '') lines.pop()
  const header = withoutReturn(lines[0] ?? '').replace(/^\uFEFF/, '')
  if (header !== CANDLE_CSV_HEADER) return refuse(1, `expected the header ${CANDLE_CSV_HEADER}, found ${quote(header)}`)
  if (lines.length === 1) return refuse(2, 'expected a candle, found the end of the file')

  const candles: Candle[] = []
  const parseTime = timeParser()
  let previous = -Infinity
  for (let i = 1; i < lines.length; i++) {
    const candle = parseCandle(withoutReturn(lines[i]!), parseTime)
    if (typeof candle === 'string') return refuse(i + 1, candle)
    if (candle.time === previous) return refuse(i + 1, `time ${timeField(lines[i]!)} is the same as on the line before`)
    if (candle.time < previous) return refuse(i + 1, `time ${timeField(lines[i]!)} is earlier than on the line before`)
    previous = candle.time
    candles.push(candle)
  }
  return ok(candles)
}

/** The candle of one line, or what is wrong with the line. */
function parseCandle(line: string, parseTime: (text: string) => Instant | string): Candle | string {
  const fields = line.split(',')
  if (fields.length !== FIELDS) return line === '' ? 'the line is empty' : `expected ${FIELDS} fields, found ${fields.length}`
  const time = parseTime(fields[0]!)
  if (typeof time === 'string') return time
  const open = parsePrice('open', fields[1]!)
  if (typeof open === 'string') return open
  const high = parsePrice('high', fields[2]!)
  if (typeof high === 'string') return high
  const low = parsePrice('low', fields[3]!)
  if (typeof low === 'string') return low
  const close = parsePrice('close', fields[4]!)
  if (typeof close === 'string') return close
  const volume = DECIMAL.test(fields[5]!) ? Number(fields[5]) : NaN
  if (!Number.isFinite(volume)) return `volume ${quote(fields[5]!)} is not a number of zero or more`
  if (low > open || low > close) return `low ${fields[3]} is above the ${low > open ? `open ${fields[1]}` : `close ${fields[4]}`}`
  if (high < open || high < close) return `high ${fields[2]} is below the ${high < open ? `open ${fields[1]}` : `close ${fields[4]}`}`
  return { time, open, high, low, close, volume }
}

function parsePrice(name: string, text: string): Paise | string {
  const value = DECIMAL.test(text) ? Number(text) : NaN
  if (!(value > 0)) return `${name} ${quote(text)} is not a positive number`
  if (value > MAX_PRICE) return `${name} ${quote(text)} is more than ${MAX_PRICE}`
  // From the digits, not from the double: the half paisa of 1.005 must round up.
  const point = text.indexOf('.')
  const thousandths = point < 0 ? value * 1000 : Number(text.slice(0, point) + text.slice(point + 1, point + 4).padEnd(3, '0'))
  const price = paise(Math.round(thousandths / 10))
  return price > 0 ? price : `${name} ${quote(text)} is less than one paisa`
}

/** Reads times; remembers the last date, which hundreds of lines in a row share. */
function timeParser(): (text: string) => Instant | string {
  let date = ''
  let midnight = NaN
  return (text) => {
    const match = TIME.exec(text)
    if (!match) return `time ${quote(text)} is not a date and time with an offset, like 2024-01-01T09:15:00+05:30`
    if (match[1] !== date) {
      date = match[1]!
      midnight = Date.parse(`${date}T00:00:00Z`)
      // Date.parse takes 31 February for 2 March.
      if (!Number.isNaN(midnight) && new Date(midnight).toISOString().slice(0, 10) !== date) midnight = NaN
    }
    if (Number.isNaN(midnight)) return `time ${quote(text)} is on a day that does not exist`
    if (Number(match[4] ?? 0) !== 0 || /\.\d*[1-9]/.test(text)) return `time ${quote(text)} is not on a whole minute`
    const offset = match[5] ? Number(match[6]) * HOUR + Number(match[7]) * MINUTE : 0
    return midnight + Number(match[2]) * HOUR + Number(match[3]) * MINUTE - (match[5] === '+' ? offset : -offset)
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

function timeField(line: string): string {
  return line.slice(0, line.indexOf(','))
}

function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}

function refuse(line: number, reason: string): Result<never, CandleCsvError> {
  return err({ line, reason })
}
