import { err, ok, type Result } from '../errors.ts'
import type { IsoDate } from '../time.ts'

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
 * Reads daily India VIX as CSV: a header that names the columns time (or date) and close among others, then a day on each line, a date
 * such as 2026-03-27 or an instant that begins with one. The error lists every line that is none; so is a day that comes twice.
 */
export function parseVixCsv(text: string): Result<readonly VixClose[], readonly VixMistake[]> {
  const [header = '', ...lines] = text.replace(/\n$/, '').split('\n')
  const names = header.trim().toLowerCase().split(',')
  const timeAt = names.findIndex((name) => name === 'time' || name === 'date')
  const closeAt = names.indexOf('close')
  if (timeAt < 0 || closeAt < 0) return err([{ line: 1, reason: 'expected columns time and close in the header' }])
  const closes = new Map<IsoDate, number>()
  const mistakes: VixMistake[] = []
  for (const [i, line] of lines.entries()) {
    const fields = line.trim().split(',')
    const date = fields[timeAt]?.slice(0, 10) ?? ''
    const close = Number(fields[closeAt] || NaN)
    const refuse = (reason: string) => mistakes.push({ line: i + 2, reason })
    if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) refuse(`expected a date like 2026-03-27, found "${date}"`)
    else if (!(close >= LEAST && close <= MOST)) refuse(`expected a close from ${LEAST} to ${MOST}, found "${fields[closeAt] ?? ''}"`)
    else if (closes.has(date)) refuse(`${date} comes a second time`)
    else closes.set(date, close)
  }
  if (mistakes.length > 0) return err(mistakes)
  if (closes.size === 0) return err([{ line: 2, reason: 'expected a day, found the end of the file' }])
  return ok([...closes].map(([date, close]) => ({ date, close })))
}
