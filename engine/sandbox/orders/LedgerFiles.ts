import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { istDate, type IsoDate } from '../../../schema/time.ts'
import type { LedgerEntry } from './LedgerEntry.ts'

/** The ledger as JSON lines, one file for each market day. What was written is there after a kill of the process. */
export class LedgerFiles {
  readonly #folder: string
  readonly #today: IsoDate

  /** `today`: the market's date when it is opened; files of later days are of a market that was begun anew, and not read. */
  constructor(folder: string, today: IsoDate) {
    this.#folder = folder
    this.#today = today
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  append(entry: LedgerEntry): void {
    appendFileSync(this.#pathOf(istDate(entry.at)), `${JSON.stringify(entry)}\n`, { mode: 0o600 })
  }

  /** The entries of the last day that is written; none when there is no such day. A line that was cut short by a crash ends them. */
  read(): LedgerEntry[] {
    const dates = readdirSync(this.#folder).flatMap((name) => /^(\d{4}-\d\d-\d\d)\.jsonl$/.exec(name)?.[1] ?? [])
    const last = dates.sort().findLast((date) => date <= this.#today)
    if (last === undefined) return []
    const text = readFileSync(this.#pathOf(last), 'utf8')
    // The next entry must not be written behind half a line.
    if (text !== '' && !text.endsWith('\n')) appendFileSync(this.#pathOf(last), '\n')
    const entries: LedgerEntry[] = []
    for (const line of text.split('\n')) {
      const entry = parseLine(line)
      if (entry) entries.push(entry)
    }
    return entries
  }

  #pathOf(date: IsoDate): string {
    return join(this.#folder, `${date}.jsonl`)
  }
}

/** Its own writing, so the shape is not looked at; null of half a line. */
function parseLine(line: string): LedgerEntry | null {
  try {
    return JSON.parse(line) as LedgerEntry
  } catch {
    return null
  }
}
