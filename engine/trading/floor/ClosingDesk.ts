import { istDate, type Instant } from '../../../schema/time.ts'
import { largestOrder } from '../../../schema/market/orderSlices.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { OptionContract, OrderUpdate } from '../../broker/port.ts'
import { failpoint } from '../../runtime/failpoint.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { OrderDispatch } from '../orders/OrderDispatch.ts'
import { isClosingTag, type ClosingOrder, type SentOrder } from '../orders/orders.ts'
import type { KnownOrder } from '../orders/missingUpdates.ts'
import type { OwnOrder } from '../orders/UnitLedger.ts'
import type { QuoteWatch } from './QuoteWatch.ts'

/** A closing order that has not ended, as the books have it. */
export interface KnownClosing {
  readonly order: Omit<ClosingOrder, 'intendedAt'>
  /** Whether it was committed as sent: it may be at the broker. */
  readonly isSent: boolean
}

/** A report that changes a closing order in the books. */
export type ClosingReport = Extract<OrderUpdate, { readonly type: 'filled' | 'rejected' | 'cancelled' | 'expired' }>

/** How closing orders are stored, for the users this node owns. Every call is one transaction, events included. */
export interface ClosingRecords {
  /** Those that were asked for or sent, and have not ended; the oldest first. */
  closingOrders(): Promise<readonly KnownClosing[]>
  /** Commits one that was asked for as sent, with so many units. False: it was before, or was asked for too long ago and has ended. */
  sendClosing(orderId: string, quantity: number): Promise<boolean>
  /** Stores that one closes fewer units than planned, before it is sent. False: it must not be sent. */
  shrinkClosing(orderId: string, quantity: number): Promise<boolean>
  /** Books a report, each once. Null: it is not this node's. */
  bookClosing(orderId: string, report: ClosingReport): Promise<{ readonly filledQuantity: number; readonly isOpen: boolean } | null>
}

export interface ClosingDeskParts {
  readonly records: ClosingRecords
  readonly queue: JobQueue
  readonly dispatch: Pick<OrderDispatch, 'send' | 'forget' | 'isPlaced'>
  readonly quotes: QuoteWatch
  readonly rules: () => Pick<MarketRules, 'freezeFor' | 'hasExpired'>
}

interface Tracked {
  readonly order: ClosingOrder
  readonly booked: number
  /** An ended one stays known: its fill may be reported after that. */
  readonly isOpen: boolean
}

/**
 * Sends what owners have pressed to close a short position that is their sale's and our order's. A press is committed as sent before it is, and
 * sent once; one that may have been sent is looked up. How many units it buys is decided by the broker's books at that moment (`Excess.ts`).
 */
export class ClosingDesk {
  readonly #parts: ClosingDeskParts
  /** By tag. */
  readonly #orders = new Map<string, Tracked>()

  constructor(parts: ClosingDeskParts) {
    this.#parts = parts
  }

  /** Takes up what the books have: sends what was asked for. Call it from the queue. `now`: market time. */
  async takeUp(now: Instant): Promise<void> {
    const { records, rules } = this.#parts
    const known = await records.closingOrders()
    const tags = new Set(known.map(({ order }) => order.clientOrderId))
    // Of users who are another node's now, or of accounts that were left.
    for (const [tag, { isOpen, order }] of this.#orders) if (isOpen && !tags.has(tag)) this.#end(order)
    for (const { order, isSent } of known) {
      const { id, clientOrderId, contract } = order
      if (this.#orders.get(clientOrderId)?.isOpen) continue
      if (isSent) this.#send(order, now, true)
      else if (rules().hasExpired(contract.expiry, now))
        await records.bookClosing(id, { type: 'rejected', clientOrderId, at: now, reason: 'its contract has expired' })
      else {
        const quantity = Math.min(order.quantity, this.#largest(contract, now))
        if (!(await records.sendClosing(id, quantity))) continue
        failpoint('after-closing-committed')
        this.#send({ ...order, quantity }, now, false)
      }
    }
  }

  /** Takes a report. False: it is of no closing order. */
  hear(update: OrderUpdate): boolean {
    const { type, clientOrderId } = update
    const tracked = this.#orders.get(clientOrderId)
    // What is another node's is its own to learn, from the broker's books.
    if (!tracked) return isClosingTag(clientOrderId)
    if (type === 'filled' || type === 'rejected' || type === 'cancelled' || type === 'expired')
      void this.#parts.queue.add('book a closing order', () => this.#book(tracked.order, update))
    return true
  }

  /** Stores that an order closes fewer units, before it is sent. False: it must not be sent. */
  shrink({ id }: ClosingOrder, quantity: number): Promise<boolean> {
    return this.#parts.records.shrinkClosing(id, quantity)
  }

  /** Units of an order that are in the books. */
  bookedOf({ clientOrderId }: Pick<SentOrder, 'clientOrderId'>): number {
    return this.#orders.get(clientOrderId)?.booked ?? 0
  }

  /** Users with an order that has not ended. */
  get users(): readonly string[] {
    return this.#open.map(({ order }) => order.userId)
  }

  /** A user's orders that the broker has taken. */
  atBroker(userId: string): readonly (OwnOrder & KnownOrder)[] {
    return this.#open.flatMap(({ order, booked }) =>
      order.userId === userId && this.#parts.dispatch.isPlaced(order.clientOrderId) ? { ...order, booked, isAccepted: true } : [],
    )
  }

  get #open(): readonly Tracked[] {
    return [...this.#orders.values()].filter(({ isOpen }) => isOpen)
  }

  /** The most units of one order: the rest of an excess stands, and can be closed by another press. */
  #largest({ index, lotSize }: OptionContract, now: Instant): number {
    return largestOrder(this.#parts.rules().freezeFor(index, istDate(now)), lotSize)
  }

  #send(known: KnownClosing['order'], now: Instant, sentBefore: boolean): void {
    const order: ClosingOrder = { ...known, intendedAt: now }
    this.#orders.set(order.clientOrderId, { order, booked: order.filledQuantity, isOpen: true })
    this.#parts.quotes.watch([order.contract], 'first')
    this.#parts.dispatch.send(order, sentBefore)
  }

  async #book(order: ClosingOrder, report: ClosingReport): Promise<void> {
    const booked = await this.#parts.records.bookClosing(order.id, report)
    const tracked = this.#orders.get(order.clientOrderId)
    if (!booked || !tracked) return
    this.#orders.set(order.clientOrderId, { ...tracked, booked: booked.filledQuantity })
    if (tracked.isOpen && !booked.isOpen) this.#end(order)
  }

  #end(order: ClosingOrder): void {
    const tracked = this.#orders.get(order.clientOrderId)
    if (tracked) this.#orders.set(order.clientOrderId, { ...tracked, isOpen: false })
    this.#parts.quotes.unwatch([order.contract], 'first')
    this.#parts.dispatch.forget(order.clientOrderId)
  }
}
