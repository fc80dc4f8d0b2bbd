import type { MarketRules, Session } from '../../schema/market/MarketRules.ts'
import type { Instant } from '../../schema/time.ts'
import type { Booking } from './bookTrade.ts'
import { FailedExits } from './FailedExits.ts'
import type { JobQueue } from './JobQueue.ts'
import type { ExitRequest, OpenTrades } from './OpenTrades.ts'
import type { ExitOrder, Order } from './orders.ts'
import type { TradeBooks, TriedExit } from './TradeBooks.ts'

/** Why an exit is withdrawn. */
const NOTHING_LEFT = 'nothing is left for it to sell'

export interface ExitLaneParts {
  readonly books: Pick<TradeBooks, 'submitExits' | 'requestedExits' | 'expire'>
  readonly queue: JobQueue
  /** Of exits alone: what waits in `queue` holds none of them up. */
  readonly lane: JobQueue
  /** Those that may still be filled, entries too, by order id. */
  readonly orders: ReadonlyMap<string, Order>
  /** Sends exits that are committed as submitted. */
  readonly send: (exits: readonly ExitOrder[]) => void
  /** Calls an order back. */
  readonly cancel: (order: Order, reason: string) => void
  /** An order will be filled no more: it leaves `orders`. */
  readonly end: (order: Order) => void
}

/**
 * Closes trades: each by one exit at a time, those wanted at the same moment in one transaction, and again when an exit has failed or the
 * trade was being written. Knows of every trade whether its exit is under way; the database decides what is sold.
 */
export class ExitLane {
  readonly #parts: ExitLaneParts
  /** Trades whose exit is under way or waits to be tried again: never two. */
  readonly #exiting = new Set<string>()
  /** How many orders of their exits may still be filled, by trade. */
  readonly #live = new Map<string, number>()
  readonly #failed = new FailedExits()
  /** Exits that wait for their turn in the lane: those that come meanwhile go together. */
  readonly #wanted: ExitRequest[] = []
  /** Exits of trades that were being written when they were to be closed. */
  #busy: readonly ExitRequest[] = []
  /** Trades that were closed while the lane waits for an answer. */
  readonly #closedMeanwhile = new Set<string>()

  constructor(parts: ExitLaneParts) {
    this.#parts = parts
  }

  /** Trades whose exit is under way or waits to be tried again. */
  get exiting(): ReadonlySet<string> {
    return this.#exiting
  }

