import { v7 as uuid } from 'uuid'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'
import { clientOrderIdOf, type EntryOrder } from '../trading/orders/orders.ts'
import { entrySlices, type EntrySlice } from '../trading/signals/entrySlices.ts'
import type { Addressee, TakenSignal } from '../trading/signals/takeSignals.ts'
import { insertOrders } from './orders.ts'

/** Entries per statement: its fixed costs are small beside it, and its texts are written within a few milliseconds. */
const MOST_AT_ONCE = 500

/**
 * Inserts entry intents of one moment with the ids of the trades they will open; several share a trade above the freeze quantity. The
 * database inserts a batch while the next one is decided and built.
 */
export class EntryInserts {
  readonly #tx: Statements
  readonly #intendedAt: Instant
  readonly #freezeFor: (index: IndexSymbol) => number
  readonly #entries: EntryOrder[] = []
  /** Those not handed to the database yet, with their slices. */
  #built: { readonly entries: EntryOrder[]; readonly slices: EntrySlice[] } = { entries: [], slices: [] }
  #inserting: Promise<void> = Promise.resolve()

  /** `freezeFor`: the freeze quantity of an index. */
  constructor(tx: Statements, intendedAt: Instant, freezeFor: (index: IndexSymbol) => number) {
    this.#tx = tx
    this.#intendedAt = intendedAt
    this.#freezeFor = freezeFor
  }

  /** Resolves when these are built, and handed over if they fill a batch. Rejects when an earlier batch could not be inserted. */
  async add(taken: readonly TakenSignal<Addressee>[]): Promise<void> {
    const slices = entrySlices(taken, uuid, this.#freezeFor)
    for (const slice of slices) this.#built.slices.push(slice)
    for (const entry of entriesOf(slices, this.#intendedAt)) this.#built.entries.push(entry)
    if (this.#built.entries.length >= MOST_AT_ONCE) await this.#insert()
  }

  /** All entries, once they are inserted. */
  async done(): Promise<EntryOrder[]> {
    await this.#insert()
    await this.#inserting
    return this.#entries
  }

  /** Hands over what is built, once the batch before is inserted. */
  async #insert(): Promise<void> {
    const { entries, slices } = this.#built
    if (entries.length === 0) return
    this.#built = { entries: [], slices: [] }
    await this.#inserting
    for (const entry of entries) this.#entries.push(entry)
    this.#inserting = insertOrders(this.#tx, entries, slices)
    // The next to await it gets the error.
    this.#inserting.catch(() => undefined)
  }
}

/** Written out, not spread: an object made of several spreads is slow to create and to read, and there are thousands. */
function entriesOf(slices: readonly EntrySlice[], intendedAt: Instant): EntryOrder[] {
  return slices.map(({ signalId, candidate, part, tradeId, legId }): EntryOrder => {
    const id = uuid()
    return {
      id,
      clientOrderId: clientOrderIdOf('ENTRY', id),
      userId: candidate.userId,
      subscriptionId: candidate.subscriptionId,
      strategyId: candidate.strategyId,
      tradeId,
      legId,
      mode: candidate.mode,
      contract: part.contract,
      side: part.side,
      quantity: part.quantity,
      filledQuantity: 0,
      filledValue: paise(0),
      status: 'INTENT',
      intendedAt,
      purpose: 'ENTRY',
      signalId,
      version: candidate.version,
      terms: part.terms,
      reserved: part.reserved,
    }
  })
}
