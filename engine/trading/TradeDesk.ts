import type { Logger } from 'pino'
import type { Paise } from '../../schema/money.ts'
import { SECOND, type Instant } from '../../schema/time.ts'
import type { ExecutionPort, OptionContract, OrderUpdate, Tick } from '../broker/port.ts'
import { failpoint } from '../runtime/failpoint.ts'
import type { MarketRules, Session } from '../../schema/market/MarketRules.ts'
import { versionKey } from './ActiveStrategies.ts'
import type { Booking } from './bookTrade.ts'
import { FailedExits } from './FailedExits.ts'
import type { JobQueue } from './JobQueue.ts'
import { OpenTrades, type ExitRequest } from './OpenTrades.ts'
import { OrderDispatch } from './OrderDispatch.ts'
import { CLOSED_ORDERS } from './orderStates.ts'
import type { ExitOrder, Order } from './orders.ts'
import type { SignalBatch } from './SignalDesk.ts'
import type { Kill, TradeBooks, TriedExit } from './TradeBooks.ts'
import { isOpen, type OpenTrade, type Trade } from './trades.ts'
import { UpdateIntake } from './UpdateIntake.ts'

/** Entries that are sent at once: nothing waits long for them. */
const MOST_AT_ONCE = 1_000
/** Why an exit is withdrawn. */
const NOTHING_LEFT = 'nothing is left for it to sell'

