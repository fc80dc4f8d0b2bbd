import type { OrderUpdate } from '../broker/port.ts'
import type { Instant } from '../../schema/time.ts'
import type { Paise } from '../../schema/money.ts'
import type { DailyLossRecords } from '../trading/risk/DailyLossWatch.ts'
import type { ExitRequest } from '../trading/positions/OpenLegs.ts'
import type { SignalBatch, SignalRecords } from '../trading/signals/SignalDesk.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import type { Judge } from '../trading/signals/takeSignals.ts'
import type { ExitAtBroker } from '../trading/protection/ExitAtBroker.ts'
import type { RefusedEntries, RefuseReentry, TradeRecords } from '../trading/floor/TradeRecords.ts'
import type { Faults } from './Faults.ts'
import type { Journal } from './Journal.ts'
import type { Reentry } from '../trading/positions/OpenPositions.ts'
import { SimulatedAccounts } from './SimulatedAccounts.ts'
import { SimulatedBooking } from './SimulatedBooking.ts'
import { SimulatedDailyLosses } from './SimulatedDailyLosses.ts'
import { SimulatedDecisions } from './SimulatedDecisions.ts'
import { SimulatedExitsAtBroker } from './SimulatedExitsAtBroker.ts'
import type { SimulatedRecords } from './SimulatedRecords.ts'
import { SimulatedTrades } from './SimulatedTrades.ts'

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
  readonly #decisions: SimulatedDecisions
  readonly #trades: SimulatedTrades
  readonly #booking: SimulatedBooking
  readonly #exitsAtBroker: SimulatedExitsAtBroker
  readonly #losses: SimulatedDailyLosses
  readonly #token: number
  #killed = false
  /** Failures so far: commits, answers and outages that the engine met. */
  failures = 0

  constructor(parts: RecordsConnectionParts) {
    const { records } = parts
    this.#parts = parts
    this.#losses = new SimulatedDailyLosses(records)
    const accounts = new SimulatedAccounts(records, this.#losses)
    this.#trades = new SimulatedTrades(records, accounts)
    this.#decisions = new SimulatedDecisions(records, accounts, this.#trades)
    this.#exitsAtBroker = new SimulatedExitsAtBroker(records)
    this.#booking = new SimulatedBooking(records, this.#exitsAtBroker)
    this.#token = records.takeOver()
  }

  kill(): void {
    this.#killed = true
  }

  async ping(): Promise<void> {
    await this.#reading(() => null)
  }

  async tradedStrategies() {
    return this.#reading(() => this.#parts.records.strategies)
  }

  async refuse(...asked: Parameters<SignalRecords['refuse']>) {
    return this.#transaction('refuse', 0, () => this.#decisions.refuse(...asked))
  }

  async decide(batch: SignalBatch, now: Instant, judge: Judge) {
    return this.#transaction('decide', { entries: [], exits: [], denied: 0 }, () => this.#decisions.decide(batch, now, judge))
  }

  /** Nothing is live here. */
  async keepUnresolved() {}

  /** The same. */
  async keepIncidents() {}

  async incidents() {
    return []
  }

  /** The same of accounts that are short. */
  async closingOrders() {
    return []
  }

  async sendClosing() {
    return false
  }

  async shrinkClosing() {
    return false
  }

  async bookClosing() {
    return null
  }

  async closeForeign() {
    return this.#reading(() => ({ trades: 0, orders: 0 }))
  }

  async heldLegs() {
    return this.#reading(() => this.#trades.heldLegs())
  }

  async openOrders() {
    return this.#reading(() => this.#trades.openOrders())
  }

  async kills() {
    return this.#reading(() => this.#parts.records.kills.inForce)
  }

  /** Nobody asks for levels in a simulation. */
  async setAskedLevels() {
    return []
  }

  /** No account of a simulation is suspended. */
  async barredUsers() {
    return this.#reading(() => [])
  }

  async requestedExits() {
    return this.#reading(() => this.#trades.requestedExits())
  }

  async exitTries() {
    return this.#reading(() => this.#trades.exitTries())
  }

  async dailyLosses(now: Instant) {
    return this.#reading(() => this.#losses.dailyLosses(now))
  }

  async stopForToday(userId: string, _mode: TradeMode, loss: Paise, now: Instant) {
    return this.#transaction('stopForToday', undefined, () => this.#losses.stopForToday(userId, loss, now))
  }

  async markSubmitted(orderIds: readonly string[]) {
    return this.#transaction('markSubmitted', [], () => this.#trades.markSubmitted(orderIds))
  }

  async expire(orderIds: readonly string[]) {
    return this.#transaction('expire', undefined, () => this.#trades.expire(orderIds))
  }

  async refuseEntries(refused: readonly RefusedEntries[]) {
    return this.#transaction('refuseEntries', undefined, () => this.#trades.refuseEntries(refused))
  }

  async submitExits(requests: readonly ExitRequest[]) {
    return this.#transaction('submitExits', { exits: [], busy: [] }, () => this.#trades.submitExits(requests))
  }

  async shrinkExit(orderId: string, quantity: number) {
    return this.#transaction('shrinkExit', false, () => this.#trades.shrinkExit(orderId, quantity))
  }

  async keepExitAtBroker(exit: ExitAtBroker) {
    return this.#transaction('keepExitAtBroker', false, () => this.#exitsAtBroker.keepExitAtBroker(exit))
  }

  async resizeExitAtBroker(clientOrderId: string, quantity: number) {
    return this.#transaction('resizeExitAtBroker', false, () => this.#exitsAtBroker.resizeExitAtBroker(clientOrderId, quantity))
  }

  async takeStop(orderId: string, clientOrderId: string, quantity: number) {
    return this.#transaction('takeStop', false, () => this.#exitsAtBroker.takeStop(orderId, clientOrderId, quantity))
  }

  async endExitsAtBroker(clientOrderIds: readonly string[]) {
    return this.#transaction('endExitsAtBroker', undefined, () => this.#exitsAtBroker.endExitsAtBroker(clientOrderIds))
  }

  /** Paper holds what the books hold. */
  async closeNotHeld() {
    return { legUpdates: [], changes: [], failedExits: [], strangers: [], left: [] }
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

  async bookedByHand(fillId: string) {
    return this.#reading(() => this.#exitsAtBroker.bookedByHand(fillId))
  }

  async exitsAtBroker() {
    return this.#reading(() => this.#exitsAtBroker.exitsAtBroker())
  }

  async moveStops(stops: readonly { readonly legId: string; readonly stop: Paise }[]) {
    return this.#transaction('moveStops', undefined, () => this.#trades.moveStops(stops))
  }

  async lockedProfits() {
    return this.#reading(() => this.#trades.lockedProfits())
  }

  async keepLocks(locks: readonly { readonly tradeId: string; readonly kept: Paise }[]) {
    return this.#transaction('keepLocks', undefined, () => this.#trades.keepLocks(locks))
  }

  async reenter(reentries: readonly Reentry[], refuse: RefuseReentry) {
    return this.#transaction('reenter', { entries: [], refused: [] }, () => this.#trades.reenter(reentries, refuse))
  }

  async endTrades(tradeIds: readonly string[], onlyRequested: boolean) {
    return this.#transaction('endTrades', [], () => this.#trades.endTrades(tradeIds, onlyRequested))
  }

  async book(updates: readonly OrderUpdate[]) {
    const strangers = updates.map(({ clientOrderId }) => clientOrderId).filter((id) => !this.#parts.records.orderOf(id))
    return this.#transaction('book', { legUpdates: [], changes: [], failedExits: [], strangers, left: [] }, () =>
      this.#booking.book(updates),
    )
  }

  get #owns(): boolean {
    return this.#parts.records.isOwnedBy(this.#token)
  }

  /** `fenced`: its result when another node has taken over. */
  async #transaction<T>(name: string, fenced: T, work: () => T): Promise<T> {
    const { faults, journal } = this.#parts
    const answer = await this.#reading(() => {
      if (faults.fires('commit refused')) this.#fail('the transaction was rolled back')
      if (!this.#owns) return fenced
      const committed = work()
      journal.append(name, committed)
      return committed
    })
    if (faults.fires('answer lost')) this.#fail('connection terminated')
    return answer
  }

  async #reading<T>(read: () => T): Promise<T> {
    await this.#turn()
    if (!this.#parts.databaseAnswers()) this.#fail('the database does not answer')
    const answer = read()
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
