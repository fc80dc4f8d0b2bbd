import { err, ok, type Result } from '../../../schema/errors.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { istDate, istDay, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { OptionInstrument } from '../market/Instrument.ts'
import { Agenda } from './Agenda.ts'
import { carryOver } from './carryOver.ts'
import type { ExchangeFaults } from './ExchangeFaults.ts'
import { vanishOrder } from './incidents.ts'
import type { Ledger } from './Ledger.ts'
import { matchLimit, opposite, touchesTrigger, type Match, type Touch } from './matchOrder.ts'
import { isFinal, type OrderSource, type OrderTerms, type SandboxOrder } from './Order.ts'
import { orderIdOf, uniqueIdOf } from './orderIds.ts'
import type { OrderMarket } from './OrderMarket.ts'
import { OrderChecks } from './OrderChecks.ts'
import { OrderRecords } from './OrderRecords.ts'
import { intradayClosings, squareOffLooks } from './squareOff.ts'

/** Market time between two steps of an order on its way to the exchange, or of a change on its way. */
export const STEP = 20

export type Amendment = Pick<OrderTerms, 'orderType' | 'price' | 'triggerPrice' | 'quantity'>

/**
 * Takes orders and matches them with the sandbox market. Everything is a function of market time, the calls, and the faults: rare and
 * frequent calls of `advance` give the same result. Events go to the ledger, from which the books are built.
 */
export class OrderExchange {
  readonly records: OrderRecords
  readonly checks: OrderChecks
  readonly #market: OrderMarket
  readonly #faults: ExchangeFaults
  readonly #agenda = new Agenda()
  #date: IsoDate
  #matchedUntil: Instant
  #closed = false
  /** Of the day, by token. */
  readonly #options = new Map<string, OptionInstrument>()

