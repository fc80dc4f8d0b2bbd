import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openLiveGates } from '../../../prisma/testing/openLiveGates.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { SECOND } from '../../../schema/time.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import { BrokerError, type BrokerFill, type BrokerOrder, type OrderRequest, type Placement } from '../../broker/port.ts'
import { PRODUCT } from '../orders/orders.ts'
import { CONTRACT, NOW, TestDesks } from '../testing/TestDesks.ts'

/** A broker whose books outlive the engine. It fills entries, whose answers are lost, at once, and takes everything else. */
class ReadBroker extends PaperBroker {
  readonly sent: OrderRequest[] = []
  readonly reads: string[] = []
  isSignedOut = false
  refuses = false

  override remembers(): boolean {
    return true
  }

  override funds() {
    return Promise.resolve({ available: paise(1_00_000_00), blocked: paise(0) })
  }

  override place(order: OrderRequest): Promise<Placement> {
    if (this.refuses) return Promise.resolve({ kind: 'refused', code: null, message: 'RMS: no' })
    this.sent.push(order)
    if (order.purpose === 'ENTRY') return Promise.resolve({ kind: 'unknown', reason: 'no answer', doubt: 'unanswered' })
    return Promise.resolve({ kind: 'accepted', brokerOrderId: order.clientOrderId })
  }

  override orders() {
    return this.#read('orders', () =>
      this.sent.map((order): BrokerOrder => {
        const isEntry = order.purpose === 'ENTRY'
        const state = isEntry ? 'FILLED' : 'TRIGGER_PENDING'
        const ids = { brokerOrderId: order.clientOrderId, exchangeOrderId: null, reason: null }
        return { ...order, ...ids, filledQuantity: isEntry ? order.quantity : 0, state }
      }),
    )
  }

  override positions() {
    return this.#read('positions', () =>
      this.#filled().map(({ quantity }) => ({ contract: CONTRACT, product: PRODUCT, netQuantity: quantity })),
    )
  }

  override fills() {
    return this.#read('fills', () =>
      this.#filled().map((order): BrokerFill => ({ ...order, fillId: order.clientOrderId, price: paise(100_00), at: NOW })),
    )
  }

  #filled() {
    return this.sent.filter(({ purpose }) => purpose === 'ENTRY')
  }

  #read<Book>(name: string, book: () => Book): Promise<Book> {
    this.reads.push(name)
    return this.isSignedOut ? Promise.reject(new BrokerError('auth', 'no broker is connected')) : Promise.resolve(book())
  }
}

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open()
})
afterAll(() => desks.close())
beforeEach(() => desks.clear())

it('the books of a live account are read once in two seconds, whatever is watched of it: lost orders, what it holds, its stops, incidents', async () => {
  const { db } = desks.database
  const { userId, subscriptionId } = desks.subscription
  await openLiveGates(db, userId)
  await db.subscription.update({ where: { id: subscriptionId }, data: { mode: 'LIVE' } })
  const broker = new ReadBroker(() => SHIPPED_MARKET_RULES, NOW, 30 * SECOND)
  const engine = desks.startOn(broker, NOW)
  engine.desk.submit(await desks.intendEntry())
  await engine.settled()
  let second = 0
  const pass = async (seconds: number) => {
    for (const until = second + seconds; second < until; second++) await engine.time(NOW + second * SECOND)
  }
  await pass(6)
  expect((await desks.legs()).map(({ status }) => status)).toEqual(['RUNNING'])
  expect(broker.sent.map(({ purpose }) => purpose)).toEqual(['ENTRY', 'EXIT'])
  broker.reads.splice(0)
  await pass(12)
  expect(broker.reads).toEqual(Array.from({ length: 6 }, () => ['orders', 'positions', 'fills']).flat())
  broker.isSignedOut = true
  broker.reads.splice(0)
  await pass(12)
  expect(broker.reads).toEqual(Array.from({ length: 6 }, () => 'orders'))
})

it('an account whose order is over before anybody could look is looked at all the same', async () => {
  const { db } = desks.database
  const { userId, subscriptionId } = desks.subscription
  await openLiveGates(db, userId)
  await db.subscription.update({ where: { id: subscriptionId }, data: { mode: 'LIVE' } })
  const broker = new ReadBroker(() => SHIPPED_MARKET_RULES, NOW, 30 * SECOND)
  broker.refuses = true
  const engine = desks.startOn(broker, NOW)
  engine.desk.submit(await desks.intendEntry())
  await engine.settled()
  expect(engine.desk.counts.open_orders).toBe(0)
  broker.reads.splice(0)
  await engine.time(NOW + SECOND)
  await engine.time(NOW + 2 * SECOND)
  expect(broker.reads).toContain('positions')
})
