import { pino } from 'pino'
import { createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { ok } from '../../../schema/errors.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { HeldLeases } from '../../cluster/heldPartitions.ts'
import { Lanes } from '../floor/Lanes.ts'
import { Store } from '../../store/Store.ts'
import { holdAllLeases } from '../../cluster/testing/holdAllLeases.ts'
import { createTestSubscription, type TestSubscription } from '../../store/testing/createTestSubscription.ts'
import { contractOf, quoteOf } from './contracts.ts'
import { DESK_WAITS } from './deskWaits.ts'
import { planOf, TERMS } from './legs.ts'
import type { TradeRecords } from '../floor/TradeRecords.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import { openingOrder } from '../positions/orderOfLegs.ts'
import { termsOf } from './positions.ts'
import { TradeDesk } from '../floor/TradeDesk.ts'

/** Ten in the morning of a trading day. For tests. */
export const NOW = istInstant('2026-07-01', 10 * 60)
/** Its session. */
export const SESSION = { open: istInstant('2026-07-01', 9 * 60 + 15), close: istInstant('2026-07-01', 15 * 60 + 30) }
/** The market of test desks. */
export const MARKET = 'test-market'
/** The one contract that test desks trade. */
export const CONTRACT = contractOf('NIFTY', 24_500, 'CE')

/** Trade desks on a database of a test file's own, with one subscription. For tests only. */
export class TestDesks {
  readonly database: TestDatabase
  /** Of all users. */
  readonly leases: HeldLeases
  readonly store: Store
  /** Milliseconds since the last quote of a contract came, by token; others are fresh. Null: none came. */
  readonly quoteAges = new Map<string, number>()
  subscription: TestSubscription

  private constructor(database: TestDatabase, leases: HeldLeases, store: Store, subscription: TestSubscription) {
    this.database = database
    this.leases = leases
    this.store = store
    this.subscription = subscription
  }

  /** `holding`: what the desks see of the leases. */
  static async open(holding = (leases: HeldLeases) => leases): Promise<TestDesks> {
    const database = await createTestDatabase()
    return TestDesks.openOn(database, await createTestSubscription(database.db), holding)
  }

  /** On an existing database; one of its subscriptions belongs to the desks. */
  static async openOn(
    database: TestDatabase,
    subscription: TestSubscription,
    holding = (leases: HeldLeases) => leases,
  ): Promise<TestDesks> {
    const leases = holding(await holdAllLeases(database.db))
    const rules = () => SHIPPED_MARKET_RULES
    const store = new Store({ databaseUrl: database.url, market: MARKET, leases, rules, allowLive: 'EVERYBODY' })
    return new TestDesks(database, leases, store, subscription)
  }

  async close(): Promise<void> {
    await this.store.close()
    await this.database.drop()
  }

  /** Empties the books. */
  async clear(): Promise<void> {
    const { db, owner } = this.database
    await owner.$executeRaw`TRUNCATE "Trade", "Leg", "Order", "Fill" CASCADE`
    await db.user.deleteMany()
    await db.signal.deleteMany()
    await db.killSwitch.deleteMany()
    this.subscription = await createTestSubscription(db)
  }

  /** A desk with a paper broker of its own, as after a start of the engine, that has seen a quote of the contract; null: none yet. */
  start(now: Instant, records: TradeRecords = this.store.trades, lastPrice: number | null = 100_00) {
    return this.startOn(new PaperBroker(() => SHIPPED_MARKET_RULES, now, 30 * SECOND), now, records, lastPrice)
  }

  /** The same with a given broker. */
  startOn<Broker extends PaperBroker>(
    broker: Broker,
    now: Instant,
    records: TradeRecords = this.store.trades,
    lastPrice: number | null = 100_00,
  ) {
    const log = pino({ level: 'silent' })
    const watched: OptionContract[] = []
    const lanes = new Lanes({ ping: () => this.store.ping(), log })
    const quotes = {
      watch: (contracts: readonly OptionContract[]) => void watched.push(...contracts),
      unwatch: (contracts: readonly OptionContract[]) => {
        for (const { token } of contracts)
          watched.splice(
            watched.findIndex((each) => each.token === token),
            1,
          )
      },
    }
    const rules = () => SHIPPED_MARKET_RULES
    const quoteAgeOf = (contract: OptionContract) => this.quoteAges.get(contract.token) ?? 0
    const desk = new TradeDesk(
      {
        ...DESK_WAITS,
        ...{ records, broker, rules, quotes, queue: lanes.queue, exits: lanes.exits, beside: lanes.beside, log },
        repriceAfter: () => 3 * SECOND,
        quoteAgeOf,
      },
      now,
    )
    lanes.reconcileBy(() => desk.reconcile())
    /** Resolves when everything started is done, including the broker's answers. */
    const settled = async () => {
      await lanes.close()
      await new Promise((resolve) => setImmediate(resolve))
      await lanes.close()
    }
    if (lastPrice !== null) desk.onTick(quoteOf(CONTRACT, now, lastPrice))
    /** A quote of a contract with so many units on either side, as the feed would bring it, and everything that follows from it. */
    const see = async (contract: OptionContract, time: Instant, lastPrice: number, depth = 650) => {
      const quote = { ...quoteOf(contract, time, lastPrice), bidQuantity: depth, askQuantity: depth }
      broker.onTick(quote)
      desk.onTick(quote)
      await settled()
    }
    return {
      ...{ desk, watched, settled, broker, lanes, see },
      /** The same of the one contract. */
      quote: (time: Instant, lastPrice: number, depth = 650) => see(CONTRACT, time, lastPrice, depth),
      async time(next: Instant, during = SESSION) {
        broker.onTime(next, 30 * SECOND)
        desk.onTime(next, during, SHIPPED_MARKET_RULES)
        await settled()
      },
    }
  }

  /** Commits an entry of the subscription, as a signal would. */
  async intendEntry({ now = NOW, quantity = 65, terms = TERMS } = {}) {
    const signals = [{ strategyId: this.subscription.strategyId, version: 1, side: 'LONG' as const }]
    const batch = { index: 'NIFTY' as const, interval: '1min' as const, candleTime: now - MINUTE, price: paise(24_510_00), signals }
    const plan = planOf({ contract: CONTRACT, quantity, terms, reserved: paise(7_000_00) })
    return (await this.store.decisions.decide(batch, now, () => ok(plan))).entries
  }

  /** Commits the entries of a position of the subscription, as a signal would. `contracts`: one per leg of the rule, in order. */
  async intendPosition(
    rule: PositionRule,
    contracts: readonly OptionContract[],
    { now = NOW, lots = 1, funds = 2_00_000_00, windowEndsAt = TERMS.windowEndsAt } = {},
  ) {
    const signals = [{ strategyId: this.subscription.strategyId, version: 1, side: 'NEUTRAL' as const }]
    const batch = { index: 'NIFTY' as const, interval: '1min' as const, candleTime: now - MINUTE, price: paise(24_510_00), signals }
    const legs = openingOrder(
      rule.legs.map(({ side, lots: ofRule }, leg) => {
        const contract = contracts[leg] ?? CONTRACT
        const quantity = ofRule * lots * contract.lotSize
        return {
          side,
          contract,
          quantity,
          premium: paise(100_00),
          reserved: paise(funds / rule.legs.length),
          terms: { ...termsOf(rule, leg, { lots, funds }), windowEndsAt },
        }
      }),
    )
    return (await this.store.decisions.decide(batch, now, () => ok({ legs, reserved: paise(funds), loss: null }))).entries
  }

  /** A desk with one open trade, bought at 100.00 rupees a second past ten. */
  async startWithTrade(records: TradeRecords = this.store.trades) {
    const engine = this.start(NOW, records)
    await this.openTrade(engine)
    return engine
  }

  /** Lets a desk buy the contract of `startWithTrade`. */
  async openTrade(engine: ReturnType<TestDesks['start']>): Promise<void> {
    engine.desk.submit(await this.intendEntry())
    await engine.settled()
    await engine.quote(NOW + SECOND, 99_95)
  }

  trades() {
    return this.database.db.trade.findMany()
  }

  legs() {
    return this.database.db.leg.findMany()
  }

  orders() {
    return this.database.db.order.findMany({ orderBy: { createdAt: 'asc' } })
  }
}
