import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { OrderCallLog } from '../../../engine/broker/OrderCallLog.ts'
import { SmartApiBroker } from '../../../engine/broker/smartapi/SmartApiBroker.ts'
import type { LiveAccount } from '../../../engine/broker/smartapi/orders/LiveAccount.ts'
import { SmartApiExecution } from '../../../engine/broker/smartapi/orders/SmartApiExecution.ts'
import type { AccountKey, BrokerFill, MayLeave, OptionContract, OrderRequest, Placement, Tick } from '../../../engine/broker/port.ts'
import { holdAllLeases } from '../../../engine/cluster/testing/holdAllLeases.ts'
import { Store } from '../../../engine/store/Store.ts'
import { Lanes } from '../../../engine/trading/floor/Lanes.ts'
import { TradeDesk } from '../../../engine/trading/floor/TradeDesk.ts'
import type { EntryTerms, Order } from '../../../engine/trading/orders/orders.ts'
import { DESK_WAITS } from '../../../engine/trading/testing/deskWaits.ts'
import { LiveExitQuotes } from '../../../engine/trading/orders/LiveExitQuotes.ts'
import { planOf } from '../../../engine/trading/testing/legs.ts'
import type { Database } from '../../../prisma/client.ts'
import type { OrderCallKind } from '../../../schema/trading/orderBudget.ts'
import { ok } from '../../../schema/errors.ts'
import { marketTimeAt, type MarketClock } from '../../../schema/market/MarketClock.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import type { BenchSandbox } from './withSandbox.ts'

/** As often as the engine's clock beats. */
const BEAT_MS = 100
const rules = () => SHIPPED_MARKET_RULES

/** Of the last price: where entries rest. */
const BELOW = 0.8

/** Premiums that ten lakh buy hundreds of lots at, in paise. */
const CHEAP = { from: 5_00, to: 60_00 }

export interface LiveEngineParts {
  readonly db: Database
  readonly databaseUrl: string
  readonly sandbox: BenchSandbox
  /** A live subscriber of `strategyId` for each of the sandbox's accounts. */
  readonly userIds: readonly string[]
  readonly strategyId: string
}

/** When what happened to each order, by client order id; performance.now(). */
export interface Times {
  readonly sent: Map<string, number>
  /** The broker's answer to the order. */
  readonly acked: Map<string, number>
  /** That answer in the books. */
  readonly ackBooked: Map<string, number>
  /** The first news of a fill. */
  readonly filled: Map<string, number>
  readonly fillBooked: Map<string, number>
  /** Every call on orders that was sent. */
  readonly calls: { readonly kind: OrderCallKind; readonly at: number }[]
}

/** What of an engine trades live, against a sandbox and a database: desk, books, the broker's adapter and its feed, and their times. */
export class LiveEngine {
  readonly times: Times = { sent: new Map(), acked: new Map(), ackBooked: new Map(), filled: new Map(), fillBooked: new Map(), calls: [] }
  readonly store: Store
  readonly desk: TradeDesk
  readonly lanes: Lanes
  readonly #parts: LiveEngineParts
  readonly #market: SmartApiBroker
  readonly #execution: SmartApiExecution
  readonly #clock: MarketClock
  readonly #quotes = new Map<string, Tick>()
  readonly #beat: NodeJS.Timeout
  readonly #orderCalls: OrderCallLog
  readonly #told: ReadonlyMap<string, number>
  #decided = 0