  /** Goes on with the orders that the ledger holds. */
  constructor(market: OrderMarket, ledger: Ledger, faults: ExchangeFaults, now: Instant) {
    this.#market = market
    this.#faults = faults
    this.records = new OrderRecords(ledger)
    this.checks = new OrderChecks(market, this.records.book, faults)
    this.#matchedUntil = now
    const day = ledger.entries.findLast((entry) => entry.kind === 'day')
    this.#date = day?.kind === 'day' ? day.date : istDate(now)
    if (!day) this.records.write({ kind: 'day', date: this.#date, carried: [] }, now)
    // Of a day that is over, what was on its way ends with it.
    const at = Math.min(now, SHIPPED_MARKET_RULES.sessionHours(this.#date).close)
    for (const order of this.records.book.live()) this.#resume(order, at)
  }

  /** Does what is due by a market time: orders go on their way, trade, expire; days end and begin. */
  advance(now: Instant): void {
    const { close } = SHIPPED_MARKET_RULES.sessionHours(this.#date)
    for (const { at, clientCode, text } of this.#squareOffLooks(Math.min(now, close - 1))) {
      this.#runUntil(at)
      this.#squareOff(clientCode, text, at)
    }
    this.#runUntil(Math.min(now, close))
    if (now >= close && !this.#closed) this.#closeDay(close)
    const { to: midnight } = istDay(close)
    // What comes after the close is still answered.
    this.#runUntil(Math.min(now, midnight - 1))
    if (now < midnight) return
    this.#date = istDate(now)
    this.#options.clear()
    this.#closed = false
    const { open } = SHIPPED_MARKET_RULES.sessionHours(this.#date)
    this.records.write(
      { kind: 'day', date: this.#date, carried: carryOver(this.records.book, this.#market, this.#date) },
      Math.min(open, now),
    )
    this.#matchedUntil = open - 1
    this.advance(now)
  }

  /** Takes an order. It is on its way then, no more: whether it is accepted shows later. */
  place(clientCode: string, terms: OrderTerms, via: OrderSource, now: Instant, hiddenFor = 0): SandboxOrder {
    const orderId = orderIdOf(this.#date, this.records.book.orderCount + 1)
    const order: SandboxOrder = {
      ...terms,
      ...{ orderId, uniqueOrderId: uniqueIdOf(clientCode, orderId), clientCode, via, status: 'put order req received', resting: null },
      ...{
        triggered: false,
        changes: 0,
        filled: 0,
        filledValue: 0,
        cancelled: 0,
        text: '',
        placedAt: now,
        updatedAt: now,
        exchangeAt: null,
      },
      ...{ visibleFrom: now + hiddenFor, vanished: false },
    }
    this.records.write({ kind: 'order', order }, now)
    if (via === 'api' && !this.#faults.instant(clientCode)) this.#agenda.add(now + STEP, (at) => this.#validate(orderId, at, STEP))
    else this.#validate(orderId, now, 0)
    return this.records.book.order(orderId)!
  }

  /** Sends a change of a resting order on its way, or says why it cannot be changed. */
  modify(orderId: string, change: Amendment, now: Instant): Result<SandboxOrder, string> {
    const order = this.records.book.order(orderId)
    if (!order || order.resting === null) return err(`Order is ${order?.status ?? 'unknown'} and cannot be modified`)
    const capped = this.#faults.changeCap(order.clientCode, order.changes)
    if (capped !== null) return err(capped)
    const delay = this.#faults.instant(order.clientCode) ? 0 : STEP
    const sent = this.records.change(order, { status: 'modify validation pending', changes: order.changes + 1, text: '' }, now)
    if (delay === 0) this.#amend(orderId, change, now)
    else {
      this.#agenda.add(now + delay, (at) =>
        this.#ifResting(orderId, (current) => this.records.change(current, { status: 'modify pending' }, at)),
      )
      this.#agenda.add(now + 2 * delay, (at) => this.#amend(orderId, change, at))
    }
    return ok(sent)
  }

  /** Sends a cancellation on its way; an order that is traded before it arrives stays traded. */
  cancel(orderId: string, now: Instant): Result<SandboxOrder, string> {
    const order = this.records.book.order(orderId)
    if (!order || isFinal(order)) return err(`Order is ${order?.status ?? 'unknown'} and cannot be cancelled`)
    const sent = this.records.change(order, { status: 'cancel pending' }, now)
    const arrive = (at: Instant) => {
      const current = this.records.book.order(orderId)!
      if (!isFinal(current)) this.records.end(current, 'cancelled', '', at)
    }
    if (this.#faults.instant(order.clientCode)) arrive(now)
    else this.#agenda.add(now + STEP, arrive)
    return ok(sent)
  }

  /** Lets the orders that rest in a contract trade with a quote, each with all of it. */
  quote(option: OptionInstrument, touch: Touch): void {
    const resting = this.records.book.live().filter(({ token, resting }) => token === option.token && resting !== null)
    for (const { orderId } of resting) this.#ifResting(orderId, (order) => this.#meet(order, option, touch, touch.at, true))
  }

  #runUntil(until: Instant): void {
    for (let task = this.#agenda.next(until); task; task = this.#agenda.next(until)) {
      this.#match(task.at)
      task.run(task.at)
    }
    this.#match(until)
  }

  #match(until: Instant): void {
    const after = this.#matchedUntil
    if (until <= after) return
    this.#matchedUntil = until
    const resting = this.records.book.live().filter((order) => order.resting !== null)
    if (resting.length === 0) return
    const options = new Map(resting.map((order) => [order.token, this.#option(order)]))
    const indices = [...new Set([...options.values()].map(({ index }) => index))]
    const ticks = indices.flatMap((index) => this.#market.ticks(index, after, until).map((tick) => ({ index, tick })))
    for (const { index, tick } of ticks.sort((a, b) => a.tick.at - b.tick.at)) {
      const touches = new Map<string, Touch>()
      for (const { orderId, token } of resting) {
        const option = options.get(token)!
        if (option.index !== index) continue
        const touch = touches.get(token) ?? this.#market.touch(option, tick)
        touches.set(token, touch)
        this.#ifResting(orderId, (order) => this.#meet(order, option, touch, tick.at, false))
      }
    }
  }

  #validate(orderId: string, at: Instant, delay: number): void {
    const order = this.records.book.order(orderId)!
    if (isFinal(order)) return
    this.#changeInTransit(order, 'validation pending', at)
    this.#later(at, delay, (then) => this.#decide(orderId, then, delay))
  }

  #decide(orderId: string, at: Instant, delay: number): void {
    const order = this.records.book.order(orderId)!
    if (isFinal(order)) return
    const reason =
      order.via === 'broker' ? null : (this.#faults.rejection(order.clientCode) ?? this.checks.rejection(order, this.#option(order), at))
    if (reason !== null) return this.records.end(order, 'rejected', reason, at)
    this.#changeInTransit(order, 'open pending', at)
    this.#later(at, delay, (then) => this.#enter(orderId, then))
  }

  #enter(orderId: string, at: Instant): void {
    const order = this.records.book.order(orderId)!
    if (isFinal(order)) return
    const option = this.#option(order)
    const resting = order.orderType === 'STOPLOSS_LIMIT' ? 'trigger pending' : 'open'
    const selfTrade = resting === 'open' ? this.checks.selfTrade(order) : null
    if (selfTrade !== null) return this.records.end(order, 'rejected', selfTrade, at)
    const status = order.status === 'cancel pending' ? order.status : resting
    const entered = this.records.change(order, { status, resting, exchangeAt: at }, at)
    const vanishAfter = resting === 'trigger pending' ? this.#faults.vanishAfter(order.clientCode) : null
    if (vanishAfter !== null) this.#agenda.add(at + vanishAfter, (then) => void vanishOrder(this.records, orderId, then))
    this.#meet(entered, option, this.#market.touchAt(option, at), at, true)
  }

  #amend(orderId: string, change: Amendment, at: Instant): void {
    this.#ifResting(orderId, (order) => {
      const wanted = { ...order, ...change }
      const tooFew = wanted.quantity <= order.filled ? `Quantity ${wanted.quantity} is not above the ${order.filled} that are traded` : null
      const reason = tooFew ?? this.#faults.changeRefusal(order.clientCode) ?? this.checks.rejection(wanted, this.#option(order), at, order)
      if (reason !== null) return void this.records.change(order, { status: 'not modified', text: reason }, at)
      const resting = change.orderType === 'STOPLOSS_LIMIT' && !order.triggered ? 'trigger pending' : 'open'
      const selfTrade = resting === 'open' ? this.checks.selfTrade(wanted) : null
      if (selfTrade !== null) return this.records.end(wanted, 'cancelled', selfTrade, at)
      const option = this.#option(order)
      const changed = this.records.change(order, { ...change, status: 'modified', resting }, at)
      this.#meet(changed, option, this.#market.touchAt(option, at), at, true)
    })
  }

  /** Lets an order trade with a book; a stop order only when its trigger is touched. */
  #meet(order: SandboxOrder, option: OptionInstrument, touch: Touch, at: Instant, arriving: boolean): void {
    // At the close the broker closes what is open even so.
    if (at < SHIPPED_MARKET_RULES.sessionHours(this.#date).close && this.#faults.halt(order.clientCode, option)) return
    let current = order
    if (order.resting === 'trigger pending') {
      if (!touchesTrigger(order, touch.last)) return
      const reason = this.checks.outsideBand(order.clientCode, order.price, option, at)
      if (reason !== null) return this.records.end(order, 'rejected', reason, at)
      const selfTrade = this.checks.selfTrade(order)
      if (selfTrade !== null) return this.records.end(order, 'cancelled', selfTrade, at)
      current = this.records.change(order, { status: 'open', resting: 'open', triggered: true }, at)
    }
    const triggeredNow = current !== order
    for (const match of this.#matches(current, touch, arriving || triggeredNow)) current = this.records.trade(current, match, at)
  }

  #matches(order: SandboxOrder, touch: Touch, arriving: boolean): Match[] {
    const left = order.quantity - order.filled
    const best = opposite(order.side, touch.depth)[0]?.price
    if (order.orderType === 'MARKET') return [{ units: left, price: best ?? touch.last }]
    const within = best !== undefined && (order.side === 'BUY' ? best <= order.price : best >= order.price)
    if (this.#faults.instant(order.clientCode)) return within ? [{ units: left, price: best }] : []
    if (!within) return []
    const share = this.#faults.partialShare(order.clientCode)
    const { lot } = this.#option(order)
    const units = share === null ? left : Math.min(left, Math.max(lot, Math.floor((left * share) / lot) * lot))
    return matchLimit(order.side, order.price, units, touch, arriving)
  }

  #closeDay(close: Instant): void {
    this.#closed = true
    this.#agenda.clear()
    for (const order of this.records.book.live()) this.records.end(order, 'cancelled', 'Order expired at the close', close)
    for (const clientCode of this.records.book.clientCodes) this.#squareOff(clientCode, '', close)
  }

  /** The broker closes a client's intraday positions, and cancels what waits in them first. */
  #squareOff(clientCode: string, text: string, at: Instant): void {
    for (const { waiting, terms } of intradayClosings(this.records.book, clientCode)) {
      for (const order of waiting) this.records.end(order, 'cancelled', text, at)
      this.place(clientCode, terms, 'broker', at)
    }
  }

  /** When the broker looks for intraday positions to close up to a moment, in order of time. */
  #squareOffLooks(until: Instant): { readonly at: Instant; readonly clientCode: string; readonly text: string }[] {
    const looks = this.records.book.clientCodes.flatMap((clientCode) => {
      const squareOff = this.#faults.squareOff(clientCode)
      if (!squareOff) return []
      return squareOffLooks(squareOff, this.#matchedUntil, until).map((at) => ({ at, clientCode, text: squareOff.text }))
    })
    return looks.sort((a, b) => a.at - b.at)
  }

  /** After a restart: what was on its way is sent again, and a change that had not arrived is lost. */
  #resume(order: SandboxOrder, now: Instant): void {
    if (order.status === 'cancel pending') this.records.end(order, 'cancelled', '', now)
    else if (order.resting === null) this.#agenda.add(now + STEP, (at) => this.#validate(order.orderId, at, STEP))
    else if (order.status !== order.resting) this.records.change(order, { status: order.resting }, now)
  }

  #later(at: Instant, delay: number, run: (at: Instant) => void): void {
    if (delay === 0) run(at)
    else this.#agenda.add(at + delay, run)
  }

  #ifResting(orderId: string, act: (order: SandboxOrder) => unknown): void {
    const order = this.records.book.order(orderId)
    if (order && order.resting !== null) act(order)
  }

  /** A cancellation that is on its way stays the news. */
  #changeInTransit(order: SandboxOrder, status: SandboxOrder['status'], at: Instant): void {
    if (order.status !== 'cancel pending') this.records.change(order, { status }, at)
  }

  /** Looked up once a day: every match asks for that of every order. */
  #option({ exchange, token }: Pick<OrderTerms, 'exchange' | 'token'>): OptionInstrument {
    const option = this.#options.get(token) ?? this.#market.option(exchange, token, this.#date)
    if (!option) throw new Error(`${exchange} ${token} is not traded on ${this.#date}`)
    this.#options.set(token, option)
    return option
  }
}
