import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestExits } from '../prisma/exitRequests.ts'
import { SHIPPED_MARKET_RULES } from '../schema/market/MarketRules.ts'
import { istInstant, SECOND } from '../schema/time.ts'
import { isFinal } from './sandbox/orders/Order.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(12)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))

type User = Awaited<ReturnType<typeof market.connect>>
type Engine = Awaited<ReturnType<typeof market.startDesk>>

/** A user with an open live trade, bought at about ₹100, its stop at ₹88, protected at the broker. */
async function withTrade(removedStop: 'RESTORE' | 'LET_GO') {
  const user = await market.connect()
  await market.db.user.update({ where: { id: user.userId }, data: { removedStop } })
  const engine = await market.startDesk()
  engine.desk.submit(await user.intendEntry())
  await user.running()
  return { user, engine, stop: await user.resting() }
}

/** The same once its owner has cancelled its stop in the app, and the trade is his. */
async function withLetGo() {
  const { user, engine, stop } = await withTrade('LET_GO')
  market.control.cancelByHand(user.clientCode, stop.orderId)
  await expect.poll(async () => (await user.trades())[0]?.letGoAt ?? null).not.toBeNull()
  return { user, engine, stop }
}

/** What has been sent for a user: not what he does by hand. */
const sentFor = (user: User) => user.atExchange().filter(({ tag }) => tag !== '')

/** The engine has seen this market, and done whatever it does about that. */
async function pass(engine: Engine, seconds: number) {
  const until = market.control.now() + seconds * SECOND
  await expect.poll(() => market.control.now()).toBeGreaterThan(until)
  await engine.queue.add('after all that', async () => undefined)
}

describe('a protective stop that its owner cancels in the app', () => {
  it('is placed again within fifteen seconds of market time where he wants that, and nothing else is told', async () => {
    const { user, stop } = await withTrade('RESTORE')
    market.control.cancelByHand(user.clientCode, stop.orderId)
    const at = market.control.now()
    await expect.poll(async () => (await user.resting()).orderId).not.toBe(stop.orderId)
    const again = await user.resting()
    expect(again.placedAt - at).toBeLessThan(15 * SECOND)
    expect(again).toMatchObject({ side: 'SELL', quantity: 65, triggerPrice: stop.triggerPrice })
    expect(await user.trades()).toMatchObject([{ status: 'RUNNING', letGoAt: null }])
  })

  it('hands the trade over within fifteen seconds of market time where he wants that: no order leaves at its stop, after a restart or at its end', async () => {
    const { user, engine, stop } = await withTrade('LET_GO')
    market.control.cancelByHand(user.clientCode, stop.orderId)
    const at = market.control.now()
    await expect.poll(async () => (await user.trades())[0]?.letGoAt ?? null).not.toBeNull()
    expect(market.control.now() - at).toBeLessThan(15 * SECOND)
    market.quote(80_00, engine)
    await pass(engine, 10)
    await engine.stop()
    const next = await market.startDesk()
    next.see()
    await pass(next, 10)
    // The window ends, and so does the session.
    const atEnd = istInstant('2026-11-20', 15 * 60 + 29)
    next.desk.onTime(atEnd, market.session, SHIPPED_MARKET_RULES)
    await pass(next, 5)
    expect(sentFor(user).map(({ tag, status }) => [tag[0], status])).toEqual([
      ['E', 'complete'],
      ['S', 'cancelled'],
    ])
    expect(user.held()).toBe(65)
    expect(await user.trades()).toMatchObject([{ status: 'RUNNING' }])
  })

  it('is placed again where no engine saw who cancelled it', async () => {
    const { user, engine, stop } = await withTrade('LET_GO')
    await engine.stop()
    market.control.cancelByHand(user.clientCode, stop.orderId)
    await market.startDesk()
    await expect.poll(async () => (await user.resting()).orderId).not.toBe(stop.orderId)
    expect(await user.trades()).toMatchObject([{ letGoAt: null }])
  })
})

describe('a live trade that was let go', () => {
  it('is closed at the price at which its owner sells it in the app', async () => {
    const { user } = await withLetGo()
    market.control.closeByHand(user.clientCode, market.contract.token)
    await user.closed()
    expect(await user.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'MANUAL', exitQuantity: 65 }])
    expect(sentFor(user).every(isFinal)).toBe(true)
  })

  it('is closed by an order of its owner here', async () => {
    const { user, engine } = await withLetGo()
    const tradeIds = (await user.trades()).map(({ id }) => id)
    await market.db.$transaction((tx) => requestExits(tx, { tradeIds, reason: 'MANUAL', by: user.userId }))
    engine.desk.obey()
    await user.closed()
    expect(await user.trades()).toMatchObject([{ exitReason: 'MANUAL', exitQuantity: 65 }])
    expect(user.held()).toBe(0)
  })

  it('is closed by a kill switch that squares off', async () => {
    const { user, engine } = await withLetGo()
    engine.desk.stopAll(true)
    await user.closed()
    expect(await user.trades()).toMatchObject([{ exitReason: 'EMERGENCY', exitQuantity: 65 }])
    expect(user.held()).toBe(0)
  })
})
