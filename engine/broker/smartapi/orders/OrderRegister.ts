import type { Instant } from '../../../../schema/time.ts'
import type { BrokerFill, BrokerOrder, InstrumentKey, OrderRequest, OrderUpdate } from '../../port.ts'
import type { OrderRow, TradeRow } from './bookRows.ts'
import { FillWatch, type TradeBust } from './FillWatch.ts'
import { filledUnits, isDone, rankOf, trackFound, trackSent, type TrackedOrder } from './TrackedOrder.ts'

/** Reads of the trade book after which an order's end is reported although fills are missing. */
const END_AFTER_READS = 3

export interface OrderNews {
  readonly report: (update: OrderUpdate) => void
  readonly onBust: (bust: TradeBust) => void
}

/**
 * The orders of one account's market day, by tag. Turns rows of books and frames into updates: each once, whatever comes twice, late or out
 * of order. What fills there are is for the trade book to say; an order's end is reported after its fills.
 */
export class OrderRegister {
  readonly #news: OrderNews
  readonly #byTag = new Map<string, TrackedOrder>()
  readonly #byId = new Map<string, TrackedOrder>()
  /** Of all orders in the book, by id. */
  readonly #contracts = new Map<string, InstrumentKey>()
  readonly #fillWatch = new FillWatch()

  constructor(news: OrderNews) {
    this.#news = news
  }

  find(clientOrderId: string): TrackedOrder | null {
    return this.#byTag.get(clientOrderId) ?? null
  }

  tagOf(brokerOrderId: string): string {
    return this.#byId.get(brokerOrderId)?.clientOrderId ?? ''
  }

  contractOf(brokerOrderId: string): InstrumentKey | null {
    return this.#contracts.get(brokerOrderId) ?? this.#byId.get(brokerOrderId)?.contract ?? null
  }

  get orders(): Iterable<TrackedOrder> {
    return this.#byTag.values()
  }

  sent(request: OrderRequest): TrackedOrder {
    const order = trackSent(request)
    this.#byTag.set(order.clientOrderId, order)
    return order
  }

  /** The broker has not taken it. */
  notTaken({ clientOrderId }: TrackedOrder): void {
    this.#byTag.delete(clientOrderId)
  }

  /** Under which id the broker has it. */
  learn(order: TrackedOrder, brokerOrderId: string): void {
    order.brokerOrderId = brokerOrderId
    this.#byId.set(brokerOrderId, order)
  }

  /** A row of the book (`isBook`), or of a frame, which has less to say and may be old. `at`: market time. */
  onOrder(row: OrderRow, isBook: boolean, at: Instant): void {
    if (isBook) this.#contracts.set(row.brokerOrderId, row.contract)
    const order = this.#byId.get(row.brokerOrderId) ?? this.#byTag.get(row.tag) ?? this.#adopt(row, isBook)
    // Of two orders with one tag the first is ours; the other is nobody's that is known here.
    if (!order || (order.brokerOrderId !== null && order.brokerOrderId !== row.brokerOrderId)) return
    const wasLost = order.isLost && order.brokerOrderId === null
    this.learn(order, row.brokerOrderId)
    order.exchangeOrderId ??= row.exchangeOrderId
    const isOld = row.state !== null && rankOf(row.state) < rankOf(order.state)
    // Only an annulled fill lowers it, and only the book, when it is not behind, says so.
    order.filled = isBook && !isOld ? row.filled : Math.max(order.filled, row.filled)
    if (isBook) [order.inBook, order.quantity, order.pricing] = [true, row.quantity, row.pricing]
    if (wasLost) this.#report(order, { type: 'placed', at })
    if (row.state !== null && rankOf(row.state) > rankOf(order.state)) this.#advance(order, row.state, row, at)
    if (isBook && !isDone(order)) this.#tellNews(order, row, at)
    this.#tellEnd(order)
  }

  /** All trades of the day, as the trade book has them. `now`: monotonic time. */
  onTrades(rows: readonly TradeRow[], at: Instant, now: number): void {
    for (const row of rows) this.#onTrade(row)
    const present = new Set(rows.map(({ fillId }) => fillId))
    for (const order of this.#byTag.values()) {
      for (const fill of this.#fillWatch.missing(order, present, now)) {
        order.fills.delete(fill.fillId)
        this.#news.onBust({ fill, at })
      }
      if (order.end) order.end.reads++
      this.#tellEnd(order)
    }
  }

  /** An order of an earlier process, of which all is told once more: what that one did not hear is not known here. */
  #adopt(row: OrderRow, isBook: boolean): TrackedOrder | null {
    if (!isBook || row.tag === '') return null
    const order = trackFound(row)
    this.#byTag.set(order.clientOrderId, order)
    return order
  }

  #advance(order: TrackedOrder, state: BrokerOrder['state'], { text, filled }: OrderRow, at: Instant): void {
    order.state = state
    if (state === 'TRIGGER_PENDING') this.#report(order, { type: 'triggerPending', at })
    if (state === 'OPEN' || state === 'FILLED' || filled > 0) this.#accept(order, at)
    const type = state === 'CANCELLED' ? 'cancelled' : state === 'REJECTED' ? 'rejected' : state === 'EXPIRED' ? 'expired' : null
    if (type === null) return
    const reason = text === '' ? 'the broker gave no reason' : text
    order.end = { update: { ...this.#core(order, at), type, reason }, reads: 0, isReported: false }
  }

  #onTrade({ fillId, brokerOrderId, contract, side, quantity, price, at }: TradeRow): void {
    const order = this.#byId.get(brokerOrderId)
    if (!order || order.fills.has(fillId)) return
    const fill: BrokerFill = { fillId, clientOrderId: order.clientOrderId, contract, side, quantity, price, at }
    order.fills.set(fillId, fill)
    // What is filled was accepted, even when the order book has not shown it yet.
    this.#accept(order, at)
    this.#report(order, { type: 'filled', at, fillId, quantity, price })
  }

  #accept(order: TrackedOrder, at: Instant): void {
    if (order.isAccepted) return
    order.isAccepted = true
    this.#report(order, { type: 'accepted', at })
  }

  /** Changes and cancellations, as successive books show them; a book at rest answers what was pending. */
  #tellNews(order: TrackedOrder, { news, state }: OrderRow, at: Instant): void {
    const before = order.news
    const answered = before === 'modifyPending' ? 'modified' : before === 'cancelPending' ? 'unchanged' : null
    const type = news ?? (state === null ? null : answered)
    order.news = type ?? before
    if (type !== null && type !== before) this.#report(order, { type, at })
  }

  #tellEnd(order: TrackedOrder): void {
    const { end } = order
    if (!end || end.isReported || (filledUnits(order) < order.filled && end.reads < END_AFTER_READS)) return
    end.isReported = true
    this.#news.report(end.update)
  }

  #core({ clientOrderId, brokerOrderId, exchangeOrderId, pricing }: TrackedOrder, at: Instant) {
    if (brokerOrderId === null) return { clientOrderId, at }
    return { clientOrderId, at, known: { brokerOrderId, exchangeOrderId, limit: pricing.limit } }
  }

  #report(order: TrackedOrder, update: Reported): void {
    this.#news.report({ ...this.#core(order, update.at), ...update })
  }
}

type WithoutOrder<Update> = Update extends unknown ? Omit<Update, 'clientOrderId' | 'known'> : never
type Reported = WithoutOrder<OrderUpdate>
