import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { SECOND } from '../schema/time.ts'
import { isFinal } from './sandbox/orders/Order.ts'
import { netUnits } from './sandbox/orders/positions.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'

/** An account at the broker with something open, left by its owner's word for another one: what it had is nobody's here any more. */

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(14)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))

async function startDesk() {
  const engine = await market.start()
  onTestFinished(() => engine.stop())
  return engine
}

type User = Awaited<ReturnType<typeof market.connect>>
type Engine = Awaited<ReturnType<typeof startDesk>>

/** A user with an open live trade, bought at about ₹100, its stop at ₹88, protected at the broker. */
async function withTrade() {
  const user = await market.connect()
  const engine = await startDesk()
  engine.desk.submit(await user.intendEntry())
  await user.running()
  return { user, engine, stop: await user.resting() }
}

/** The engine has seen this market, and done whatever it does about that. */
async function pass(engine: Engine, seconds: number) {
  const until = market.control.now() + seconds * SECOND
  await expect.poll(() => market.control.now()).toBeGreaterThan(until)
  await engine.queue.add('after all that', async () => undefined)
}

const heldAt = (clientCode: string) => market.control.positions(clientCode).reduce((sum, position) => sum + netUnits(position), 0)
const closing = async (user: User) => (await user.orders()).filter(({ purpose }) => purpose === 'EXIT')
const UNKNOWN = { status: 'COMPLETED', exitReason: 'NOT_HELD', netPaise: null, legs: [{ exitPricePaise: null }] }

describe('a live leg whose stop rests at the account that was left', () => {
  it('ends with its result unknown; neither account gets an order for it, below its stop and at its owner’s word', async () => {
    const { user, engine, stop } = await withTrade()
    const next = await user.leave(engine)
    expect(await user.trades()).toMatchObject([UNKNOWN])
    market.quote(87_00, engine)
    await user.close(...(await user.trades()).map(({ id }) => id))
    engine.desk.obey()
    await pass(engine, 20)
    expect(market.control.orders(next)).toEqual([])
    expect(await closing(user)).toEqual([])
    expect(await market.db.exitAtBroker.count({ where: { endedAt: null, leg: { trade: { userId: user.userId } } } })).toBe(0)
    expect(engine.desk.counts).toMatchObject({ open_trades: 0, open_orders: 0 })
    // It is its owner's there: it has sold what he left.
    expect(user.atExchange().filter(({ tag }) => tag.startsWith('S'))).toMatchObject([{ orderId: stop.orderId, filled: 65 }])
  })

  it('ends where no engine ran, too', async () => {
    const { user, engine, stop } = await withTrade()
    await engine.stop()
    const next = await user.leave()
    const again = await startDesk()
    market.quote(95_00, again)
    await pass(again, 20)
    expect(await user.trades()).toMatchObject([UNKNOWN])
    expect(market.control.orders(next)).toEqual([])
    expect(user.atExchange().find(({ orderId }) => orderId === stop.orderId)).toSatisfy((order) => !isFinal(order))
  })

  it('leaves the new account free: its own trade in the same option is opened, protected, and closed by its stop', async () => {
    const { user, engine } = await withTrade()
    const next = await user.leave(engine)
    engine.desk.submit(await user.intendEntry())
    await user.running()
    const stopAt = () => market.control.orders(next).find(({ tag, resting }) => tag.startsWith('S') && resting === 'trigger pending')
    await expect.poll(stopAt).toBeDefined()
    await pass(engine, 20)
    expect(await market.db.trade.count({ where: { userId: user.userId, status: 'RUNNING' } })).toBe(1)
    market.quote(80_00, engine)
    await user.closed(2)
    expect((await user.trades()).map(({ exitReason }) => exitReason).toSorted()).toEqual(['NOT_HELD', 'STOP'])
    expect(heldAt(next)).toBe(0)
  })
})

it('an entry that waits at the account that was left is followed up nowhere', async () => {
  const user = await market.connect()
  const engine = await startDesk()
  const [entry] = await user.intendEntry()
  engine.desk.submit([entry!])
  const next = await user.leave(engine)
  await pass(engine, 20)
  expect(market.control.orders(next)).toEqual([])
  expect(engine.desk.counts).toMatchObject({ open_trades: 0, open_orders: 0 })
  expect(await market.db.trade.count({ where: { userId: user.userId, status: 'RUNNING' } })).toBe(0)
})
