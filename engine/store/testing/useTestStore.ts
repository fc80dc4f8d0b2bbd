import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { addStrategyVersion } from '../../../prisma/addStrategyVersion.ts'
import { listen } from '../../../prisma/bus/listen.ts'
import type { BusSubscription } from '../../../prisma/bus/port.ts'
import { publish } from '../../../prisma/bus/publish.ts'
import type { StrategyTerms } from '../../../prisma/createStrategy.ts'
import type { KillOrder } from '../../../prisma/killSwitches.ts'
import { createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { openLiveGates } from '../../../prisma/testing/openLiveGates.ts'
import { ok } from '../../../schema/errors.ts'
import type { SakhaEvent } from '../../../schema/events/SakhaEvent.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, type Instant } from '../../../schema/time.ts'
import type { OrderUpdate } from '../../broker/port.ts'
import type { EntryOrder, EntryTerms, ExitOrder } from '../../trading/orders/orders.ts'
import type { SignalBatch } from '../../trading/signals/SignalDesk.ts'
import type { Judge } from '../../trading/signals/takeSignals.ts'
import { contractOf } from '../../trading/testing/contracts.ts'
import { planOf } from '../../trading/testing/legs.ts'
import { isOpen, type OpenLeg } from '../../trading/positions/legs.ts'
import type { HeldLeases } from '../../cluster/heldPartitions.ts'
import { Store } from '../Store.ts'
import { holdAllLeases } from '../../cluster/testing/holdAllLeases.ts'
import { createTestSubscription, STRATEGY_TERMS, type TestSubscription } from './createTestSubscription.ts'

export const MARKET = 'test-market'
export const NOW = istInstant('2026-07-01', 10 * 60)
export const CONTRACT = contractOf('NIFTY', 24_500, 'CE')
export const TERMS: EntryTerms = {
  takeProfit: { unit: 'PERCENT', value: 18 },
  stopLoss: { unit: 'PERCENT', value: 12 },
  trailingStopPercent: null,
  position: null,
  windowEndsAt: istInstant('2026-07-01', 15 * 60 + 10),
}

/** Accepts every signal with a number of lots, and reserves 6,900 rupees for each. For tests. */
export function lots(count: number): Judge {
  return () => ok(planOf({ contract: CONTRACT, quantity: count * CONTRACT.lotSize, terms: TERMS, reserved: paise(count * 6_900_00) }))
}
export const enter = lots(1)

/** A fill of an order, one lot by default; the price in paise. For tests. */
export function filled(clientOrderId: string, price: number, at: Instant, quantity = 65, fillId = `${clientOrderId}-1`): OrderUpdate {
  return { type: 'filled', clientOrderId, at, fillId, quantity, price: paise(price) }
}

/** A store on its own database that owns all users, with one fresh subscription to one strategy per test. For tests only. */
export class TestStore {
  readonly #database: TestDatabase
  readonly #bus: BusSubscription
  readonly leases: HeldLeases
  readonly store: Store
  /** Events since the test began. */
  readonly events: SakhaEvent[]
  subscription: TestSubscription

  private constructor(
    database: TestDatabase,
    leases: HeldLeases,
    bus: BusSubscription,
    events: SakhaEvent[],
    subscription: TestSubscription,
  ) {
    this.#database = database
    this.#bus = bus
    this.leases = leases
    this.events = events
    this.subscription = subscription
    this.store = this.storeOf(MARKET)
  }

  static async open(): Promise<TestStore> {
    const database = await createTestDatabase()
    const events: SakhaEvent[] = []
    const bus = await listen(
      database.url,
      (event) => events.push(event),
      () => undefined,
    )
    return new TestStore(database, await holdAllLeases(database.db), bus, events, await createTestSubscription(database.db))
  }

  get db() {
    return this.#database.db
  }

  /** For what the product's role may not do: see TestDatabase. */
  get owner() {
    return this.#database.owner
  }

  get url(): string {
    return this.#database.url
  }

  async reset(): Promise<void> {
    await this.owner.$executeRaw`TRUNCATE "Trade", "Leg", "Order", "Fill" CASCADE`
    await this.db.user.deleteMany()
    await this.db.signal.deleteMany()
    await this.db.strategy.deleteMany()
    await this.db.killSwitch.deleteMany()
    this.subscription = await createTestSubscription(this.db)
    // Events of the test before are published before this.
    await publish(this.db, { type: 'market.rulesChanged' })
    await vi.waitUntil(() => this.events.at(-1)?.type === 'market.rulesChanged', { timeout: 10_000, interval: 5 })
    this.events.length = 0
  }

  async close(): Promise<void> {
    await this.#bus.close()
    await this.store.close()
    await this.#database.drop()
  }

  /** Gives the subscription's strategy a second version, and moves the subscription to it. */
  async moveToTerms(terms: Partial<StrategyTerms>): Promise<void> {
    const { strategyId, subscriptionId: id } = this.subscription
    const version = await addStrategyVersion(this.db, strategyId, { ...STRATEGY_TERMS, ...terms }, { changes: [], createdBy: null })
    await this.db.subscription.update({ where: { id }, data: { version } })
  }

  /** Another store on the same database. Everybody may trade live there. */
  storeOf(market: string, leases = this.leases, databaseUrl = this.url): Store {
    return new Store({ databaseUrl, market, leases, rules: () => SHIPPED_MARKET_RULES, allowLive: 'EVERYBODY' })
  }

  /** LONG of the subscription's strategy. */
  batchAt(candleTime: Instant, more: Partial<SignalBatch> = {}): SignalBatch {
    const signals = [{ strategyId: this.subscription.strategyId, version: 1, side: 'LONG' as const }]
    return { index: 'NIFTY', interval: '1min', candleTime, price: paise(24_510_00), signals, ...more }
  }

  async enterOnce(candleTime = NOW - MINUTE, judge = enter): Promise<EntryOrder> {
    const { entries } = await this.store.decisions.decide(this.batchAt(candleTime), NOW, judge)
    const [entry] = entries
    if (!entry) throw new Error('no entry was made')
    return entry
  }

  /** The only leg of a trade once its entry is fully filled. */
  async openTrade(price = 100_00, judge = enter, at = NOW): Promise<OpenLeg> {
    const entry = await this.enterOnce(at - MINUTE, judge)
    await this.store.trades.markSubmitted([entry.id])
    const { legUpdates } = await this.store.trades.book([
      { type: 'accepted', clientOrderId: entry.clientOrderId, at: NOW },
      filled(entry.clientOrderId, price, NOW + 400, entry.quantity),
    ])
    const opened = legUpdates[0]?.leg
    if (!opened || !isOpen(opened)) throw new Error('no trade was opened')
    return opened
  }

  async sendExit(leg: OpenLeg, reason: ExitOrder['exitReason'] = 'TARGET', at = NOW + MINUTE): Promise<ExitOrder> {
    const { exits } = await this.store.trades.submitExits([{ legId: leg.id, reason, at }])
    const [exit] = exits
    if (!exit) throw new Error('no exit was submitted')
    return exit
  }

  /** Switches the subscription to live and confirms it, as it is. */
  async tradeLive(): Promise<void> {
    const { userId, subscriptionId: id } = this.subscription
    await openLiveGates(this.db, userId)
    const { version, lots } = await this.db.subscription.findUniqueOrThrow({ where: { id } })
    const confirmed = { confirmedAt: new Date(), confirmedVersion: version, confirmedLots: lots ?? 1 }
    await this.db.subscription.update({ where: { id }, data: { mode: 'LIVE', ...confirmed } })
  }

  killOf(scope: KillOrder['scope']): KillOrder {
    const order = { squareOff: false, reason: 'of a test', by: 'of a test' }
    if (scope === 'GLOBAL') return { ...order, scope, scopeId: null }
    return { ...order, scope, scopeId: scope === 'USER' ? this.subscription.userId : this.subscription.strategyId }
  }

  order(id: string) {
    return this.db.order.findUniqueOrThrow({ where: { id } })
  }

  user() {
    return this.db.user.findUniqueOrThrow({ where: { id: this.subscription.userId } })
  }
}

/** Gives a test file its store: opened before its tests, reset before each, closed after them. */
export function useTestStore(): () => TestStore {
  let testStore: TestStore | undefined
  beforeAll(async () => {
    testStore = await TestStore.open()
  })
  beforeEach(() => testStore?.reset())
  afterAll(() => testStore?.close())
  return () => {
    if (!testStore) throw new Error('the test store is not open yet')
    return testStore
  }
}
