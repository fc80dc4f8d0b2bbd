import { istDate, type Instant } from '../../../schema/time.ts'
import type { LedgerEntry, LedgerEvent } from './LedgerEntry.ts'
import type { LedgerFiles } from './LedgerFiles.ts'

/** Whole days that are kept in memory: the one in force and the one before. */
const DAYS_IN_MEMORY = 2

/** Everything that happened to orders, in order; nothing is ever changed or taken back. The judge of fault tests. */
export class Ledger {
  readonly #files: LedgerFiles | null
  readonly #listeners = new Set<(entry: LedgerEntry) => void>()
  #entries: LedgerEntry[]
  #seq: number

  /** Goes on after the entries that the files hold of the last day; null: in memory only. */
  constructor(files: LedgerFiles | null) {
    this.#files = files
    this.#entries = files ? files.read() : []
    this.#seq = this.#entries.at(-1)?.seq ?? 0
  }

  /** Of the market day in force and the one before, oldest first. */
  get entries(): readonly LedgerEntry[] {
    return this.#entries
  }

  append(at: Instant, event: LedgerEvent): LedgerEntry {
    const entry: LedgerEntry = { seq: ++this.#seq, at, ...event }
    if (event.kind === 'day') this.#forget()
    this.#entries.push(entry)
    this.#files?.append(entry)
    for (const listener of this.#listeners) listener(entry)
    return entry
  }

  /** Calls the listener with every entry from now on, at once when it is made. Returns how to end that. */
  onEntry(listener: (entry: LedgerEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #forget(): void {
    const days = [...new Set(this.#entries.map(({ at }) => istDate(at)))].sort()
    const kept = days.at(-(DAYS_IN_MEMORY - 1)) ?? ''
    this.#entries = this.#entries.filter(({ at }) => istDate(at) >= kept)
  }
}