  private constructor(
    parts: LiveEngineParts,
    market: SmartApiBroker,
    clock: MarketClock,
    store: Store,
    execution: SmartApiExecution,
    orderCalls: OrderCallLog,
    told: ReadonlyMap<string, number>,
  ) {
    const log = pino({ level: 'silent' })
    this.#parts = parts
    this.#market = market
    this.#clock = clock
    this.store = store
    this.#execution = execution
    this.#orderCalls = orderCalls
    this.#told = told
    const lanes = new Lanes({ ping: () => store.ping(), log })
    this.lanes = lanes
    const quotes = { watch: () => undefined, unwatch: () => undefined }
    this.desk = new TradeDesk(
      {
        ...DESK_WAITS,
        entryLife: () => 10 * MINUTE,
        repriceAfter: () => 3 * SECOND,
        records: store.trades,
        broker: execution,
        rules,
        quotes,
        exitQuotes: new LiveExitQuotes({ fetch: (keys) => market.quotes(keys), log }, this.now()),
        queue: lanes.queue,
        exits: lanes.exits,
        beside: lanes.beside,
        log,
      },
      this.now(),
    )
    lanes.reconcileBy(() => this.desk.reconcile())
    market.feed.onTick((tick) => {
      this.#quotes.set(tick.token, tick)
      this.desk.onTick(tick)
    })
    const session = SHIPPED_MARKET_RULES.sessionHours(istDate(this.now()))
    this.#beat = setInterval(() => this.desk.onTime(this.now(), session, SHIPPED_MARKET_RULES), BEAT_MS)
  }

  static async open(parts: LiveEngineParts): Promise<LiveEngine> {
    const { db, databaseUrl, sandbox, userIds } = parts
    const log = pino({ level: 'silent' })
    const market = new SmartApiBroker(sandbox.market, sandbox.market, Date.now, log)
    await market.connect()
    const clock = await market.clock()
    const now = () => marketTimeAt(clock, Date.now())
    const leases = await holdAllLeases(db)
    const times: Times[] = []
    const told = new Map<string, number>()
    const store = new Store({ databaseUrl, market: market.marketId, leases, rules, allowLive: 'EVERYBODY' })
    const { trades } = store
    const [book, keepTaken] = [trades.book.bind(trades), trades.keepTaken.bind(trades)]
    trades.book = async (updates) => {
      const booked = await book(updates)
      const at = performance.now()
      for (const { type, clientOrderId } of updates) if (type === 'filled') keep(times[0]?.fillBooked, clientOrderId, at)
      return booked
    }
    trades.keepTaken = async (updates) => {
      const busy = await keepTaken(updates)
      const at = performance.now()
      for (const { clientOrderId } of updates) if (!busy.includes(clientOrderId)) keep(times[0]?.ackBooked, clientOrderId, at)
      return busy
    }
    const orderCalls = new OrderCallLog({
      save: (calls) => store.saveOrderCalls(calls),
      read: (userId, since) => store.orderCallsSince(userId, since),
      ...{ now: Date.now, log },
    })
    const accounts = new Map<string, LiveAccount>(
      userIds.flatMap((userId, i) => {
        const account = sandbox.accounts[i]
        return account ? [[userId, account] as const] : []
      }),
    )
    const execution = new (class extends SmartApiExecution {
      override async place(order: OrderRequest, mayLeave?: MayLeave): Promise<Placement> {
        keep(times[0]?.sent, order.clientOrderId, performance.now())
        const placement = await super.place(order, mayLeave)
        if (placement.kind === 'accepted') keep(times[0]?.acked, order.clientOrderId, performance.now())
        return placement
      }

      override async fills(account: AccountKey): Promise<readonly BrokerFill[]> {
        const fills = await super.fills(account)
        told.set(account.userId, (told.get(account.userId) ?? 0) + 1)
        return fills
      }
    })({
      ...{ market: sandbox.market, limitFactor: 1, now, log },
      orderCalls: {
        add: (userId, kind) => {
          times[0]?.calls.push({ kind, at: performance.now() })
          orderCalls.add(userId, kind)
        },
        agesOf: (userId) => orderCalls.agesOf(userId),
      },
      accountOf: (userId) => accounts.get(userId) ?? null,
    })
    const engine = new LiveEngine(parts, market, clock, store, execution, orderCalls, told)
    times.push(engine.times)
    execution.onUpdate(({ type, clientOrderId }) => {
      if (type === 'filled') keep(engine.times.filled, clientOrderId, performance.now())
    })
    return engine
  }

