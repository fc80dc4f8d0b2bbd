import type { Logger } from 'pino'
import { dueExits } from '../schedule/dueExits.ts'
import type { Session } from '../schedule/sessionAt.ts'
import { instrumentId } from '../broker/instrumentId.ts'
import type { OptionContract, OrderBroker, OrderUpdate, Tick } from '../broker/port.ts'
import type { Instant } from '../../schema/time.ts'
import type { Booking } from './bookUpdates.ts'
import { CLOSED_ORDERS } from './orderStates.ts'
import type { ExitOrder, Order } from './orders.ts'
import type { JobQueue } from './JobQueue.ts'
import { levelReached, type ExitReason, type OpenTrade } from './trades.ts'

export interface ExitRequest {
  readonly trade: OpenTrade
  readonly reason: ExitReason
  /** Market time. */
  readonly at: Instant
}

/** What the desk keeps in the database. Every call is one transaction with its events. */
export interface TradeBooks {
  /** Closes what belongs to other markets than this one; an exit price is not known and stays null. */
  closeForeign(): Promise<{ readonly trades: number; readonly orders: number }>
  openTrades(): Promise<readonly OpenTrade[]>
  /** Orders that may still be filled. */
  openOrders(): Promise<readonly Order[]>
  /** Returns the ids that were intents until now: those, and only those, are the caller's to send. */
  markSubmitted(orderIds: readonly string[]): Promise<readonly string[]>
  expire(orderIds: readonly string[]): Promise<void>
  /** Commits an exit intent for each trade that runs and has no live exit; the others are left out. */
  intendExits(requests: readonly ExitRequest[]): Promise<readonly ExitOrder[]>
  /** `strangers`: client order ids of updates that belong to no order here. */
  book(updates: readonly OrderUpdate[]): Promise<{ readonly bookings: readonly Booking[]; readonly strangers: readonly string[] }>
}

/** Asks the feed for quotes of option contracts; counted, so every watch needs its unwatch. */
export interface QuoteWatch {
  watch(contracts: readonly OptionContract[]): void
  unwatch(contracts: readonly OptionContract[]): void
}

export interface TradeDeskParts {
  readonly books: TradeBooks
  readonly broker: OrderBroker
  readonly quotes: QuoteWatch
  readonly queue: JobQueue
  readonly log: Logger
  /** Entry intents older than this, in market milliseconds, are given up instead of sent. */
  readonly entryLife: () => number
}

/**
 * Carries committed intents to the broker, books what comes back, and watches open trades until they are closed.
 * In memory it holds what the database says is open; the database decides, memory only makes ticks cheap.
 */
export class TradeDesk {
  readonly #parts: TradeDeskParts
  readonly #trades = new Map<string, OpenTrade>()
  readonly #byInstrument = new Map<string, Set<OpenTrade>>()
  /** Orders that may still be filled, by order id. */
  readonly #orders = new Map<string, Order>()
  /** Trades whose exit is under way: never two. */
  readonly #exiting = new Set<string>()
  #updates: OrderUpdate[] = []
  #now: Instant
  #opened = 0
  #closed = 0

