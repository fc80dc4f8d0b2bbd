import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLiveDesk } from './testing/openLiveDesk.ts'

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(13)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))
afterEach(() => market.control.clearFaults())

type User = Awaited<ReturnType<typeof market.connect>>

/** The owner trades in the broker's app. */
function sellByHand({ clientCode }: User, lots: number) {
  const { exchange, token, lotSize } = market.contract
  market.control.tradeByHand(clientCode, { exchange, token, side: 'SELL', units: lots * lotSize, product: 'INTRADAY' })
}

const LOT = 65
/** A leg of two lots, of which its owner has sold one by hand and its stop the other. */
const PART_BY_HAND = [
  ['E', 2 * LOT],
  ['H', LOT],
  ['S', LOT],
]

/** What a user's orders have filled, by kind: the sale by hand may be booked by either engine, before or after the stop. */
const filledOrders = async (user: User) =>
  (await user.orders())
    .filter(({ status }) => status === 'FILLED')
    .map(({ clientOrderId, quantity }) => [clientOrderId[0], quantity])
    .toSorted(([one], [other]) => String(one).localeCompare(String(other)))

it('a live trade whose account cannot be looked at is closed by its stop, which needs no look', async () => {
  const { user, engine } = await market.withTrade()
  market.control.setFault({ name: 'serverError', calls: ['getPosition'], reached: false, clientCode: user.clientCode })
  market.quote(119_00, engine)
  await user.closed()
  market.control.clearFaults()
  expect([user.held(), user.atExchange().map(({ tag }) => tag[0])]).toEqual([0, ['E', 'S']])
})

it('a live trade whose account cannot be looked at, and whose stop becomes no exit, is protected still, and closed once it can', async () => {
  const { user, engine } = await market.withTrade()
  market.control.setFault({ name: 'serverError', calls: ['getPosition'], reached: false, clientCode: user.clientCode })
  market.control.setFault({ name: 'refusedChange', clientCode: user.clientCode })
  market.quote(119_00, engine)
  const refusals = async () => (await user.orders()).filter(({ status }) => status === 'REJECTED').length
  await expect.poll(refusals).toBeGreaterThanOrEqual(2)
  await user.resting()
  market.control.clearFaults('serverError')
  await user.closed()
  expect(user.held()).toBe(0)
})

it('what its owner moves to another product while its exit is being retried is his: no stop is placed for it, and nothing of it is sold', async () => {
  const { user, engine } = await market.withTrade()
  const { clientCode } = user
  const { exchange, token } = market.contract
  market.control.setFault({ name: 'staticIp', registered: [] })
  market.quote(119_00, engine)
  const refusals = () =>
    market.control.ledger.entries.filter((entry) => entry.kind === 'call' && entry.clientCode === clientCode && entry.outcome === 'refused')
      .length
  await expect.poll(refusals).toBeGreaterThanOrEqual(3)
  const moved = { clientCode, exchange, token, side: 'BUY', from: 'INTRADAY', to: 'CARRYFORWARD', units: LOT } as const
  expect(market.control.convertByHand(moved)).toBe(true)
  market.control.clearFaults()
  await user.closed()
  expect(user.held()).toBe(LOT)
  expect(user.atExchange().filter(({ tag, filled }) => filled > 0 && !tag.startsWith('E'))).toEqual([])
})

describe('a live trade of which its owner has sold a part in the app', () => {
  it('is protected for what is left, also when the exchange does not take the stop’s change: nothing is sold that is not held', async () => {
    const { user, engine, stop } = await market.withTrade(2)
    market.control.setFault({ name: 'refusedChange', clientCode: user.clientCode })
    sellByHand(user, 1)
    await expect.poll(async () => (await user.resting()).quantity).toBe(LOT)
    expect(user.atExchange().find(({ orderId }) => orderId === stop.orderId)).toMatchObject({ status: 'cancelled', filled: 0 })
    await engine.stop()
    market.quote(87_95)
    await expect.poll(() => (user.atExchange(), user.held())).toBe(0)
    market.quote(100_00)
    await market.startDesk()
    await user.closed()
    await expect.poll(() => filledOrders(user)).toEqual(PART_BY_HAND)
    expect(user.atExchange().filter(({ tag }) => tag.startsWith('X'))).toEqual([])
  })

  it('is closed in the books by the stop that was made smaller at the exchange', async () => {
    const { user, engine, stop } = await market.withTrade(2)
    sellByHand(user, 1)
    await expect.poll(async () => (await user.resting()).quantity).toBe(LOT)
    expect((await user.resting()).orderId).toBe(stop.orderId)
    await engine.stop()
    market.quote(87_95)
    await expect.poll(() => (user.atExchange(), user.held())).toBe(0)
    market.quote(100_00)
    await market.startDesk()
    await user.closed()
    await expect.poll(() => filledOrders(user)).toEqual(PART_BY_HAND)
    expect(user.atExchange().filter(({ tag }) => tag.startsWith('X'))).toEqual([])
  })
})