/** Asks the feed for quotes of option contracts; counted, so every watch needs its unwatch. */
export interface QuoteWatch {
  watch(contracts: readonly OptionContract[]): void
  unwatch(contracts: readonly OptionContract[]): void
}

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
  /** Trades whose exit is under way or waits to be tried again: never two. */
  readonly #exiting = new Set<string>()
  /** How many orders of their exits may still be filled, by trade. */
  readonly #liveExits = new Map<string, number>()
  readonly #failed = new FailedExits()
  /** Exits that wait for their turn in the lane: those that come meanwhile go together. */
  readonly #wanted: ExitRequest[] = []
  /** Exits of trades that were being written when they were to be closed. */
  #busy: readonly ExitRequest[] = []
  /** Trades that were closed while the lane of exits waits for an answer. */
  readonly #closedMeanwhile = new Set<string>()
  /** Trades to be that a signal spoke against while their entry was under way. */
  readonly #recalled = new Set<string>()
  #kills: readonly Kill[] = []
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
    for (const failed of await books.exitTries()) if (!this.#exiting.has(failed.tradeId)) this.#waitToRetry(failed)
    this.#enforceKills()
    await this.#sendExits(await this.#requestedExits())
  }

  /** A person has pulled or lifted a kill switch, or asked for exits: reads what there is and does it. */
  obey(): void {
    void this.#parts.queue.add('obey people', async () => {
      this.#kills = await this.#parts.books.kills()
      this.#enforceKills()
      this.#exit(await this.#requestedExits())
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
    this.#exit(this.#trades.onTick(tick, this.#exiting))
  }

  /** Market time moved on: closes the trades whose time is up. `session` is null on a day without one. */
  onTime(now: Instant, session: Session | null, rules: MarketRules): void {
    this.#now = now
    this.#dispatch.onTime(now)
    if (now - this.#stopsKeptAt >= SECOND) {
      this.#keepStops()
      this.#updates.bookAgain()
    }
    this.#exitBusy()
    if (!session) return
    this.#exit(this.#trades.due(now, session, rules, this.#exiting))
    this.#exit(this.#failed.takeDue(now, session, rules, this.#trades))
  }

  #exit(requests: readonly ExitRequest[]): void {
    if (requests.length === 0) return
    for (const { tradeId } of requests) this.#exiting.add(tradeId)
    this.#wanted.push(...requests)
    if (this.#wanted.length > requests.length) return
    let batch: readonly ExitRequest[] = []
    void this.#parts.exits
      .add('exit trades', async () => {
        if (batch.length === 0) batch = this.#wanted.splice(0)
        await this.#sendExits(batch)
      })
      .then((outcome) => {
        if (outcome === 'abandoned') for (const { tradeId } of batch) this.#exiting.delete(tradeId)
      })
  }

  /** A trade whose entry is still being filled is sold as far as it was bought; the rest of the entry is called back first. */
  async #sendExits(requests: readonly ExitRequest[]): Promise<void> {
    if (requests.length === 0) return
    const closing = new Set(requests.map(({ tradeId }) => tradeId))
    for (const { purpose, tradeId, clientOrderId } of this.#orders.values())
      if (purpose === 'ENTRY' && closing.has(tradeId)) this.#dispatch.cancel(clientOrderId, 'its trade is being closed')
    this.#closedMeanwhile.clear()
    const { exits, busy } = await this.#parts.books.submitExits(requests)
    this.#sendSubmitted(exits.filter(({ tradeId }) => !this.#closedMeanwhile.has(tradeId)))
    this.#withdraw(exits.filter(({ tradeId }) => this.#closedMeanwhile.has(tradeId)))
    this.#busy = [...this.#busy, ...requests.filter(({ tradeId }) => busy.includes(tradeId))]
    // A trade that needed none stays free for the next trigger, unless its exit is under way already.
    const submitted = new Set(exits.map(({ tradeId }) => tradeId))
    for (const tradeId of closing)
      if (!submitted.has(tradeId) && !busy.includes(tradeId) && !this.#liveExits.has(tradeId)) this.#exiting.delete(tradeId)
  }

  /** Asks again for the exits of trades that were being written, by a booking for one. */
  #exitBusy(): void {
    const requests = this.#busy
    this.#busy = []
    this.#exit(requests)
  }

  #sendSubmitted(exits: readonly ExitOrder[]): void {
    for (const exit of exits) {
      this.#track(exit)
      this.#dispatch.send(exit, false)
      failpoint('mid-square-off')
    }
  }

  async #requestedExits(): Promise<readonly ExitRequest[]> {
    const isFree = (tradeId: string) => !this.#exiting.has(tradeId) || this.#failed.isHandedOver(tradeId)
    const requested = (await this.#parts.books.requestedExits()).filter(({ tradeId }) => isFree(tradeId))
    for (const { tradeId } of requested) this.#failed.delete(tradeId)
    return requested.map((request) => ({ ...request, at: this.#now }))
  }

  /** Calls back the entries under way and, where it was asked for, closes the open trades that a kill switch stops. */
  #enforceKills(): void {
    if (this.#kills.length === 0) return
    for (const order of this.#orders.values())
      if (order.purpose === 'ENTRY' && this.#isKilled(order, false)) this.#dispatch.cancel(order.clientOrderId, 'stopped by a kill switch')
    const requests: ExitRequest[] = []
    for (const trade of this.#trades)
      if (!this.#exiting.has(trade.id) && this.#isKilled(trade, true))
        requests.push({ tradeId: trade.id, reason: 'EMERGENCY', at: this.#now })
    this.#exit(requests)
  }

  /** Whether a kill switch concerns it; `squaredOff`: one that also closes open trades. */
  #isKilled({ userId, strategyId }: Pick<Order, 'userId' | 'strategyId'>, squaredOff: boolean): boolean {
    return this.#kills.some(
      (kill) =>
        (kill.squareOff || !squaredOff) && (kill.scope === 'GLOBAL' || kill.scopeId === (kill.scope === 'USER' ? userId : strategyId)),
    )
  }

  /** Once a market second: a stop that trails moves with nearly every tick. */
  #keepStops(): void {
    this.#stopsKeptAt = this.#now
    const stops = this.#trades.takeRaisedStops()
    if (stops.length === 0) return
    void this.#parts.queue.add('keep stops', () => this.#parts.books.raiseStops(stops)).then(() => this.#exitBusy())
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
    for (const order of fresh) {
      if (order.status === 'INTENT' && !sendable.has(order.id)) {
        if (order.purpose === 'EXIT') this.#exiting.delete(order.tradeId)
        continue
      }
      this.#track(order)
      this.#dispatch.send(order, order.status !== 'INTENT')
      if (order.purpose === 'EXIT') failpoint('mid-square-off')
    }
  }

  async #book(updates: readonly OrderUpdate[]): Promise<void> {
    const { bookings, failedExits, strangers } = await this.#parts.books.book(updates)
    if (strangers.length > 0) this.#parts.log.error({ strangers }, 'the broker speaks of orders that are not in the books')
    for (const booking of bookings) this.#apply(booking)
    for (const failed of failedExits) {
      this.#parts.log.warn(failed, 'the exit of a trade has ended without selling it')
      this.#waitToRetry(failed)
    }
    this.#withdrawExits(bookings)
    this.#enforceKills()
    this.#exitBusy()
  }

  /**
   * A fill that came late may have sold what another exit was still to sell, or says it has sold. That one ends: it would keep its trade
   * from being sold, and be sent again at every start.
   */
  #withdrawExits(bookings: readonly Booking[]): void {
    const closed = new Set(bookings.flatMap(({ change, tradeId }) => (change === 'closed' ? tradeId : [])))
    const alarms = bookings.flatMap((booking) => booking.alarms)
    const oversold = new Set(alarms.flatMap(({ kind, clientOrderId }) => (kind === 'POSITION_ALREADY_CLOSED' ? clientOrderId : [])))
    if (closed.size + oversold.size === 0) return
    const left = [...this.#orders.values()].filter(
      ({ purpose, tradeId, clientOrderId }) => purpose === 'EXIT' && (closed.has(tradeId) || oversold.has(clientOrderId)),
    )
    for (const order of left) {
      this.#dispatch.cancel(order.clientOrderId, NOTHING_LEFT)
      this.#untrack(order)
    }
    this.#withdraw(left)
  }

  #withdraw(exits: readonly Order[]): void {
    if (exits.length === 0) return
    const { books, queue } = this.#parts
    const ids = exits.map(({ id }) => id)
    void queue.add('withdraw exits', async () => {
      await books.expire(ids, NOTHING_LEFT)
      // Memory may have been made anew from the books in between.
      for (const order of ids.flatMap((id) => this.#orders.get(id) ?? [])) this.#untrack(order)
    })
  }

  #waitToRetry(failed: TriedExit): void {
    if (!this.#trades.has(failed.tradeId)) return
    this.#failed.add(failed)
    this.#exiting.add(failed.tradeId)
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
    if (recalled && isOpen(trade) && !this.#exiting.has(trade.id))
      this.#exit([{ tradeId: trade.id, reason: 'OPPOSITE_SIGNAL', at: this.#now }])
  }

  #track(order: Order): void {
    if (this.#orders.has(order.id)) return
    this.#orders.set(order.id, order)
    if (order.purpose === 'EXIT') {
      this.#exiting.add(order.tradeId)
      this.#failed.delete(order.tradeId)
      this.#liveExits.set(order.tradeId, (this.#liveExits.get(order.tradeId) ?? 0) + 1)
    } else this.#parts.quotes.watch([order.contract])
  }

  /** An exit that ended without selling the whole trade leaves it free to be closed by the next trigger. */
  #untrack(order: Order): void {
    if (!this.#orders.delete(order.id)) return
    this.#dispatch.forget(order.clientOrderId)
    if (order.purpose === 'EXIT') {
      const others = (this.#liveExits.get(order.tradeId) ?? 1) - 1
      if (others > 0) this.#liveExits.set(order.tradeId, others)
      else {
        this.#liveExits.delete(order.tradeId)
        this.#exiting.delete(order.tradeId)
      }
    } else {
      this.#recalled.delete(order.tradeId)
      this.#parts.quotes.unwatch([order.contract])
    }
  }

  #keep(trade: OpenTrade): void {
    if (this.#trades.keep(trade)) this.#parts.quotes.watch([trade.contract])
  }

  #drop(trade: Trade): void {
    this.#exiting.delete(trade.id)
    this.#failed.delete(trade.id)
    this.#closedMeanwhile.add(trade.id)
    if (this.#trades.drop(trade)) this.#parts.quotes.unwatch([trade.contract])
  }
}
