import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { requestExits } from '../../../prisma/exitRequests.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import type { BrokerPosition, OrderRequest, Placement } from '../../broker/port.ts'
import { expectBooksInOrder } from '../../store/testing/expectBooksInOrder.ts'
import { TERMS } from '../testing/legs.ts'
import { CONTRACT, TestDesks } from '../testing/TestDesks.ts'

/** The day on which the contract expires. */
const sessionOf = (date: string) => ({ open: istInstant(date, 9 * 60 + 15), close: istInstant(date, 15 * 60 + 30) })
const [DAY, NEXT] = [sessionOf(CONTRACT.expiry), sessionOf('2026-07-08')]
const BOUGHT = DAY.open + 45 * MINUTE
const VALUE = paise(10_35)

/** A paper broker that stands for a live one: it has positions, and refuses exits once `refuses`. */
class HoldingBroker extends PaperBroker {
  held = 65
  refuses = false
  readonly exits: OrderRequest[] = []

  override positions(): Promise<readonly BrokerPosition[]> {
    return Promise.resolve([{ contract: CONTRACT, product: 'INTRADAY', netQuantity: this.held }])
  }

  override place(order: OrderRequest): Promise<Placement> {
    if (order.purpose === 'EXIT' && order.clientOrderId.startsWith('X')) {
      this.exits.push(order)
      if (this.refuses) return Promise.resolve({ kind: 'refused', code: null, message: 'nobody wants it' })
    }
    return super.place(order)
  }
}

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open()
})
afterAll(() => desks.close())
beforeEach(async () => {
  await desks.clear()
  await desks.database.db.subscription.updateMany({ data: { mode: 'LIVE' } })
})
afterEach(() => expectBooksInOrder(desks.database.db))

const start = (now: Instant) => desks.startOn(new HoldingBroker(() => SHIPPED_MARKET_RULES, now, 30 * SECOND), now)

/** A live option, bought on its last day, which nobody wants any more when the session ends. */
async function openUnwanted() {
  const engine = start(BOUGHT)
  const terms = { ...TERMS, windowEndsAt: DAY.close }
  engine.desk.submit(await desks.intendEntry({ now: BOUGHT, terms }))
  await engine.settled()
  await engine.quote(BOUGHT + SECOND, 100_00)
  expect(await desks.trades()).toMatchObject([{ status: 'RUNNING', mode: 'LIVE' }])
  for (const second of [2, 6, 10]) await engine.time(BOUGHT + second * SECOND, DAY)
  engine.broker.refuses = true
  for (let at = DAY.close - 20 * MINUTE; at <= DAY.close + MINUTE; at += MINUTE) await engine.time(at, DAY)
  return engine
}

const closed = async () =>
  (await desks.trades()).map(({ status, exitReason, netPaise }) => ({ status, exitReason, known: netPaise !== null }))
const RUNNING = [{ status: 'RUNNING', exitReason: null, known: false }]

it('a live option without a buyer is settled at its value once its contract has expired, and no order follows it', async () => {
  const { broker, desk, settled, time } = await openUnwanted()
  expect([broker.exits.length > 3, await closed()]).toEqual([true, RUNNING])
  const sent = broker.exits.length
  for (let minutes = 2; minutes <= 15; minutes++) await time(DAY.close + minutes * MINUTE, DAY)
  const [contract, ...others] = desk.expired(DAY.close)
  expect([contract, others]).toEqual([CONTRACT, []])
  await desk.settle(contract!, VALUE)
  await settled()
  expect(await closed()).toEqual([{ status: 'COMPLETED', exitReason: 'EXPIRED', known: true }])
  expect(await desks.legs()).toMatchObject([{ exitQuantity: 65, exitPricePaise: BigInt(VALUE), exitTime: new Date(DAY.close) }])
  expect([desk.expired(DAY.close), broker.exits.length]).toEqual([[], sent])
})

it('the same on the next morning, where the market has skipped the night: its account no longer shows it by then', async () => {
  const { broker, desk, settled, time } = await openUnwanted()
  const sent = broker.exits.length
  broker.held = 0
  for (let second = 0; second <= 60; second += 3) await time(NEXT.open + second * SECOND, NEXT)
  expect([await closed(), broker.exits.length]).toEqual([RUNNING, sent])
  for (const contract of desk.expired(NEXT.open)) await desk.settle(contract, paise(0))
  await settled()
  expect(await closed()).toEqual([{ status: 'COMPLETED', exitReason: 'EXPIRED', known: true }])
})

it('an engine that was not there does not know whether it expired or its broker sold it: the result is not known', async () => {
  const { lanes } = await openUnwanted()
  await lanes.close()
  const { broker, desk, settled, time } = start(NEXT.open)
  broker.held = 0
  broker.refuses = true
  await desk.resume()
  for (let second = 0; second <= 60; second += 3) await time(NEXT.open + second * SECOND, NEXT)
  await settled()
  expect([desk.expired(NEXT.open), broker.exits]).toEqual([[], []])
  expect(await closed()).toEqual([{ status: 'COMPLETED', exitReason: 'NOT_HELD', known: false }])
})

it('its owner cannot have it sold any more either', async () => {
  const { broker, desk, settled, time } = await openUnwanted()
  const sent = broker.exits.length
  const [trade] = await desks.trades()
  const { id, userId } = trade!
  await desks.database.db.$transaction((tx) => requestExits(tx, { tradeIds: [id], reason: 'MANUAL', by: userId }))
  desk.obey()
  await settled()
  await time(DAY.close + 2 * MINUTE, DAY)
  expect([broker.exits.length, await closed()]).toEqual([sent, RUNNING])
})
