import type { OrderUpdate } from '../broker/port.ts'
import type { Instant } from '../../schema/time.ts'
import type { Paise } from '../../schema/money.ts'
import type { DailyLossRecords } from '../trading/risk/DailyLossWatch.ts'
import type { ExitRequest } from '../trading/positions/OpenLegs.ts'
import type { SignalBatch, SignalRecords } from '../trading/signals/SignalDesk.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import type { Judge } from '../trading/signals/takeSignals.ts'
import type { ExitAtBroker } from '../trading/protection/ExitAtBroker.ts'
import type { RefuseReentry, TradeRecords } from '../trading/floor/TradeRecords.ts'
import type { Faults } from './Faults.ts'
import type { Journal } from './Journal.ts'
import type { Reentry } from '../trading/positions/OpenPositions.ts'
import type { SimulatedRecords } from './SimulatedRecords.ts'

export interface RecordsConnectionParts {
  readonly records: SimulatedRecords
  readonly faults: Faults
  readonly journal: Journal
  readonly databaseAnswers: () => boolean
  /** The process that holds the connection ends here and now. */
  readonly onKilled: () => void
}

/**
 * One engine process's way to the records, which takes all users over: when another has done so after it, it writes nothing. Commits fail,
 * take effect although their answer is lost, or are the last thing the process does. After its process is killed nothing is committed any more and no call is answered.
 */
export class RecordsConnection implements SignalRecords, TradeRecords, DailyLossRecords {
  readonly #parts: RecordsConnectionParts
  readonly #token: number
  #killed = false
  /** Failures so far: commits, answers and outages that the engine met. */
  failures = 0

  constructor(parts: RecordsConnectionParts) {
    this.#parts = parts
    this.#token = parts.records.takeOver()
  }

  kill(): void {
    this.#killed = true
  }

  async ping(): Promise<void> {
    await this.#reading(() => null)
  }

  async tradedStrategies() {
    return this.#reading((records) => records.tradedStrategies())
  }

  async refuse(...asked: Parameters<SignalRecords['refuse']>) {
    return this.#transaction('refuse', 0, (records) => records.refuse(...asked))
  }

  async decide(batch: SignalBatch, now: Instant, judge: Judge) {
    return this.#transaction('decide', { entries: [], exits: [], denied: 0 }, (records) => records.decide(batch, now, judge))
  }

  /** Nothing is live here. */
  async keepUnresolved() {}

  async closeForeign() {
    return this.#reading(() => ({ trades: 0, orders: 0 }))
  }

  async heldLegs() {
    return this.#reading((records) => records.heldLegs())
  }

  async openOrders() {
    return this.#reading((records) => records.openOrders())
  }

  async kills() {
    return this.#reading((records) => records.killsInForce)
  }

  async requestedExits() {
    return this.#reading((records) => records.requestedExits())
  }

  async exitTries() {
    return this.#reading((records) => records.exitTries())
  }

  async dailyLosses(now: Instant) {
    return this.#reading((records) => records.dailyLosses(now))
  }

  async stopForToday(userId: string, _mode: TradeMode, loss: Paise, now: Instant) {
    return this.#transaction('stopForToday', undefined, (records) => records.stopForToday(userId, loss, now))
  }

  async markSubmitted(orderIds: readonly string[]) {
    return this.#transaction('markSubmitted', [], (records) => records.markSubmitted(orderIds))
  }

  async expire(orderIds: readonly string[]) {
    return this.#transaction('expire', undefined, (records) => records.expire(orderIds))
  }

  async submitExits(requests: readonly ExitRequest[]) {
    return this.#transaction('submitExits', { exits: [], busy: [] }, (records) => records.submitExits(requests))
  }

  async shrinkExit(orderId: string, quantity: number) {
    return this.#transaction('shrinkExit', undefined, (records) => records.shrinkExit(orderId, quantity))
  }

  async keepExitAtBroker(exit: ExitAtBroker) {
    return this.#transaction('keepExitAtBroker', false, (records) => records.keepExitAtBroker(exit))
  }

  async resizeExitAtBroker(clientOrderId: string, quantity: number) {
    return this.#transaction('resizeExitAtBroker', false, (records) => records.resizeExitAtBroker(clientOrderId, quantity))
  }

  async endExitsAtBroker(clientOrderIds: readonly string[]) {
    return this.#transaction('endExitsAtBroker', undefined, (records) => records.endExitsAtBroker(clientOrderIds))
  }

  /** Paper holds what the books hold. */
  async closeNotHeld() {
    return { legUpdates: [], changes: [], failedExits: [], strangers: [] }
  }

  /** Nothing rests at a broker that an owner could remove. */
  async letGo() {
    return null
  }

  async letGoTrades() {
    return []
  }

  /** Paper reports none. */
  async keepTaken() {
    return []
  }

  async exitsAtBroker() {
    return this.#reading((records) => records.exitsAtBroker())
  }

  async moveStops(stops: readonly { readonly legId: string; readonly stop: Paise }[]) {
    return this.#transaction('moveStops', undefined, (records) => records.moveStops(stops))
  }

  async lockedProfits() {
    return this.#reading((records) => records.lockedProfits())
  }

  async keepLocks(locks: readonly { readonly tradeId: string; readonly kept: Paise }[]) {
    return this.#transaction('keepLocks', undefined, (records) => records.keepLocks(locks))
  }

  async reenter(reentries: readonly Reentry[], refuse: RefuseReentry) {
    return this.#transaction('reenter', { entries: [], refused: [] }, (records) => records.reenter(reentries, refuse))
  }

  async endTrades(tradeIds: readonly string[], onlyRequested: boolean) {
    return this.#transaction('endTrades', [], (records) => records.endTrades(tradeIds, onlyRequested))
  }

  async book(updates: readonly OrderUpdate[]) {
    const strangers = updates.map(({ clientOrderId }) => clientOrderId).filter((id) => !this.#parts.records.orderOf(id))
    return this.#transaction('book', { legUpdates: [], changes: [], failedExits: [], strangers }, (records) => records.book(updates))
  }

  get #owns(): boolean {
    return this.#parts.records.isOwnedBy(this.#token)
  }

  /** `fenced`: its result when another node has taken over. */
  async #transaction<T>(name: string, fenced: T, work: (records: SimulatedRecords) => T): Promise<T> {
    const { faults, records, journal } = this.#parts
    const answer = await this.#reading(() => {
      if (faults.fires('commit refused')) this.#fail('the transaction was rolled back')
      if (!this.#owns) return fenced
      const committed = work(records)
      journal.append(name, committed)
      return committed
    })
    if (faults.fires('answer lost')) this.#fail('connection terminated')
    return answer
  }

  async #reading<T>(read: (records: SimulatedRecords) => T): Promise<T> {
    const { records, databaseAnswers } = this.#parts
    await this.#turn()
    if (!databaseAnswers()) this.#fail('the database does not answer')
    const answer = read(records)
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
