import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestExits } from '../../../prisma/exitRequests.ts'
import { pullKill } from '../../../prisma/killSwitches.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import { istInstant, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import type { OrderUpdate } from '../../broker/port.ts'
import { expectBooksInOrder } from '../../store/testing/expectBooksInOrder.ts'
import { filled } from '../../store/testing/useTestStore.ts'
import { CALL, legRule, percent, positionRule, PUT } from '../testing/positions.ts'
import { NOW, TestDesks } from '../testing/TestDesks.ts'

/** A paper broker that reports what an owner does by hand, too. */
class TellingBroker extends PaperBroker {
  readonly #listeners: ((update: OrderUpdate) => void)[] = []

  override onUpdate(listener: (update: OrderUpdate) => void): () => void {
    this.#listeners.push(listener)
    return super.onUpdate(listener)
  }

  tell(update: OrderUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }
}

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open()
})
afterAll(() => desks.close())
beforeEach(() => desks.clear())
afterEach(() => expectBooksInOrder(desks.database.db))

const start = (now: Instant) => desks.startOn(new TellingBroker(() => SHIPPED_MARKET_RULES, now, 30 * SECOND), now)
type Engine = ReturnType<typeof start>

/** A second of the market: last prices of call and put. */
async function second(engine: Engine, at: Instant, call: number, put: number) {
  await engine.time(at)
  await engine.see(CALL, at, call)
  await engine.see(PUT, at, put)
}

/** A call sold at about ₹100, stopped at ₹120 and opened again once, and the put that hedges it, bought at about ₹90. */
const HEDGED = positionRule([legRule({ stop: percent(20), reentries: 1 }), legRule({ side: 'BUY', optionType: 'PE' })])

/** Both legs open a few seconds past ten. */
async function open(rule: PositionRule = HEDGED) {
  const engine = start(NOW)
  await second(engine, NOW, 100_00, 90_00)
  engine.desk.submit(await desks.intendPosition(rule, [CALL, PUT]))
  await engine.settled()
  for (let i = 1; i <= 3; i++) await second(engine, NOW + i * SECOND, 100_00, 90_00)
  expect((await desks.legs()).map(({ status }) => status)).toEqual(['RUNNING', 'RUNNING'])
  return engine
}

/** Its owner has removed a stop of it. The books of such a trade are read again, as after a restart. */
async function letGo(engine: Engine) {
  await desks.database.db.trade.updateMany({ data: { letGoAt: new Date() } })
  await engine.desk.reconcile()
  await engine.settled()
}

/** Its owner closes one of its legs in the app. */
async function closeByHand(engine: Engine, side: 'BUY' | 'SELL') {
  const leg = (await desks.store.trades.heldLegs()).find((each) => each.side === side)!
  const { id: legId, userId, contract, quantity } = leg
  const exit = { clientOrderId: `H${side}`, userId, legId, contract, slice: 2_000, quantity, reason: 'MANUAL' } as const
  expect(await desks.store.trades.keepExitAtBroker({ ...exit, side: side === 'BUY' ? 'SELL' : 'BUY' })).toBe(true)
  engine.broker.tell(filled(exit.clientOrderId, 91_00, NOW + MINUTE, quantity))
  await engine.settled()
}

const exits = async () => (await desks.orders()).filter(({ purpose }) => purpose === 'EXIT')
const statuses = async () => Object.fromEntries((await desks.legs()).map(({ side, exitReason }) => [side, exitReason]))
const askToClose = async () => {
  const tradeIds = (await desks.trades()).map(({ id }) => id)
  await desks.database.db.$transaction((tx) => requestExits(tx, { tradeIds, reason: 'MANUAL', by: 'a test' }))
}
const END = istInstant('2026-07-01', 15 * 60 + 25)

describe('a position that was let go', () => {
  it('keeps its legs at its stop, when its window ends, and after a restart', async () => {
    const engine = await open()
    await letGo(engine)
    await second(engine, NOW + MINUTE, 125_00, 90_00)
    await second(engine, END, 125_00, 90_00)
    const next = start(END)
    await next.desk.resume()
    await second(next, END + SECOND, 125_00, 90_00)
    await second(next, END + 2 * SECOND, 125_00, 90_00)
    expect([await exits(), await statuses()]).toEqual([[], { SELL: null, BUY: null }])
  })

  it.each(['SELL', 'BUY'] as const)('keeps its other leg when its owner closes the %s one in the app', async (side) => {
    const engine = await open()
    await letGo(engine)
    await closeByHand(engine, side)
    await second(engine, NOW + 2 * MINUTE, 100_00, 90_00)
    const other = side === 'SELL' ? 'BUY' : 'SELL'
    expect(await statuses()).toEqual({ [side]: 'MANUAL', [other]: null })
    await closeByHand(engine, other)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'MANUAL' }])
    expect((await exits()).map(({ clientOrderId }) => clientOrderId).toSorted()).toEqual(['HBUY', 'HSELL'])
  })

  it('does not open a stopped leg again', async () => {
    const engine = await open()
    await second(engine, NOW + MINUTE, 120_00, 90_00)
    await second(engine, NOW + MINUTE + SECOND, 120_00, 90_00)
    expect(await statuses()).toEqual({ SELL: 'STOP', BUY: null })
    await letGo(engine)
    for (let i = 0; i < 3; i++) await second(engine, NOW + 2 * MINUTE + i * SECOND, 99_00, 90_00)
    expect(await desks.legs()).toHaveLength(2)
  })

  it('is closed whole when a person orders it, the sold leg first', async () => {
    const engine = await open()
    await letGo(engine)
    await askToClose()
    engine.desk.obey()
    for (let i = 0; i < 4; i++) await second(engine, NOW + MINUTE + i * SECOND, 100_00, 90_00)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'MANUAL' }])
    expect((await exits()).map(({ side }) => side)).toEqual(['BUY', 'SELL'])
  })

  it('is closed whole by a kill switch that squares off', async () => {
    const engine = await open()
    await letGo(engine)
    const kill = { scope: 'USER', scopeId: desks.subscription.userId, squareOff: true, reason: 'of a test', by: 'a test' } as const
    await desks.database.db.$transaction((tx) => pullKill(tx, kill))
    engine.desk.obey()
    for (let i = 0; i < 4; i++) await second(engine, NOW + MINUTE + i * SECOND, 100_00, 90_00)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'EMERGENCY' }])
  })
})

it('a trade that was let go has the rest of its entry called back', async () => {
  const engine = start(NOW)
  await engine.time(NOW)
  engine.desk.submit(await desks.intendEntry({ quantity: 130 }))
  await engine.settled()
  await engine.quote(NOW + SECOND, 99_95, 65)
  expect(await desks.orders()).toMatchObject([{ status: 'PARTIAL', filledQuantity: 65 }])
  await letGo(engine)
  expect(await desks.orders()).toMatchObject([{ status: 'CANCELLED', filledQuantity: 65, note: 'you have taken over the trade' }])
})