  /** Market time. */
  now(): Instant {
    return marketTimeAt(this.#clock, Date.now())
  }

  quoteOf({ token }: OptionContract): Tick {
    const quote = this.#quotes.get(token)
    if (!quote) throw new Error(`no quote of ${token}`)
    return quote
  }

  /** Contracts with a cheap premium and both sides quoted, watched from now on. */
  async cheapContracts(count: number): Promise<OptionContract[]> {
    const listed = await this.#market.contracts()
    const expiry = listed
      .filter(({ index }) => index === 'NIFTY')
      .map((each) => each.expiry)
      .sort()[0]
    const nearest = listed.filter((each) => each.index === 'NIFTY' && each.expiry === expiry)
    this.#market.feed.subscribe(nearest, 'snap')
    for (let tries = 0; ; tries++) {
      const cheap = nearest.filter(({ token }) => {
        const quote = this.#quotes.get(token)
        return quote && quote.lastPrice >= CHEAP.from && quote.lastPrice <= CHEAP.to && quote.bid !== null && quote.ask !== null
      })
      if (cheap.length >= count) {
        const chosen = cheap.slice(0, count)
        const kept = new Set(chosen.map(({ token }) => token))
        this.#market.feed.unsubscribe(nearest.filter(({ token }) => !kept.has(token)))
        return chosen
      }
      if (tries > 1_000) throw new Error(`${cheap.length} of ${count} contracts are quoted`)
      await sleep(100)
    }
  }

  /** A signal that all subscribers take: an entry of a lot for each of them is in the books, and not sent yet. */
  async decide(contractOf: (subscriber: number) => OptionContract, terms: EntryTerms): Promise<readonly Order[]> {
    const now = this.now()
    const candleTime = now - (now % MINUTE) - ++this.#decided * MINUTE
    const signals = [{ strategyId: this.#parts.strategyId, version: 1, side: 'LONG' as const }]
    const batch = { index: 'NIFTY' as const, interval: '1min' as const, candleTime, price: paise(24_500_00), signals }
    let asked = 0
    const { entries } = await this.store.decisions.decide(batch, now, () => {
      const contract = contractOf(asked++)
      return ok(planOf({ contract, quantity: contract.lotSize, terms, reserved: paise(10_000_00) }))
    })
    return entries
  }

  /** Sends entries of one contract that its price does not reach: they rest at the broker. The contract is not quoted from now on. */
  sendBelowMarket(entries: readonly Order[]): void {
    const [first] = entries
    if (!first) return
    const { contract } = first
    this.#market.feed.unsubscribe([contract])
    const quote = this.quoteOf(contract)
    const price = paise(Math.round((quote.lastPrice * BELOW) / contract.tick) * contract.tick)
    this.desk.onTick({ ...quote, at: this.now(), lastPrice: price, bid: price, ask: price })
    this.desk.submit(entries)
  }

  /** Users whose orders and fills the broker has reported to both readers after a start: the one for orders, the one for stops. */
  get reconciled(): number {
    return [...this.#told.values()].filter((times) => times >= 2).length
  }

  async close(): Promise<void> {
    clearInterval(this.#beat)
    await this.lanes.close()
    this.#execution.close()
    await this.#market.close()
    await this.#orderCalls.close()
    await this.store.close()
  }
}

/** The first time counts. */
function keep(times: Map<string, number> | undefined, id: string, at: number): void {
  if (times && !times.has(id)) times.set(id, at)
}

/** Live subscriptions for the users of a strategy, and all that live trading waits for. */
export async function goLive(db: Database, strategyId: string): Promise<string[]> {
  const subscriptions = await db.subscription.findMany({ where: { strategyId }, select: { userId: true } })
  const confirmed = { mode: 'LIVE', confirmedAt: new Date(), confirmedVersion: 1, confirmedLots: 1 } as const
  await db.subscription.updateMany({ where: { strategyId }, data: confirmed })
  return subscriptions.map(({ userId }) => userId)
}
