import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SECOND } from '../schema/time.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(20)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))

describe('a live trade', () => {
  it('is bought by one tagged limit order, booked as live, and protected at the exchange at its stop', async () => {
    const { user, stop } = await market.withTrade()
    const [entry] = await user.orders()
    expect(user.atExchange().filter(({ side }) => side === 'BUY')).toMatchObject([
      { tag: entry?.clientOrderId, orderType: 'LIMIT', quantity: 65, filled: 65, status: 'complete' },
    ])
    const [trade] = await user.trades()
    expect(trade).toMatchObject({ mode: 'LIVE', status: 'RUNNING', quantity: 65 })
    expect(stop).toMatchObject({ side: 'SELL', quantity: 65, triggerPrice: Number(trade?.stopPaise) })
  })

  it('is sold once when its stop is touched, by the order at the exchange or by ours', async () => {
    const { user, engine } = await market.withTrade()
    market.quote(87_00, engine)
    await user.closed()
    expect(await user.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitQuantity: 65 }])
    await expect.poll(() => user.atExchange().every(({ status }) => status !== 'open' && status !== 'trigger pending')).toBe(true)
    expect(user.held()).toBe(0)
  })

  it('is sold at its target by the stop that waits for it at the exchange', async () => {
    const { user, engine, stop } = await market.withTrade()
    market.quote(119_00, engine)
    await user.closed()
    expect(await user.trades()).toMatchObject([{ status: 'TARGET_HIT' }])
    expect(user.atExchange().find(({ orderId }) => orderId === stop.orderId)).toMatchObject({ status: 'complete', orderType: 'LIMIT' })
    expect(user.held()).toBe(0)
  })

  it('leaves a row for each call that its orders have cost, for the use of the order budget', async () => {
    const { user, engine } = await market.withTrade()
    market.quote(119_00, engine)
    await user.closed()
    const kinds = async () => {
      const calls = await market.db.orderCall.findMany({ where: { userId: user.userId }, orderBy: { at: 'asc' } })
      return calls.map(({ kind }) => kind)
    }
    await expect.poll(kinds).toEqual(['ENTRY', 'EXIT', 'CHANGE'])
  })

  it('is sold by the stop at the exchange while no engine runs, and booked by the next one', async () => {
    const { user, engine } = await market.withTrade()
    await engine.stop()
    market.quote(87_95)
    await expect.poll(() => (user.atExchange(), user.held())).toBe(0)
    market.quote(95_00)
    await market.startDesk()
    await user.closed()
    expect(await user.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitReason: 'STOP', exitQuantity: 65 }])
    expect((await user.orders()).map(({ clientOrderId }) => clientOrderId[0])).toEqual(['E', 'S'])
  })

  it('keeps its one stop at the exchange through a restart', async () => {
    const { user, engine, stop } = await market.withTrade()
    await engine.stop()
    const again = await market.startDesk()
    market.quote(97_00, again)
    await expect.poll(() => market.db.exitAtBroker.count({ where: { endedAt: null } })).toBe(1)
    // Until a look has counted what an earlier engine left, no exit takes its stop.
    const since = market.control.now()
    await expect.poll(() => market.control.now() - since).toBeGreaterThan(15 * SECOND)
    market.quote(119_00, again)
    await user.closed()
    expect(user.atExchange().filter(({ tag }) => tag.startsWith('S'))).toMatchObject([{ orderId: stop.orderId, status: 'complete' }])
    expect(user.held()).toBe(0)
  })

  it('whose exit may be at the exchange gets no stop beside it from the next engine', async () => {
    const { user, engine, stop } = await market.withTrade()
    await engine.stop()
    // As a kill leaves it between the end of the stop and the broker's answer to the exit.
    market.control.cancelByHand(user.clientCode, stop.orderId)
    await market.db.exitAtBroker.updateMany({ where: { endedAt: null }, data: { endedAt: new Date() } })
    const [entry] = await user.orders()
    const { userId, subscriptionId, tradeId, legId, quantity, contract } = entry!
    const ids = { clientOrderId: 'Xsent', userId, subscriptionId, tradeId, legId, contract: contract as object }
    const exit = { mode: 'LIVE', purpose: 'EXIT', exitReason: 'TARGET', side: 'SELL', status: 'SUBMITTED' } as const
    await market.db.order.create({ data: { ...ids, ...exit, quantity, intendedAt: new Date(market.control.now()) } })
    const { desk } = await market.startDesk()
    // Queues behind all that the start has requested.
    await desk.reconcile()
    expect(await market.db.exitAtBroker.count({ where: { endedAt: null } })).toBe(0)
    await market.db.order.deleteMany({ where: { clientOrderId: 'Xsent' } })
  })

  it('gets its stop back when its owner cancels it in the app', async () => {
    const { user, stop } = await market.withTrade()
    market.control.cancelByHand(user.clientCode, stop.orderId)
    expect((await user.resting()).orderId).not.toBe(stop.orderId)
  })

  it('that its owner closes in the app is closed here at his price, and its stop is taken away', async () => {
    const { user, engine } = await market.withTrade()
    market.quote(104_00, engine)
    market.control.closeByHand(user.clientCode, market.contract.token)
    await user.closed()
    expect(await user.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'MANUAL', exitPricePaise: 104_00n }])
    // Nothing is left for the next engine to find.
    const left = { endedAt: null, leg: { trade: { userId: user.userId } } }
    await expect.poll(() => market.db.exitAtBroker.count({ where: left })).toBe(0)
    await expect.poll(() => user.atExchange().every(({ status }) => status !== 'trigger pending')).toBe(true)
    expect(user.held()).toBe(0)
  })

  it('does not sell what its owner has added in the app', async () => {
    const { user, engine } = await market.withTrade()
    const { exchange, token, lotSize } = market.contract
    market.control.tradeByHand(user.clientCode, { exchange, token, side: 'BUY', units: lotSize, product: 'INTRADAY' })
    market.quote(119_00, engine)
    await user.closed()
    expect(user.held()).toBe(lotSize)
  })
})
