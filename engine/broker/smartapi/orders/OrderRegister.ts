import { paise } from '../../../../schema/money.ts'
import { SECOND, type Instant } from '../../../../schema/time.ts'
import type { BrokerFill, BrokerOrder, InstrumentKey, OrderByHand, OrderRequest, OrderUpdate, WaitingByHand } from '../../port.ts'
import type { OrderRow, TradeRow } from './bookRows.ts'
import { Absences } from './Absences.ts'
import { fillInFrame } from './fillInFrame.ts'
import { FillWatch, type FillIncident } from './FillWatch.ts'
import { refusalInWords } from './orderTexts.ts'
import { areSame, filledUnits, DONE, isDone, mayBeOf, rankOf, trackFound, trackSent, type TrackedOrder } from './TrackedOrder.ts'

/** For how long an order must stay away from the order book that had it. Much longer than a book lags: another may take its place then. */
const GONE_AFTER_SECONDS = 30
const GONE = 'it is no longer in the broker’s order book'
/** Reads of the trade book after which an order's end is reported although fills are missing. */
const END_AFTER_READS = 3

export interface OrderNews {
  readonly report: (update: OrderUpdate) => void
  readonly onIncident: (incident: FillIncident) => void
  readonly onByHand: (order: OrderByHand) => void
}

/**
 * The orders of one account's market day, by tag. Turns rows of books and frames into updates: each once, whatever comes twice, late or out
 * of order. A fill is reported by the first frame that describes it fully, else by the trade book, which always decides;
 * an order's end is reported after its fills.
 */
export class OrderRegister {
  readonly #news: OrderNews
  readonly #byTag = new Map<string, TrackedOrder>()
  readonly #byId = new Map<string, TrackedOrder>()
  /** Of all orders in the book, by id. */
  readonly #contracts = new Map<string, InstrumentKey>()
  /** Orders that were not sent from here, as far as they are known, by id. */
  readonly #byHand = new Map<string, { readonly row: OrderRow; readonly filled: number; readonly rank: number }>()
  /** What the first reading of the book shows is no news. */
  #hasBook = false
  readonly #fillWatch = new FillWatch()
  readonly #absences = new Absences(GONE_AFTER_SECONDS)

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