  /** `now`: market time. */
  constructor(parts: TradeDeskParts, now: Instant) {
    this.#parts = parts
    this.#now = now
    parts.broker.onUpdate((update) => this.#receive(update))
  }

  /** What there is now and what happened since the start. */
  get counts(): {
    readonly open_trades: number
    readonly open_orders: number
    readonly trades_opened: number
    readonly trades_closed: number
  } {
    return { open_trades: this.#trades.size, open_orders: this.#orders.size, trades_opened: this.#opened, trades_closed: this.#closed }
  }

  /** Takes up where the database says the last run ended. A first start is the same with nothing open. */
  async resume(): Promise<void> {
    const { books, log } = this.#parts
    const foreign = await books.closeForeign()
    if (foreign.trades + foreign.orders > 0) log.warn({ ...foreign }, 'closed what belonged to another market')
    await this.reconcile()
    log.info({ trades: this.#trades.size, orders: this.#orders.size }, 'open trades and orders taken up')
  }

  /**
   * Makes memory say what the database says, and sends the intents that were committed but never sent.
   * For the start, and after an outage: a commit may have succeeded although its answer was lost.
   */
  async reconcile(): Promise<void> {
    const { books } = this.#parts
    const trades = new Map((await books.openTrades()).map((trade) => [trade.id, trade]))
    const orders = new Map((await books.openOrders()).map((order) => [order.id, order]))
    for (const trade of trades.values()) this.#keep(trade)
    for (const trade of [...this.#trades.values()]) if (!trades.has(trade.id)) this.#drop(trade)
    for (const order of [...this.#orders.values()]) if (!orders.has(order.id)) this.#untrack(order)
    await this.#send([...orders.values()])
  }

  /** Sends orders whose intents are committed. */
  submit(orders: readonly Order[]): void {
    if (orders.length > 0) void this.#parts.queue.add('submit orders', () => this.#send(orders))
  }

  /** A quote: closes the trades of this contract that have reached target or stop. */
  onTick(tick: Tick): void {
    const trades = this.#byInstrument.get(instrumentId(tick))
    if (!trades) return
    const requests: ExitRequest[] = []
    for (const trade of trades) {
      if (this.#exiting.has(trade.id) || tick.at < trade.entryTime) continue
      const reason = levelReached(trade, tick.lastPrice)
      if (reason) requests.push({ trade, reason, at: tick.at })
    }
    this.#exit(requests)
  }

  /** Market time moved on: closes the trades whose time is up. `session` is null on a day without one. */
  onTime(now: Instant, session: Session | null): void {
    this.#now = now
    if (!session) return
    const due = dueExits(this.#trades.values(), now, session).filter(({ trade }) => !this.#exiting.has(trade.id))
    this.#exit(due.map(({ trade, reason }) => ({ trade, reason, at: now })))
  }

  #exit(requests: readonly ExitRequest[]): void {
    if (requests.length === 0) return
    for (const { trade } of requests) this.#exiting.add(trade.id)
    void this.#parts.queue
      .add('exit trades', async () => this.#send(await this.#parts.books.intendExits(requests)))
      .then((outcome) => {
        if (outcome === 'abandoned') for (const { trade } of requests) this.#exiting.delete(trade.id)
      })
  }

  /** After a restart an order that was already sent comes here again: the broker knows it by its client order id. */
  async #send(orders: readonly Order[]): Promise<void> {
    const { books, broker, log } = this.#parts
    const oldest = this.#now - this.#parts.entryLife()
    const isStale = (order: Order) => order.purpose === 'ENTRY' && order.intendedAt < oldest
    const stale = orders.filter(isStale)
    if (stale.length > 0) {
      await books.expire(stale.map((order) => order.id))
      log.warn({ orders: stale.length }, 'entries given up: too old to send')
    }
    const fresh = orders.filter((order) => !isStale(order) && !this.#orders.has(order.id))
    const intents = fresh.filter((order) => order.status === 'INTENT').map((order) => order.id)
    const sendable = new Set(intents.length > 0 ? await books.markSubmitted(intents) : [])
    for (const order of fresh) {
      if (order.status === 'INTENT' && !sendable.has(order.id)) continue
      this.#track(order)
      const { clientOrderId, contract, quantity } = order
      broker.place({ clientOrderId, contract, side: order.purpose === 'ENTRY' ? 'BUY' : 'SELL', quantity })
    }
  }

  /** Updates that arrive together are booked together. */
  #receive(update: OrderUpdate): void {
    this.#updates.push(update)
    if (this.#updates.length > 1) return
    let batch: readonly OrderUpdate[] = []
    void this.#parts.queue.add('book order updates', async () => {
      if (batch.length === 0) batch = this.#updates.splice(0)
      const { bookings, strangers } = await this.#parts.books.book(batch)
      if (strangers.length > 0) this.#parts.log.error({ strangers }, 'the broker speaks of orders that are not in the books')
      for (const booking of bookings) this.#apply(booking)
    })
  }

  #apply(booking: Booking): void {
    const { log } = this.#parts
    for (const alarm of booking.alarms) log.error({ alarm }, 'the broker’s word does not fit the books')
    if (booking.opened) {
      this.#opened++
      this.#keep(booking.opened)
    }
    const order = this.#orders.get(booking.orderId)
    if (order && CLOSED_ORDERS.includes(booking.status)) this.#untrack(order)
    if (!booking.closed) return
    this.#closed++
    const trade = this.#trades.get(booking.closed.id)
    if (trade) this.#drop(trade)
  }

  #track(order: Order): void {
    if (this.#orders.has(order.id)) return
    this.#orders.set(order.id, order)
    if (order.purpose === 'EXIT') this.#exiting.add(order.tradeId)
    else this.#parts.quotes.watch([order.contract])
  }

  /** An exit that ended without a fill leaves its trade free to be closed by the next trigger. */
  #untrack(order: Order): void {
    this.#orders.delete(order.id)
    if (order.purpose === 'EXIT') this.#exiting.delete(order.tradeId)
    else this.#parts.quotes.unwatch([order.contract])
  }

  #keep(trade: OpenTrade): void {
    if (this.#trades.has(trade.id)) return
    this.#trades.set(trade.id, trade)
    const id = instrumentId(trade.contract)
    const trades = this.#byInstrument.get(id)
    if (trades) trades.add(trade)
    else this.#byInstrument.set(id, new Set([trade]))
    this.#parts.quotes.watch([trade.contract])
  }

  #drop(trade: OpenTrade): void {
    this.#trades.delete(trade.id)
    this.#exiting.delete(trade.id)
    const id = instrumentId(trade.contract)
    const trades = this.#byInstrument.get(id)
    trades?.delete(trade)
    if (trades?.size === 0) this.#byInstrument.delete(id)
    this.#parts.quotes.unwatch([trade.contract])
  }
}
