import type { Logger } from 'pino'
import type { Paise } from '../../schema/money.ts'
import { SECOND, type Instant } from '../../schema/time.ts'
import type { ExecutionPort, OrderUpdate, Tick } from '../broker/port.ts'
import { failpoint } from '../runtime/failpoint.ts'
import type { MarketRules, Session } from '../../schema/market/MarketRules.ts'
import { versionKey } from './ActiveStrategies.ts'
import type { Booking } from './bookTrade.ts'
import { ExitLane } from './ExitLane.ts'
import { inTurns } from './inTurns.ts'
import { isKilled } from './isKilled.ts'
import type { JobQueue } from './JobQueue.ts'
import { OpenTrades, type ExitRequest } from './OpenTrades.ts'
import { OrderDispatch } from './OrderDispatch.ts'
import { CLOSED_ORDERS } from './orderStates.ts'
import type { ExitOrder, Order } from './orders.ts'
import type { QuoteWatch } from './QuoteWatch.ts'
import type { SignalBatch } from './SignalDesk.ts'
import type { Kill, TradeBooks, TriedExit } from './TradeBooks.ts'
import { isOpen, type OpenTrade, type Trade } from './trades.ts'
import { UpdateIntake } from './UpdateIntake.ts'

/** Entries that are sent at once: nothing waits long for them. */
const MOST_AT_ONCE = 1_000
export interface TradeDeskParts {
  readonly books: TradeBooks
  readonly broker: ExecutionPort
  readonly rules: () => MarketRules
  readonly quotes: QuoteWatch
  readonly queue: JobQueue
  /** The lane of exits: what waits in `queue` holds none of them up. */
  readonly exits: JobQueue
  readonly log: Logger
  /** Entry intents older than this, in market milliseconds, are given up instead of sent. */
  readonly entryLife: () => number
  /** Market milliseconds after which an exit that is not filled gets a new price. */
  readonly repriceAfter: () => number
}

/**
 * Carries committed intents to the broker, books what comes back, and watches open trades until they are closed.
 * In memory it holds what the database says is open; the database decides, memory only makes ticks cheap.
 */
export class TradeDesk {
  readonly #parts: TradeDeskParts
  readonly #trades = new OpenTrades()
  /** Orders that may still be filled, by order id. */
  readonly #orders = new Map<string, Order>()
  /** Trades to be that a signal spoke against while their entry was under way. */
  readonly #recalled = new Set<string>()
  #kills: readonly Kill[] = []
  readonly #exits: ExitLane
  readonly #updates: UpdateIntake
  readonly #dispatch: OrderDispatch
  #now: Instant
  #stopsKeptAt: Instant
  #opened = 0
  #closed = 0

  /** `now`: market time. */
  constructor(parts: TradeDeskParts, now: Instant) {
    this.#parts = parts
    this.#now = now
    this.#stopsKeptAt = now
    this.#updates = new UpdateIntake(parts.queue, (updates) => this.#book(updates))
    const { broker, rules, entryLife, repriceAfter, log } = parts
    const report = (update: OrderUpdate) => this.#updates.receive(update)
    const shrink = async ({ id }: Order, quantity: number) => {
      const outcome = await parts.exits.add('shrink an exit', () => parts.books.shrinkExit(id, quantity))
      if (outcome === 'abandoned') throw new Error(`order ${id} could not be made smaller`)
    }
    this.#exits = new ExitLane({
      ...{ books: parts.books, queue: parts.queue, lane: parts.exits, orders: this.#orders },
      send: (exits) => this.#sendSubmitted(exits),
      cancel: (order, reason) => this.#dispatch.cancel(order.clientOrderId, reason),
      end: (order) => this.#untrack(order),
    })
    this.#dispatch = new OrderDispatch({ broker, rules, report, shrink, entryLife, repriceAfter, log }, now)
    broker.onUpdate((update) => {
      this.#dispatch.onUpdate(update)
      report(update)
    })
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
   * Makes memory say what the database says, sends the intents that were committed but never sent, and does what people asked for.
   * For the start, for users taken over or given up, and after an outage: a commit may have succeeded although its answer was lost.
   * Only from the queue, or with nothing in it: it takes its turn in the lane of exits too. Rejects when the books cannot be read.
   */
  async reconcile(): Promise<void> {
    const outcome = await this.#parts.exits.add('reconcile', () => this.#reconcile())
    if (outcome === 'abandoned') throw new Error('memory could not be made to agree with the books')
  }

