import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openLiveGates } from '../../../prisma/testing/openLiveGates.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { SECOND } from '../../../schema/time.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import type { BrokerOrder, OrderRequest, Placement } from '../../broker/port.ts'
import { CONTRACT, NOW, TestDesks } from '../testing/TestDesks.ts'

/** A broker whose books outlive the engine, and whose answers to orders are lost. */
class MuteBroker extends PaperBroker {
  book: BrokerOrder[] = []
  readonly sent: OrderRequest[] = []

  override remembers(): boolean {
    return true
  }

  override funds() {
    return Promise.resolve({ available: paise(1_00_000_00), blocked: paise(0) })
  }

  override place(order: OrderRequest): Promise<Placement> {
    this.sent.push(order)
    return Promise.resolve({ kind: 'unknown', reason: 'no answer', doubt: 'unanswered' })
  }

  override orders(): Promise<readonly BrokerOrder[]> {
    return Promise.resolve(this.book)
  }
}

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open()
})
afterAll(() => desks.close())
beforeEach(() => desks.clear())

const stored = () => desks.database.db.unresolvedOrders.findMany({ select: { userId: true, orders: true } })

it('a live order whose answer is lost is stored as unresolved, nothing more is opened meanwhile, and it is none once the book has it', async () => {
  const { db } = desks.database
  const { userId, subscriptionId } = desks.subscription
  await openLiveGates(db, userId)
  await db.subscription.update({ where: { id: subscriptionId }, data: { mode: 'LIVE' } })
  const broker = new MuteBroker(() => SHIPPED_MARKET_RULES, NOW, 30 * SECOND)
  const engine = desks.startOn(broker, NOW)
  engine.desk.submit(await desks.intendEntry())
  await engine.settled()
  // A book that is a moment late is not reported.
  await engine.time(NOW + 2 * SECOND)
  expect(await stored()).toEqual([])
  await engine.time(NOW + 4 * SECOND)
  expect(await stored()).toEqual([{ userId, orders: 1 }])
  engine.desk.submit(await desks.intendEntry({ now: NOW + 60 * SECOND }))
  await engine.settled()
  expect((await desks.orders()).map(({ status, note }) => [status, note])).toEqual([
    ['UNKNOWN', null],
    ['REJECTED', 'the broker has not yet confirmed another order'],
  ])
  // The next engine knows from its own lookups, whatever the one before stored.
  const next = desks.startOn(broker, NOW + 5 * SECOND)
  await next.desk.resume()
  await next.time(NOW + 9 * SECOND)
  expect(await stored()).toEqual([{ userId, orders: 1 }])
  const [{ clientOrderId, side, quantity, pricing }] = broker.sent as [OrderRequest]
  broker.book = [
    {
      clientOrderId,
      brokerOrderId: 'b',
      exchangeOrderId: null,
      contract: CONTRACT,
      side,
      product: 'INTRADAY',
      quantity,
      filledQuantity: 0,
      pricing,
      state: 'OPEN',
      reason: null,
    },
  ]
  await next.time(NOW + 12 * SECOND)
  await next.time(NOW + 14 * SECOND)
  expect(await stored()).toEqual([])
})