  /** Closes trades that are not in `exiting`, when it is their turn in the lane. */
  close(requests: readonly ExitRequest[]): void {
    if (requests.length === 0) return
    for (const { tradeId } of requests) this.#exiting.add(tradeId)
    this.#wanted.push(...requests)
    if (this.#wanted.length > requests.length) return
    let batch: readonly ExitRequest[] = []
    void this.#parts.lane
      .add('exit trades', async () => {
        if (batch.length === 0) batch = this.#wanted.splice(0)
        await this.closeNow(batch)
      })
      .then((outcome) => {
        if (outcome === 'abandoned') for (const { tradeId } of batch) this.#exiting.delete(tradeId)
      })
  }

  /**
   * The same at once, for who has the turn in the lane. A trade whose entry is still being filled is sold as far as it was bought; the
   * rest of the entry is called back first.
   */
  async closeNow(requests: readonly ExitRequest[]): Promise<void> {
    if (requests.length === 0) return
    const { books, orders, send, cancel } = this.#parts
    const closing = new Set(requests.map(({ tradeId }) => tradeId))
    for (const order of orders.values())
      if (order.purpose === 'ENTRY' && closing.has(order.tradeId)) cancel(order, 'its trade is being closed')
    this.#closedMeanwhile.clear()
    const { exits, busy } = await books.submitExits(requests)
    send(exits.filter(({ tradeId }) => !this.#closedMeanwhile.has(tradeId)))
    this.#withdraw(exits.filter(({ tradeId }) => this.#closedMeanwhile.has(tradeId)))
    this.#busy = [...this.#busy, ...requests.filter(({ tradeId }) => busy.includes(tradeId))]
    // A trade that needed none stays free for the next trigger, unless its exit is under way already.
    const submitted = new Set(exits.map(({ tradeId }) => tradeId))
    for (const tradeId of closing)
      if (!submitted.has(tradeId) && !busy.includes(tradeId) && !this.#live.has(tradeId)) this.#exiting.delete(tradeId)
  }

  /** Asks again for the exits of trades that were being written, by a booking for one. */
  closeBusy(): void {
    const requests = this.#busy
    this.#busy = []
    this.close(requests)
  }

  /** Tries the failed exits again whose time has come. */
  retryDue(now: Instant, session: Session, rules: MarketRules, trades: OpenTrades): void {
    this.close(this.#failed.takeDue(now, session, rules, trades))
  }

  /** What people have asked for and is not under way: they may ask again for what was left to them. `now`: market time. */
  async requested(now: Instant): Promise<readonly ExitRequest[]> {
    const isFree = (tradeId: string) => !this.#exiting.has(tradeId) || this.#failed.isHandedOver(tradeId)
    const requested = (await this.#parts.books.requestedExits()).filter(({ tradeId }) => isFree(tradeId))
    for (const { tradeId } of requested) this.#failed.delete(tradeId)
    return requested.map((request) => ({ ...request, at: now }))
  }

  /**
   * A fill that came late may have sold what another exit was still to sell, or says it has sold. That one ends: it would keep its trade
   * from being sold, and be sent again at every start.
   */
  withdrawNeedless(bookings: readonly Booking[]): void {
    const closed = new Set(bookings.flatMap(({ change, tradeId }) => (change === 'closed' ? tradeId : [])))
    const alarms = bookings.flatMap((booking) => booking.alarms)
    const oversold = new Set(alarms.flatMap(({ kind, clientOrderId }) => (kind === 'POSITION_ALREADY_CLOSED' ? clientOrderId : [])))
    if (closed.size + oversold.size === 0) return
    const { orders, cancel, end } = this.#parts
    const needless = [...orders.values()].filter(
      ({ purpose, tradeId, clientOrderId }) => purpose === 'EXIT' && (closed.has(tradeId) || oversold.has(clientOrderId)),
    )
    for (const order of needless) {
      cancel(order, NOTHING_LEFT)
      end(order)
    }
    this.#withdraw(needless)
  }

  #withdraw(exits: readonly Order[]): void {
    if (exits.length === 0) return
    const { books, queue, orders, end } = this.#parts
    const ids = exits.map(({ id }) => id)
    void queue.add('withdraw exits', async () => {
      await books.expire(ids, NOTHING_LEFT)
      // Memory may have been made anew from the books in between.
      for (const order of ids.flatMap((id) => orders.get(id) ?? [])) end(order)
    })
  }

  /** An exit is on its way. */
  onSent({ tradeId }: Order): void {
    this.#exiting.add(tradeId)
    this.#failed.delete(tradeId)
    this.#live.set(tradeId, (this.#live.get(tradeId) ?? 0) + 1)
  }

  /** An exit that was on its way has ended. One that did not sell the whole trade leaves it free to be closed by the next trigger. */
  onEnded({ tradeId }: Order): void {
    const others = (this.#live.get(tradeId) ?? 1) - 1
    if (others > 0) {
      this.#live.set(tradeId, others)
      return
    }
    this.#live.delete(tradeId)
    this.#exiting.delete(tradeId)
  }

  /** An exit cannot be sent: its trade is free to be closed by the next trigger. */
  onUnsendable({ tradeId }: Order): void {
    this.#exiting.delete(tradeId)
  }

  /** The exit of an open trade has failed: it waits to be tried again. */
  onFailed(failed: TriedExit): void {
    this.#failed.add(failed)
    this.#exiting.add(failed.tradeId)
  }

  /** A trade is closed. */
  onClosed(tradeId: string): void {
    this.#exiting.delete(tradeId)
    this.#failed.delete(tradeId)
    this.#closedMeanwhile.add(tradeId)
  }
}
