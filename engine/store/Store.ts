import { publish } from '../../prisma/bus.ts'
import { openDatabase, type Database } from '../../prisma/client.ts'
import { CurrentMarketRules } from '../../prisma/CurrentMarketRules.ts'
import type { PriceTuple } from '../../schema/events.ts'
import type { Candle } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { Instant } from '../../schema/time.ts'
import type { OrderUpdate } from '../broker/port.ts'
import type { StoredStrategy } from '../trading/ActiveStrategies.ts'
import type { Candidate } from '../trading/assess.ts'
import { bookUpdates, type Booking } from '../trading/bookUpdates.ts'
import type { ClosedCandle } from '../trading/CandleIntake.ts'
import type { EntryOrder, ExitOrder, Order, SignalSide } from '../trading/orders.ts'
import type { Decision, SignalBatch, SignalBooks } from '../trading/SignalDesk.ts'
import type { ExitRequest, TradeBooks } from '../trading/TradeDesk.ts'
import type { OpenTrade } from '../trading/trades.ts'
import { lockBookables } from './bookables.ts'
import { candidatesOf } from './candidates.ts'
import { insertCandles, newestCandles } from './candles.ts'
import { insertDenials, type NewDenial } from './denials.ts'
import { saveEngineState, type EngineState } from './engineState.ts'
import { expireOrders, findOpenOrders, insertEntries, insertExits, markSubmitted, saveBookings, type NewEntry } from './orders.ts'
import { insertSignals } from './signals.ts'
import { subscribedStrategies } from './strategies.ts'
import { closeForeignTrades, closeTrades, findOpenTrades, insertTrades } from './trades.ts'

/** The engine's database: every method is one transaction, and its events leave with the commit or not at all. */
export class Store implements TradeBooks, SignalBooks {
  readonly #db: Database
  readonly #market: string

  /** `market`: the broker port's marketId, whose candles, signals and trades these are. */
  constructor(url: string, market: string) {
    this.#db = openDatabase(url)
    this.#market = market
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
  }

  /** Rejects when the database does not answer or cannot be written to. */
  async ping(): Promise<void> {
    await this.#db.$executeRaw`UPDATE "EngineState" SET "heartbeatAt" = "heartbeatAt"`
  }

  /** The rules in force now; refresh them on `market.rulesChanged`. Rejects, naming row and column, when the tables are damaged. */
  async marketRules(): Promise<CurrentMarketRules> {
    return CurrentMarketRules.load(this.#db)
  }

  /** Stores the candles that are not there yet. Of the new ones those that start at `tellFrom` or later are told one by one. */
  async saveCandles(candles: readonly ClosedCandle[], tellFrom: Instant): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      const inserted = await insertCandles(tx, this.#market, candles)
      await publish(tx, ...inserted.filter(({ time }) => time >= tellFrom).map((candle) => ({ type: 'candle.closed' as const, ...candle })))
    })
  }

  async newestCandles(symbol: IndexSymbol, limit: number): Promise<Candle[]> {
    return newestCandles(this.#db, this.#market, symbol, limit)
  }

  async subscribedStrategies(): Promise<StoredStrategy[]> {
    return subscribedStrategies(this.#db)
  }

  async decide(batch: SignalBatch, now: Instant, decide: (side: SignalSide, candidate: Candidate) => Decision): Promise<Decided> {
    return this.#db.$transaction(async (tx) => {
      const signals = new Map((await insertSignals(tx, this.#market, batch)).map((signal) => [signal.strategyId, signal]))
      const entries: NewEntry[] = []
      const denials: NewDenial[] = []
      for (const candidate of await candidatesOf(tx, this.#market, [...signals.keys()], batch.index, now)) {
        const signal = signals.get(candidate.strategyId)
        if (!signal) continue
        const decision = decide(signal.side, candidate)
        const { subscriptionId, userId } = candidate
        if (decision.kind === 'enter') entries.push({ signalId: signal.id, subscriptionId, userId, plan: decision.plan })
        else denials.push({ signalId: signal.id, subscriptionId, userId, denial: decision.denial })
      }
      const denied = await insertDenials(tx, denials)
      await publish(tx, ...denied.map(({ id, userId }) => ({ type: 'signal.denied' as const, denialId: id, userId })))
      return { entries: await insertEntries(tx, entries, now), denied: denials.length }
    })
  }

  async openTrades(): Promise<OpenTrade[]> {
    return findOpenTrades(this.#db)
  }

  async openOrders(): Promise<Order[]> {
    return findOpenOrders(this.#db)
  }

  async markSubmitted(orderIds: readonly string[]): Promise<string[]> {
    return markSubmitted(this.#db, orderIds)
  }

  async expire(orderIds: readonly string[]): Promise<void> {
    await expireOrders(this.#db, { id: { in: [...orderIds] } })
  }

  async intendExits(requests: readonly ExitRequest[]): Promise<ExitOrder[]> {
    return this.#db.$transaction((tx) => insertExits(tx, requests))
  }

  async book(updates: readonly OrderUpdate[]): Promise<{ bookings: Booking[]; strangers: string[] }> {
    const byOrder = new Map<string, OrderUpdate[]>()
    for (const update of updates) byOrder.set(update.clientOrderId, [...(byOrder.get(update.clientOrderId) ?? []), update])
    return this.#db.$transaction(async (tx) => {
      const { byClientOrderId, knownFills } = await lockBookables(tx, [...byOrder.keys()])
      const bookings: Booking[] = []
      for (const [clientOrderId, ofOrder] of byOrder) {
        const bookable = byClientOrderId.get(clientOrderId)
        if (bookable) bookings.push(bookUpdates(bookable, ofOrder, knownFills))
      }
      const opened = bookings.flatMap((booking) => booking.opened ?? [])
      const closed = bookings.flatMap((booking) => booking.closed ?? [])
      await saveBookings(tx, bookings)
      await insertTrades(tx, opened)
      await closeTrades(tx, closed)
      await publish(tx, ...opened.map(({ id, userId }) => ({ type: 'trade.opened' as const, tradeId: id, userId })))
      await publish(tx, ...closed.map(({ id, userId }) => ({ type: 'trade.closed' as const, tradeId: id, userId })))
      return { bookings, strangers: [...byOrder.keys()].filter((id) => !byClientOrderId.has(id)) }
    })
  }

  async closeForeign(): Promise<{ trades: number; orders: number }> {
    return this.#db.$transaction(async (tx) => {
      const closed = await closeForeignTrades(tx, this.#market)
      const orders =
        (await expireOrders(tx, { purpose: 'ENTRY', signal: { market: { not: this.#market } } })) +
        (await expireOrders(tx, { purpose: 'EXIT', tradeId: { in: closed.map(({ id }) => id) } }))
      await publish(tx, ...closed.map(({ id, userId }) => ({ type: 'trade.closed' as const, tradeId: id, userId })))
      return { trades: closed.length, orders }
    })
  }

  /** Writes the engine's state; `changed` also tells that the market's clock or feed is not what it was. */
  async saveEngineState(state: EngineState, changed: boolean): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      await saveEngineState(tx, state)
      if (changed) await publish(tx, { type: 'market.changed' })
    })
  }

  /** Tells prices: they have no row. */
  async tellPrices(prices: readonly PriceTuple[]): Promise<void> {
    await publish(this.#db, { type: 'prices.moved', prices })
  }
}

interface Decided {
  readonly entries: readonly EntryOrder[]
  readonly denied: number
}