  async #reconcile(): Promise<void> {
    const { books } = this.#parts
    this.#kills = await books.kills()
    const trades = new Map((await books.openTrades()).map((trade) => [trade.id, trade]))
    const orders = new Map((await books.openOrders()).map((order) => [order.id, order]))
    for (const trade of trades.values()) this.#keep(trade)
    for (const trade of [...this.#trades]) if (!trades.has(trade.id)) this.#drop(trade)
    for (const order of [...this.#orders.values()]) if (!orders.has(order.id)) this.#untrack(order)
    failpoint('mid-reconciliation')
    await this.#send([...orders.values()])
    for (const failed of await books.exitTries()) if (!this.#exits.exiting.has(failed.tradeId)) this.#waitToRetry(failed)
    this.#enforceKills()
    await this.#exits.closeNow(await this.#exits.requested(this.#now))
  }

  /** A person has pulled or lifted a kill switch, or asked for exits: reads what there is and does it. */
  obey(): void {
    void this.#parts.queue.add('obey people', async () => {
      this.#kills = await this.#parts.books.kills()
      this.#enforceKills()
      this.#exits.close(await this.#exits.requested(this.#now))
    })
  }

  /** What a user's open trades, those `among` given ones, have lost at their last prices, with what their orders cost so far; negative is a gain. */
  openLossOf(userId: string, among?: ReadonlySet<string>): Paise {
    return this.#trades.lossOf(userId, among)
  }

  /** Calls back the entries under way against which a signal of the version that made them speaks; what was bought of them already is sold. */
  recall({ index, signals }: Pick<SignalBatch, 'index' | 'signals'>): void {
    const sides = new Map(signals.map((signal) => [versionKey(signal), signal.side]))
    for (const order of this.#orders.values()) {
      if (order.purpose !== 'ENTRY' || order.contract.index !== index) continue
      const side = sides.get(versionKey(order))
      if (!side || side === (order.contract.optionType === 'CE' ? 'LONG' : 'SHORT')) continue
      this.#recalled.add(order.tradeId)
      this.#dispatch.cancel(order.clientOrderId, 'the strategy signalled the other way')
    }
  }

  /** Sends what was decided: exits, which are committed as submitted, at once, entries when their intents have become submitted orders. */
  submit(orders: readonly Order[]): void {
    this.#sendSubmitted(orders.filter((order) => order.purpose === 'EXIT'))
    const entries = orders.filter(({ purpose }) => purpose === 'ENTRY')
    for (let from = 0; from < entries.length; from += MOST_AT_ONCE) {
      const some = entries.slice(from, from + MOST_AT_ONCE)
      void this.#parts.queue.add('submit orders', () => this.#send(some))
    }
  }

  /** A quote: closes the trades of this contract that have reached target or stop. Touches no other trade. */
  onTick(tick: Tick): void {
    this.#dispatch.onTick(tick)
    this.#exits.close(this.#trades.onTick(tick, this.#exits.exiting))
  }

  /** Market time moved on: closes the trades whose time is up. `session` is null on a day without one. */
  onTime(now: Instant, session: Session | null, rules: MarketRules): void {
    this.#now = now
    this.#dispatch.onTime(now)
    if (now - this.#stopsKeptAt >= SECOND) {
      this.#keepStops()
      this.#updates.bookAgain()
    }
    this.#exits.closeBusy()
    if (!session) return
    this.#exits.close(this.#trades.due(now, session, rules, this.#exits.exiting))
    this.#exits.retryDue(now, session, rules, this.#trades)
  }

  #sendSubmitted(exits: readonly ExitOrder[]): void {
    for (const exit of exits) {
      this.#track(exit)
      this.#dispatch.send(exit, false)
      failpoint('mid-square-off')
    }
  }

  /** Calls back the entries under way and, where it was asked for, closes the open trades that a kill switch stops. */
  #enforceKills(): void {
    if (this.#kills.length === 0) return
    for (const order of this.#orders.values())
      if (order.purpose === 'ENTRY' && isKilled(order, this.#kills)) this.#dispatch.cancel(order.clientOrderId, 'stopped by a kill switch')
    const squaringOff = this.#kills.filter(({ squareOff }) => squareOff)
    const requests: ExitRequest[] = []
    for (const trade of this.#trades)
      if (!this.#exits.exiting.has(trade.id) && isKilled(trade, squaringOff))
        requests.push({ tradeId: trade.id, reason: 'EMERGENCY', at: this.#now })
    this.#exits.close(requests)
  }

  /** Once a market second: a stop that trails moves with nearly every tick. */
  #keepStops(): void {
    this.#stopsKeptAt = this.#now
    const stops = this.#trades.takeRaisedStops()
    if (stops.length === 0) return
    void this.#parts.queue.add('keep stops', () => this.#parts.books.raiseStops(stops)).then(() => this.#exits.closeBusy())
  }

  /** After a restart an order that was already sent comes here again. */
  async #send(orders: readonly Order[]): Promise<void> {
    const { books, broker, log } = this.#parts
    const oldest = this.#now - this.#parts.entryLife()
    const unknown = orders.filter(({ id }) => !this.#orders.has(id))
    const neverSent = (order: Order) => order.status === 'INTENT' || !broker.remembers
    const isStale = (order: Order) => order.purpose === 'ENTRY' && order.intendedAt < oldest && neverSent(order)
    const stale = unknown.filter(isStale).map(({ id }) => id)
    if (stale.length > 0) {
      await books.expire(stale, 'too old to be sent')
      log.warn({ orders: stale.length }, 'entries given up: too old to send')
    }
    const fresh = unknown.filter((order) => !isStale(order))
    const intents = fresh.filter((order) => order.status === 'INTENT').map((order) => order.id)
    const sendable = new Set(intents.length > 0 ? await books.markSubmitted(intents) : [])
    await inTurns(fresh, (some) => {
      for (const order of some) {
        if (order.status === 'INTENT' && !sendable.has(order.id)) {
          if (order.purpose === 'EXIT') this.#exits.onUnsendable(order)
          continue
        }
        this.#track(order)
        this.#dispatch.send(order, order.status !== 'INTENT')
        if (order.purpose === 'EXIT') failpoint('mid-square-off')
      }
    })
  }

  async #book(updates: readonly OrderUpdate[]): Promise<void> {
    const { bookings, failedExits, strangers } = await this.#parts.books.book(updates)
    if (strangers.length > 0) this.#parts.log.error({ strangers }, 'the broker speaks of orders that are not in the books')
    for (const booking of bookings) this.#apply(booking)
    for (const failed of failedExits) {
      this.#parts.log.warn(failed, 'the exit of a trade has ended without selling it')
      this.#waitToRetry(failed)
    }
    this.#exits.withdrawNeedless(bookings)
    this.#enforceKills()
    this.#exits.closeBusy()
  }

  #waitToRetry(failed: TriedExit): void {
    if (!this.#trades.has(failed.tradeId)) return
    this.#exits.onFailed(failed)
  }

  #apply({ alarms, orders, trade, change }: Booking): void {
    for (const alarm of alarms) this.#parts.log.error({ alarm }, 'the broker’s word does not fit the books')
    const recalled = trade !== null && this.#recalled.has(trade.id)
    for (const { id, status, filledQuantity, filledValue } of orders) {
      const order = this.#orders.get(id)
      if (!order) continue
      if (CLOSED_ORDERS.includes(status)) this.#untrack(order)
      else this.#orders.set(id, { ...order, status, filledQuantity, filledValue })
    }
    if (change === 'opened') this.#opened++
    if (change === 'closed') this.#closed++
    if (!trade || !change) return
    if (isOpen(trade)) this.#keep(trade)
    else this.#drop(trade)
    if (recalled && isOpen(trade) && !this.#exits.exiting.has(trade.id))
      this.#exits.close([{ tradeId: trade.id, reason: 'OPPOSITE_SIGNAL', at: this.#now }])
  }

  #track(order: Order): void {
    if (this.#orders.has(order.id)) return
    this.#orders.set(order.id, order)
    if (order.purpose === 'EXIT') this.#exits.onSent(order)
    else this.#parts.quotes.watch([order.contract])
  }

  #untrack(order: Order): void {
    if (!this.#orders.delete(order.id)) return
    this.#dispatch.forget(order.clientOrderId)
    if (order.purpose === 'EXIT') this.#exits.onEnded(order)
    else {
      this.#recalled.delete(order.tradeId)
      this.#parts.quotes.unwatch([order.contract])
    }
  }

  #keep(trade: OpenTrade): void {
    if (this.#trades.keep(trade)) this.#parts.quotes.watch([trade.contract])
  }

  #drop(trade: Trade): void {
    this.#exits.onClosed(trade.id)
    if (this.#trades.drop(trade)) this.#parts.quotes.unwatch([trade.contract])
  }
}