  /** Orders that were not sent from here and may still trade. */
  get waitingByHand(): readonly WaitingByHand[] {
    return [...this.#byHand.values()].flatMap(({ row, filled, rank }) => {
      const { brokerOrderId, tag: clientOrderId, contract, side, product, pricing } = row
      const units = row.quantity - filled
      return rank >= DONE || units <= 0 ? [] : { brokerOrderId, clientOrderId, contract, side, product, pricing, units }
    })
  }

  /** Whether the broker's books have shown an order of ours that was filled, and its trades: they stay for the day. */
  get shown(): { readonly filled: boolean; readonly trades: boolean } {
    const filled = [...this.#byTag.values()].filter((order) => order.inBookSince !== null && order.filled > 0)
    return { filled: filled.length > 0, trades: filled.some(({ fills }) => fills.size > 0) }
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

  /** A frame of the socket with an order, which has less to say than the book and may be old. `at`: market time. */
  onFrame(row: OrderRow, at: Instant): void {
    this.#onOrder(row, false, at, Infinity)
  }

  /**
   * All orders of the day, as the order book has them. `at`: market time; `readAt`: monotonic time at which the reading left for the broker. One
   * that has left the book is over, as if it were cancelled.
   */
  onBook(rows: readonly OrderRow[], at: Instant, readAt: number): void {
    for (const row of rows) this.#onOrder(row, true, at, readAt)
    this.#hasBook = true
    const present = new Set(rows.map(({ brokerOrderId }) => brokerOrderId))
    for (const order of this.#byTag.values()) {
      const { brokerOrderId, inBookSince, filled } = order
      if (brokerOrderId === null || inBookSince === null || inBookSince > readAt || isDone(order)) continue
      if (present.has(brokerOrderId)) this.#absences.present(brokerOrderId)
      else if (this.#absences.absent(brokerOrderId, readAt)) {
        this.#advance(order, 'CANCELLED', { text: GONE, filled }, at)
        this.#tellEnd(order)
      }
    }
  }

  #onOrder(row: OrderRow, isBook: boolean, at: Instant, readAt: number): void {
    if (isBook) this.#contracts.set(row.brokerOrderId, row.contract)
    const order = this.#byId.get(row.brokerOrderId) ?? this.#byTag.get(row.tag) ?? this.#lostOf(row) ?? this.#adopt(row, isBook)
    // Of two orders with one tag the first is ours; the other's owner is unknown here.
    const isOther = !order || (order.brokerOrderId !== null && order.brokerOrderId !== row.brokerOrderId)
    if (isOther || order.steps === null) this.#tellByHand(row, isBook)
    if (isOther) return
    const wasLost = order.isLost && order.brokerOrderId === null
    this.learn(order, row.brokerOrderId)
    order.exchangeOrderId ??= row.exchangeOrderId
    const isOld = row.state !== null && rankOf(row.state) < rankOf(order.state)
    // Only an annulled fill lowers it, and only the book, when not behind, shows it.
    order.filled = isBook && !isOld ? row.filled : Math.max(order.filled, row.filled)
    if (isBook) [order.quantity, order.pricing] = [row.quantity, row.pricing]
    if (isBook) order.inBookSince ??= readAt
    if (wasLost) this.#report(order, { type: 'placed', at })
    if (row.state !== null && rankOf(row.state) > rankOf(order.state)) this.#advance(order, row.state, row, at)
    if (isBook && (!isDone(order) || order.asked)) this.#tellNews(order, row, at, readAt)
    if (!isBook) this.#tellEarly(order, row, at)
    this.#tellEnd(order)
  }

  /** All trades of the day, as the trade book has them. `now`: monotonic time. */
  onTrades(rows: readonly TradeRow[], at: Instant, now: number): void {
    for (const row of rows) this.#onTrade(row)
    const present = new Set(rows.map(({ fillId }) => fillId))
    for (const order of this.#byTag.values()) {
      for (const fill of this.#fillWatch.missing(order, present, now)) {
        forget(order, fill)
        this.#news.onIncident({ kind: 'ANNULLED', fill, at })
      }
      if (order.end) order.end.reads++
      this.#tellEnd(order)
    }
  }

  /** The order without an answer that a row without a tag is of: the oldest that is alike, if the row was not there before it. */
  #lostOf(row: OrderRow): TrackedOrder | null {
    if (row.tag !== '' || this.#byHand.has(row.brokerOrderId)) return null
    return [...this.#byTag.values()].find((order) => order.isLost && mayBeOf(row, order)) ?? null
  }

  #tellByHand(row: OrderRow, isBook: boolean): void {
    const { brokerOrderId, tag, contract, side, product, state } = row
    const before = this.#byHand.get(brokerOrderId)
    // One that is on its way: its answer, or its loss, says whose it is.
    if (!before && tag === '' && [...this.#byTag.values()].some((order) => mayBeOf(row, order))) return
    const rank = Math.max(before?.rank ?? -1, state === null ? -1 : rankOf(state))
    const filledInAll = Math.max(before?.filled ?? 0, row.filled)
    this.#byHand.set(brokerOrderId, { row, filled: filledInAll, rank })
    // A frame comes with a change. What it says of a fill counts although no book was read: books may not be readable for long.
    const isNews = this.#hasBook || !isBook
    if (!isNews || (before && before.filled === filledInAll && before.rank === rank)) return
    const filled = filledInAll - (before?.filled ?? 0)
    this.#news.onByHand({ brokerOrderId, clientOrderId: tag, contract, side, product, filled, filledInAll })
  }

  /** An order of an earlier process, reported in full again: what that process missed is not known here. */
  #adopt(row: OrderRow, isBook: boolean): TrackedOrder | null {
    if (!isBook || row.tag === '') return null
    const order = trackFound(row)
    this.#byTag.set(order.clientOrderId, order)
    return order
  }

  #advance(order: TrackedOrder, state: BrokerOrder['state'], { text, filled }: Pick<OrderRow, 'text' | 'filled'>, at: Instant): void {
    order.state = state
    if (state === 'TRIGGER_PENDING') this.#report(order, { type: 'triggerPending', at })
    if (state === 'OPEN' || state === 'FILLED' || filled > 0) this.#accept(order, at)
    const type = state === 'CANCELLED' ? 'cancelled' : state === 'REJECTED' ? 'rejected' : state === 'EXPIRED' ? 'expired' : null
    if (type === null) return
    order.end = {
      update: { ...this.#core(order, at), type, reason: text === '' ? null : refusalInWords(text) },
      reads: 0,
      isReported: false,
    }
  }

  #onTrade({ fillId, brokerOrderId, contract, side, product, quantity, price, at }: TradeRow): void {
    const order = this.#byId.get(brokerOrderId)
    if (!order || order.fills.has(fillId)) return
    const fill: BrokerFill = { fillId, clientOrderId: order.clientOrderId, contract, side, product, quantity, price, at }
    order.fills.set(fillId, fill)
    const filledInAll = filledUnits(order)
    const untold = Math.min(quantity, filledInAll - order.told.units)
    if (untold > 0) this.#tellFill(order, { ...fill, quantity: untold }, filledInAll)
    if (order.early.length > 0 && filledInAll >= order.told.units) this.#judgeEarly(order, at)
  }

  /** A fill by a frame, where that is complete. Frames have no ids of fills: the units so far name it. */
  #tellEarly(order: TrackedOrder, row: OrderRow, at: Instant): void {
    const found = order.steps && fillInFrame(order.told, row, order.steps)
    if (!found) return
    const { clientOrderId, contract, side, product } = order
    // To the second, as the trade book has it.
    const filledAt = at - (at % SECOND)
    const fill = { fillId: `${row.brokerOrderId}@${row.filled}`, clientOrderId, contract, side, product, ...found, at: filledAt }
    order.early = [...order.early, fill]
    this.#tellFill(order, fill, row.filled)
  }

  #tellFill(order: TrackedOrder, { fillId, quantity, price, at }: BrokerFill, filledInAll: number): void {
    order.told = { units: filledInAll, value: paise(order.told.value + price * quantity) }
    // A filled order was accepted, even when the order book lacks it so far.
    this.#accept(order, at)
    this.#report(order, { type: 'filled', at, fillId, quantity, price, filledInAll })
  }

  /** The trade book has all units that frames reported: compares their prices, too. */
  #judgeEarly(order: TrackedOrder, at: Instant): void {
    const fill = order.early.at(-1)
    order.early = []
    const value = [...order.fills.values()].reduce((sum, { quantity, price }) => sum + quantity * price, 0)
    if (fill && value !== order.told.value) this.#news.onIncident({ kind: 'OTHER_PRICE', fill, at })
    order.told = { ...order.told, value: paise(value) }
  }

  #accept(order: TrackedOrder, at: Instant): void {
    if (order.isAccepted) return
    order.isAccepted = true
    this.#report(order, { type: 'accepted', at })
  }

  /**
   * Changes and cancellations, as successive books show them. What became of a requested change shows in what the order is then: its
   * texts may be an earlier change's, or have come and gone between two readings.
   */
  #tellNews(order: TrackedOrder, { news, state, pricing, quantity }: OrderRow, at: Instant, readAt: number): void {
    if (news === 'modifyPending' || news === 'cancelPending') {
      if (news !== order.news) this.#report(order, { type: news, at })
      order.news = news
      return
    }
    if (news === null && state === null) return
    const terms = { pricing, quantity }
    const { asked, news: before, terms: last } = order
    // A reading from before the answer shows the old state.
    if (asked && readAt < asked.since) return
    order.terms = terms
    order.asked = null
    const isChanged = last !== null && !areSame(last, terms)
    const answered = before === 'modifyPending' ? 'modified' : before === 'cancelPending' ? 'unchanged' : isChanged ? 'modified' : null
    const type = asked ? (areSame(asked.change, terms) ? 'modified' : 'unchanged') : (news ?? answered)
    if (type === null) return
    if (asked || isChanged || type !== before) this.#report(order, { type, at, terms })
    order.news = type
  }

  #tellEnd(order: TrackedOrder): void {
    const { end } = order
    if (!end || end.isReported || (order.told.units < order.filled && end.reads < END_AFTER_READS)) return
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

/** An annulled fill: its units are taken off `told`. */
function forget(order: TrackedOrder, { fillId, quantity, price }: BrokerFill): void {
  order.fills.delete(fillId)
  order.early = order.early.filter((early) => early.fillId !== fillId)
  order.told = { units: order.told.units - quantity, value: paise(order.told.value - quantity * price) }
}

type WithoutOrder<Update> = Update extends unknown ? Omit<Update, 'clientOrderId' | 'known'> : never
type Reported = WithoutOrder<OrderUpdate>
