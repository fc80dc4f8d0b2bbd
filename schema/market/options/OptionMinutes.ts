import { err, ok, type Result } from '../../errors.ts'
import { DAY, IST_OFFSET, istDate, istInstant, MINUTE, type Instant, type IsoDate } from '../../time.ts'
import { CsvHeader } from '../csv/csvHeader.ts'
import { CsvLines, type CsvMistake } from '../csv/CsvLines.ts'
import { isSame, type CsvPrices } from '../csv/csvPrices.ts'
import { AS_WRITTEN, type FileReading } from '../csv/FileReading.ts'
import { csvRowReader, type CsvRow } from '../csv/csvRows.ts'
import { LatestRows, type SeriesRows } from '../csv/LatestRows.ts'
import type { MarketRules } from '../MarketRules.ts'
import { MinuteSpacing } from '../MinuteSpacing.ts'
import { describeDropped, droppedCount, SessionSieve, type LeftOut } from '../SessionSieve.ts'
import type { NamedContract } from './contractNamed.ts'
import { contractReader } from './optionColumns.ts'

/** What a file of option minutes holds. */
export interface OptionMinutesFound extends LeftOut {
  readonly rows: number
  readonly contracts: number
  /** First and last day; null: no row was kept. */
  readonly from: IsoDate | null
  readonly to: IsoDate | null
  /** Minutes without a row between the first and the last of a contract's day: nobody traded it then, or nobody recorded it. */
  readonly gaps: number
}

/** The last row of a contract. */
interface Followed {
  /** Number of the day on which it expires. */
  readonly expiryDay: number
  time: Instant
  line: number
  /** Of the last row that was kept. */
  keptAt: Instant | null
  /** As far as they are remembered. */
  readonly rows: SeriesRows
}

/** A year of every strike of the four indices has about as many: beyond that, strikes are made up. */
const MOST_CONTRACTS = 50_000
/** Rows of all contracts: about a session of every strike of two indices. By as many may pieces of a file overlap that were put together. */
const OVERLAP = 200_000

/**
 * Reads a file of option minutes piece by piece: a header, then one row for each minute and contract, the rows of one contract oldest
 * first (columns: csvRows.ts and optionColumns.ts). Memory grows with the contracts, of which a file has 50,000 at most, and not with the rows,
 * of which it remembers the last 200,000. Rows outside the session are left
 * out and counted, and so are those that nobody traded and those that come again with the same prices; gaps are counted; the first thing wrong refuses the file with its line: an impossible contract, one whose index
 * had no such expiry in a covered year or that has expired, a minute that is there twice with other prices, prices that contradict each other, rows that are further apart than a minute.
 */
export class OptionMinutes {
  readonly #rules: MarketRules
  readonly #onRow: (contract: NamedContract, time: Instant, prices: CsvPrices) => void
  readonly #lines = new CsvLines((line, number) => (number === 1 ? this.#begin(line) : this.#take(line, number)))
  readonly #sieve: SessionSieve
  readonly #spacing = new MinuteSpacing()
  readonly #followed = new Map<string, Followed>()
  readonly #latest = new LatestRows(OVERLAP)
  #read: ((line: string) => CsvRow | string) | null = null
  #contractOf: ((fields: readonly string[]) => NamedContract | string) | null = null
  readonly #reading: FileReading
  #rows = 0
  #repeated = 0
  #untraded = 0
  #gaps = 0
  #from = Infinity
  #to = -Infinity

  constructor(
    rules: MarketRules,
    onRow: (contract: NamedContract, time: Instant, prices: CsvPrices) => void,
    reading: FileReading = AS_WRITTEN,
  ) {
    this.#rules = rules
    this.#onRow = onRow
    this.#reading = reading
    this.#sieve = new SessionSieve(rules, 'OPTIONS', reading.stamps)
  }

