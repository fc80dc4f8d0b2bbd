import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { SECOND } from '../schema/time.ts'
import type { FaultInput } from './sandbox/faults/Fault.ts'
import { nakedSpans } from './testing/nakedSpans.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(16)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))
afterEach(() => market.control.clearFaults())

type User = Awaited<ReturnType<typeof market.connect>>

const ordersOf = (user: User) => user.atExchange().map(({ tag, status }) => [tag[0], status])
/** When the leg had neither stop nor exit, from when its stop rested first. */
const nakedSince = ({ clientCode }: User, { exchangeAt }: { readonly exchangeAt: number | null }) =>
  nakedSpans(market.control.ledger.entries, { clientCode, token: market.contract.token }, market.control.now()).filter(
    ({ from }) => from >= (exchangeAt ?? 0),
  )

it('a live leg at its target is closed by its stop: one order, and never a moment without one', async () => {
  const { user, engine, stop } = await market.withTrade()
  market.quote(120_00, engine)
  await user.closed()
  expect(await user.trades()).toMatchObject([{ status: 'TARGET_HIT', exitReason: 'TARGET', exitPricePaise: 120_00n }])
  expect(ordersOf(user)).toEqual([
    ['E', 'complete'],
    ['S', 'complete'],
  ])
  expect([user.held(), nakedSince(user, stop)]).toEqual([0, []])
})

it('a live leg that its owner closes while the feed is mute is sold at what the broker quotes by then, and protected until it is', async () => {
  const { user, engine, stop } = await market.withTrade()
  // None of the desk's quotes says so.
  market.quote(92_00)
  const mutedAt = market.control.now()
  await expect.poll(() => market.control.now() - mutedAt).toBeGreaterThan(4 * SECOND)
  await user.close(...(await user.trades()).map(({ id }) => id))
  engine.desk.obey()
  await user.closed()
  expect(await user.trades()).toMatchObject([{ exitPricePaise: 92_00n }])
  expect(ordersOf(user)).toEqual([
    ['E', 'complete'],
    ['S', 'complete'],
  ])
  const closed = user.atExchange().find(({ tag }) => tag === stop.tag)
  expect([user.held(), nakedSince(user, stop), closed]).toMatchObject([0, [], { price: 91_50, changes: 1 }])
})

it.each<[string, FaultInput]>([
  ['is lost on the way', { name: 'lostAnswer', calls: ['modifyOrder'], reached: false, times: 2 }],
  ['is lost on the way back', { name: 'lostAnswer', calls: ['modifyOrder'], reached: true, times: 2 }],
  ['is answered by an error', { name: 'serverError', calls: ['modifyOrder'], reached: false, times: 2 }],
  ['is turned away', { name: 'rateLimited', calls: ['modifyOrder'], reached: false, times: 2 }],
  ['is refused once', { name: 'refusedChange', times: 1 }],
])('a live leg whose stop is to be its exit is closed all the same when that change %s: it is never without one', async (_, fault) => {
  const { user, engine, stop } = await market.withTrade()
  market.control.setFault(fault)
  await user.close(...(await user.trades()).map(({ id }) => id))
  engine.desk.obey()
  await user.closed()
  expect(ordersOf(user)).toEqual([
    ['E', 'complete'],
    ['S', 'complete'],
  ])
  expect([user.held(), nakedSince(user, stop)]).toEqual([0, []])
})

it('a live leg whose stop the broker does not change into an exit is closed by an order of its own', async () => {
  const { user, engine } = await market.withTrade()
  market.control.setFault({ name: 'refusedChange' })
  await user.close(...(await user.trades()).map(({ id }) => id))
  engine.desk.obey()
  await user.closed()
  // Between the two exits the leg may have been protected again for a moment.
  const orders = ordersOf(user)
  expect([orders.filter(([kind]) => kind === 'X'), orders.filter(([kind, status]) => kind === 'S' && status !== 'cancelled')]).toEqual([
    [['X', 'complete']],
    [],
  ])
  expect(user.held()).toBe(0)
})

it('a live leg whose stop was its exit in the books when the engine ended is closed by the next one, and protected until then', async () => {
  const { user, engine, stop } = await market.withTrade()
  market.control.setFault({ name: 'rateLimited', calls: ['modifyOrder'], reached: false })
  await user.close(...(await user.trades()).map(({ id }) => id))
  engine.desk.obey()
  await expect.poll(async () => (await user.orders()).map(({ clientOrderId }) => clientOrderId)).toContain(stop.tag)
  await engine.stop()
  market.control.clearFaults()
  await market.startDesk()
  await user.closed()
  expect(ordersOf(user)).toEqual([
    ['E', 'complete'],
    ['S', 'complete'],
  ])
  expect([user.held(), nakedSince(user, stop)]).toEqual([0, []])
})

it('a live leg of which the stop was lost on its way has another within five seconds', async () => {
  const user = await market.connect()
  await user.sendUnchecked(await user.intendEntry())
  await expect.poll(user.held).toBe(market.contract.lotSize)
  market.control.setFault({ name: 'lostAnswer', calls: ['placeOrder'], reached: false, times: 1 })
  await market.startDesk()
  const stop = await user.resting()
  const calls = market.control.ledger.entries.flatMap((entry) =>
    entry.kind === 'call' && entry.clientCode === user.clientCode && entry.tag?.startsWith('S') ? entry : [],
  )
  expect(calls.map(({ outcome }) => outcome)).toEqual(['never reached', 'accepted'])
  expect((stop.exchangeAt ?? Infinity) - calls[0]!.at).toBeLessThan(5 * SECOND)
})

it('ten live legs of one account that are closed at once are never without an order', async () => {
  const { user, engine, stop } = await market.withTrade()
  for (let trades = 2; trades <= 10; trades++) {
    engine.desk.submit(await user.intendEntry())
    await user.running(trades)
  }
  const resting = () => user.atExchange().filter(({ status }) => status === 'trigger pending').length
  await expect.poll(resting).toBe(10)
  const from = market.control.now()
  await user.close(...(await user.trades()).map(({ id }) => id))
  engine.desk.obey()
  await user.closed(10)
  expect(user.atExchange().filter(({ tag }) => tag.startsWith('X'))).toEqual([])
  expect([user.held(), nakedSince(user, stop).filter((span) => span.from >= from)]).toEqual([0, []])
})
