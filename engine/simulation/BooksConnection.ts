import type { OrderUpdate } from '../broker/port.ts'
import type { Instant } from '../../schema/time.ts'
import type { Paise } from '../../schema/money.ts'
import type { DailyLossBooks } from '../trading/risk/DailyLossWatch.ts'
import type { ExitRequest } from '../trading/positions/OpenLegs.ts'
import type { SignalBatch, SignalBooks } from '../trading/signals/SignalDesk.ts'
import type { Judge } from '../trading/signals/takeSignals.ts'
import type { TradeBooks } from '../trading/floor/TradeBooks.ts'
import type { Faults } from './Faults.ts'
import type { Journal } from './Journal.ts'
import type { Reentry } from '../trading/positions/OpenPositions.ts'
import type { SimulatedBooks } from './SimulatedBooks.ts'

export interface BooksConnectionParts {
  readonly books: SimulatedBooks
  readonly faults: Faults
  readonly journal: Journal
  readonly databaseAnswers: () => boolean
  /** The process that holds the connection ends here and now. */
  readonly onKilled: () => void
}

/**
 * One engine process's way to the books, which takes all users over: when another has done so after it, it writes nothing. Commits fail,
 * take effect although their answer is lost, or are the last thing the process does. After its process is killed nothing is committed any more and no call is answered.
 */
export class BooksConnection implements SignalBooks, TradeBooks, DailyLossBooks {
  readonly #parts: BooksConnectionParts
  readonly #token: number
  #killed = false
  /** Failures so far: commits, answers and outages that the engine met. */
  failures = 0

  constructor(parts: BooksConnectionParts) {
    this.#parts = parts
    this.#token = parts.books.takeOver()
  }

  kill(): void {
    this.#killed = true
  }

  async ping(): Promise<void> {
    await this.#reading(() => null)
  }

  async tradedStrategies() {
    return this.#reading((books) => books.tradedStrategies())
  }

  async refuse(...asked: Parameters<SignalBooks['refuse']>) {
    return this.#transaction('refuse', 0, (books) => books.refuse(...asked))
  }

  async decide(batch: SignalBatch, now: Instant, judge: Judge) {
    return this.#transaction('decide', { entries: [], exits: [], denied: 0 }, (books) => books.decide(batch, now, judge))
  }

  async closeForeign() {
    return this.#reading(() => ({ trades: 0, orders: 0 }))
  }

  async heldLegs() {
    return this.#reading((books) => books.heldLegs())
  }

  async openOrders() {
    return this.#reading((books) => books.openOrders())
  }

  async kills() {
    return this.#reading((books) => books.killsInForce)
  }

  async requestedExits() {
    return this.#reading((books) => books.requestedExits())
  }

  async exitTries() {
    return this.#reading((books) => books.exitTries())
  }

  async dailyLosses(now: Instant) {
    return this.#reading((books) => books.dailyLosses(now))
  }

  async stopForToday(userId: string, loss: Paise, now: Instant) {
    return this.#transaction('stopForToday', undefined, (books) => books.stopForToday(userId, loss, now))
  }

  async markSubmitted(orderIds: readonly string[]) {
    return this.#transaction('markSubmitted', [], (books) => books.markSubmitted(orderIds))
  }

  async expire(orderIds: readonly string[]) {
    return this.#transaction('expire', undefined, (books) => books.expire(orderIds))
  }

  async submitExits(requests: readonly ExitRequest[]) {
    return this.#transaction('submitExits', { exits: [], busy: [] }, (books) => books.submitExits(requests))
  }

  async shrinkExit(orderId: string, quantity: number) {
    return this.#transaction('shrinkExit', undefined, (books) => books.shrinkExit(orderId, quantity))
  }

  async moveStops(stops: readonly { readonly legId: string; readonly stop: Paise }[]) {
    return this.#transaction('moveStops', undefined, (books) => books.moveStops(stops))
  }

  async lockedProfits() {
    return this.#reading((books) => books.lockedProfits())
  }

  async keepLocks(locks: readonly { readonly tradeId: string; readonly kept: Paise }[]) {
    return this.#transaction('keepLocks', undefined, (books) => books.keepLocks(locks))
  }

  async reenter(reentries: readonly Reentry[]) {
    return this.#transaction('reenter', [], (books) => books.reenter(reentries))
  }

  async endTrades(tradeIds: readonly string[], onlyRequested: boolean) {
    return this.#transaction('endTrades', [], (books) => books.endTrades(tradeIds, onlyRequested))
  }

  async book(updates: readonly OrderUpdate[]) {
    const strangers = updates.map(({ clientOrderId }) => clientOrderId).filter((id) => !this.#parts.books.orderOf(id))
    return this.#transaction('book', { bookings: [], changes: [], failedExits: [], strangers }, (books) => books.book(updates))
  }

  get #owns(): boolean {
    return this.#parts.books.isOwnedBy(this.#token)
  }

  /** `fenced`: what it answers when another node has taken over. */
  async #transaction<T>(name: string, fenced: T, work: (books: SimulatedBooks) => T): Promise<T> {
    const { faults, books, journal } = this.#parts
    const answer = await this.#reading(() => {
      if (faults.fires('commit refused')) this.#fail('the transaction was rolled back')
      if (!this.#owns) return fenced
      const committed = work(books)
      journal.append(name, committed)
      return committed
    })
    if (faults.fires('answer lost')) this.#fail('connection terminated')
    return answer
  }

  async #reading<T>(read: (books: SimulatedBooks) => T): Promise<T> {
    const { books, databaseAnswers } = this.#parts
    await this.#turn()
    if (!databaseAnswers()) this.#fail('the database does not answer')
    const answer = read(books)
    await this.#turn()
    return answer
  }

  /** Other work gets its turn, and the process may find its end. */
  async #turn(): Promise<void> {
    if (!this.#killed && this.#parts.faults.fires('process killed in a commit')) {
      this.#killed = true
      this.#parts.onKilled()
    }
    if (this.#killed) await new Promise(() => undefined)
  }

  #fail(reason: string): never {
    this.failures++
    throw new Error(reason)
  }
}
