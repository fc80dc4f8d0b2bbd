import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openLiveDesk } from './testing/openLiveDesk.ts'

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(4)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))

type User = Awaited<ReturnType<typeof market.connect>>

/** A user's sales at the exchange, and how many units: by hand too. */
const soldBy = (user: User) =>
  user.atExchange().flatMap(({ side, filled, tag }) => (side === 'SELL' && filled > 0 ? [[tag[0], filled]] : []))

const LOT = 65

it('a live leg whose entry the exchange annuls loses its stop, and is closed with its result unknown: nothing is sold', async () => {
  const { user, engine, stop } = await market.withTrade()
  const [fill] = market.control.fills(user.clientCode)
  expect(market.control.bustFill(fill!.fillId)).toBe(true)
  await user.closed()
  expect(await user.trades()).toMatchObject([
    { status: 'COMPLETED', exitReason: 'NOT_HELD', netPaise: null, legs: [{ exitPricePaise: null }] },
  ])
  expect(user.atExchange().find(({ orderId }) => orderId === stop.orderId)).toMatchObject({ status: 'cancelled', filled: 0 })
  market.quote(80_00, engine)
  await engine.queue.add('after all that', async () => undefined)
  expect([soldBy(user), user.held()]).toEqual([[], 0])
})

it('a live leg that its owner has sold while no engine ran is not protected again below its stop: nothing is sold short', async () => {
  const { user, engine, stop } = await market.withTrade()
  await engine.stop()
  market.control.cancelByHand(user.clientCode, stop.orderId)
  market.control.closeByHand(user.clientCode, market.contract.token)
  await market.startDesk()
  await user.closed()
  market.quote(80_00)
  expect(await user.trades()).toMatchObject([{ exitReason: 'MANUAL', exitQuantity: LOT }])
  expect(user.atExchange().filter(({ tag }) => tag.startsWith('S'))).toMatchObject([{ orderId: stop.orderId, status: 'cancelled' }])
  expect([soldBy(user), user.held()]).toEqual([[[undefined, LOT]], 0])
})

it('a live leg of the day before, which the broker has squared off meanwhile, is closed with its result unknown: nothing is sold', async () => {
  const { user, engine } = await market.withTrade()
  await engine.stop()
  market.control.closeByHand(user.clientCode, market.contract.token)
  await market.nextDay()
  market.quote(80_00)
  expect([user.atExchange(), user.held()]).toEqual([[], 0])
  await market.startDesk()
  await expect.poll(async () => (await user.trades())[0]?.status).toBe('COMPLETED')
  expect(await user.trades()).toMatchObject([{ exitReason: 'NOT_HELD', netPaise: null, blockedPaise: 0n }])
  expect([user.atExchange(), user.held()]).toEqual([[], 0])
})