  /** Parses the next piece of the file. The error is for the file's owner. */
  push(text: string): Result<null, string> {
    return told(this.#lines.push(text))
  }

  end(): Result<OptionMinutesFound, string> {
    const ended = told(this.#lines.end('a row'))
    if (!ended.ok) return ended
    const spacing = this.#spacing.mistake()
    if (spacing !== null) return err(spacing)
    const { dropped } = this.#sieve
    if (droppedCount(dropped) > this.#rows)
      return err(
        `only ${this.#rows} of ${this.#rows + droppedCount(dropped)} rows lie in a session; are their times those of India? ${describeDropped(dropped)}`,
      )
    const stamps = this.#sieve.stampMistake()
    if (stamps !== null) return err(stamps)
    const passedOver = { repeated: this.#repeated, untraded: this.#untraded }
    const [from, to] = this.#rows === 0 ? [null, null] : [istDate(this.#from), istDate(this.#to)]
    return ok({ rows: this.#rows, contracts: this.#followed.size, from, to, gaps: this.#gaps, dropped, passedOver })
  }

  #begin(line: string): string | null {
    const header = new CsvHeader(line)
    const { dates } = this.#reading
    const [reader, contracts] = [csvRowReader(header, dates), contractReader(header, this.#rules, dates)]
    if (!reader.ok) return reader.error
    if (!contracts.ok) return contracts.error
    this.#read = reader.value
    this.#contractOf = contracts.value
    return null
  }

  #take(line: string, number: number): string | null {
    const row = this.#read!(line)
    if (typeof row === 'string') return row
    const contract = this.#contractOf!(row.fields)
    if (typeof contract === 'string') return contract
    const { prices } = row
    if (prices === null) {
      this.#untraded++
      return null
    }
    const time = this.#sieve.startOf(row.time)
    const before = this.#followed.get(contract.symbol)
    if (before) {
      if (time <= before.time) {
        const read = before.rows.get(time)
        if (read === undefined) return `time ${row.written} of ${contract.symbol} is earlier than on line ${before.line}`
        if (!isSame(read, prices)) return `time ${row.written} of ${contract.symbol} comes a second time, with other prices`
        this.#repeated++
        return null
      }
      this.#spacing.add(before.time, time)
    } else {
      const unlisted = this.#unlisted(contract, time)
      if (unlisted !== null) return unlisted
      if (this.#followed.size === MOST_CONTRACTS)
        return `${contract.symbol} is one contract more than the ${MOST_CONTRACTS.toLocaleString('en-US')} that fit: split the file`
    }
    const day = dayOf(time)
    const expiryDay = before ? before.expiryDay : dayOf(istInstant(contract.expiry, 0))
    if (day > expiryDay) return `${contract.symbol} has expired on ${contract.expiry}`
    const kept = this.#sieve.keeps(time)
    if (kept) {
      if (before && before.keptAt !== null && dayOf(before.keptAt) === day) this.#gaps += (time - before.keptAt) / MINUTE - 1
      this.#rows++
      this.#from = Math.min(this.#from, time)
      this.#to = Math.max(this.#to, time)
      this.#onRow(contract, time, prices)
    }
    const rows = before?.rows ?? new Map<Instant, CsvPrices>()
    this.#latest.add(rows, time, prices)
    if (before) {
      before.time = time
      before.line = number
      if (kept) before.keptAt = time
    } else this.#followed.set(contract.symbol, { expiryDay, time, line: number, keptAt: kept ? time : null, rows })
    return null
  }

  /** Why a contract cannot have existed at a time; null: it can, or nobody knows the expiries of its year. */
  #unlisted({ index, expiry, symbol }: NamedContract, time: Instant): string | null {
    const rules = this.#rules
    if (!rules.covers(expiry) || rules.hasExpiry(index, expiry, istDate(time))) return null
    return `${symbol}: no options of ${index} expire on ${expiry}, the next do on ${rules.expiriesFrom(index, expiry, 1)[0]}`
  }
}

function dayOf(time: Instant): number {
  return Math.floor((time + IST_OFFSET) / DAY)
}

function told(mistake: CsvMistake | null): Result<null, string> {
  return mistake ? err(`line ${mistake.line}: ${mistake.reason}`) : ok(null)
}
