import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { isFinal } from './sandbox/orders/Order.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'
import { tradedUnits } from './testing/tradedUnits.ts'

const LOT = 65

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(11, 1)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))
afterEach(() => market.control.clearFaults())

type User = Awaited<ReturnType<typeof market.connect>>

/** Units that wait in a user's protective stops. */
const protectedUnits = (user: User) =>
  user
    .atExchange()
    .filter((order) => order.tag.startsWith('S') && !isFinal(order))
    .reduce((units, { quantity, filled }) => units + quantity - filled, 0)

/** Calls that the engine has made about a user's orders. */
const callsOf = ({ clientCode }: User) =>
  market.control.ledger.entries.flatMap((entry) =>
    entry.kind === 'call' && entry.clientCode === clientCode && entry.via === 'api' ? entry.call : [],
  )

/** The fewest units that a user ever had, by the exchange's ledger. */
const lowestOf = ({ clientCode }: User) => tradedUnits(market.control.ledger.entries, clientCode).lowest

/** Resolves when the stops have so many units, which must be before a second look at the account could have confirmed what was sold. */
async function leftAtOnce(user: User, units: number): Promise<void> {
  const since = market.control.now()
  await expect.poll(() => protectedUnits(user), { interval: 10 }).toBe(units)
  expect(market.control.now() - since).toBeLessThan(2_000)
}

function trade({ clientCode }: User, side: 'BUY' | 'SELL', units: number, product: 'INTRADAY' | 'CARRYFORWARD' = 'INTRADAY') {
  const { exchange, token } = market.contract
  market.control.tradeByHand(clientCode, { exchange, token, side, units, product })
}

it('a leg that its owner sells by hand has no stop the moment after: the premium falls through it, and nothing is sold short', async () => {
  const { user, engine, stop } = await market.withTrade()
  trade(user, 'SELL', LOT)
  await leftAtOnce(user, 0)
  market.quote(86_00, engine)
  await user.closed()
  expect(await user.trades()).toMatchObject([{ exitReason: 'MANUAL', exitQuantity: LOT }])
  expect([user.held(), lowestOf(user)]).toEqual([0, 0])
  expect(user.atExchange().find(({ orderId }) => orderId === stop.orderId)).toMatchObject({ status: 'cancelled', filled: 0 })
})

it('of two lots of which one is sold by hand, the stop closes the other and no more', async () => {
  const { user, engine } = await market.withTrade(2)
  trade(user, 'SELL', LOT)
  await leftAtOnce(user, LOT)
  market.quote(86_00, engine)
  await user.closed()
  expect([user.held(), lowestOf(user)]).toEqual([0, 0])
})

it('two sales of one leg in the same moment, booked together, close it', async () => {
  const { user, engine } = await market.withTrade(2)
  const kept = () =>
    market.db.exitAtBroker.count({ where: { leg: { trade: { userId: user.userId } }, clientOrderId: { startsWith: 'H' } } })
  let go = () => undefined as void
  const held = new Promise<void>((resolve) => (go = resolve))
  void engine.queue.add('hold what is to be booked', () => held)
  trade(user, 'SELL', LOT)
  trade(user, 'SELL', LOT)
  await expect.poll(kept).toBe(2)
  go()
  await user.closed()
  expect(await user.trades()).toMatchObject([{ exitReason: 'MANUAL', exitQuantity: 2 * LOT }])
  expect([user.held(), lowestOf(user)]).toEqual([0, 0])
})

it('a sale by hand that no frame reports is seen in the order book, with the same end', async () => {
  const { user, engine } = await market.withTrade()
  market.control.setFault({ name: 'muteOrderSocket', clientCode: user.clientCode })
  trade(user, 'SELL', LOT)
  await expect.poll(() => protectedUnits(user), { interval: 10 }).toBe(0)
  market.quote(86_00, engine)
  await user.closed()
  expect([user.held(), lowestOf(user)]).toEqual([0, 0])
})

it('a stop that fills first closes its leg; what its owner sells by hand after that is his, and nothing is added to it', async () => {
  const { user, engine } = await market.withTrade()
  market.quote(86_00, engine)
  await user.closed()
  trade(user, 'SELL', LOT)
  await expect.poll(() => user.held()).toBe(-LOT)
  await engine.queue.add('after all that', async () => undefined)
  expect([protectedUnits(user), user.held()]).toEqual([0, -LOT])
  expect(await user.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitQuantity: LOT }])
})

it('what an owner sells of units that he bought himself, or in another product, leaves the stop as it is', async () => {
  const { user } = await market.withTrade()
  const before = callsOf(user)
  trade(user, 'BUY', LOT)
  trade(user, 'BUY', LOT, 'CARRYFORWARD')
  await expect.poll(() => user.held()).toBe(3 * LOT)
  trade(user, 'SELL', LOT)
  trade(user, 'SELL', LOT, 'CARRYFORWARD')
  await expect.poll(() => user.held()).toBe(LOT)
  const since = market.control.now()
  await expect.poll(() => market.control.now() - since).toBeGreaterThan(1_000)
  expect([callsOf(user), protectedUnits(user)]).toEqual([before, LOT])
})

it('a stop that the exchange fills right after a sale by hand is told as what it is, and its leg was closed by hand', async () => {
  const { user, engine, stop } = await market.withTrade()
  // In one moment: no cancellation can come between.
  market.control.setFault({ name: 'instant', clientCode: user.clientCode })
  trade(user, 'SELL', LOT)
  market.quote(86_00, engine)
  await user.closed()
  expect(await user.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'MANUAL', exitQuantity: LOT }])
  const incidents = () => market.db.fillIncident.findMany({ include: { order: true } })
  await expect
    .poll(incidents)
    .toMatchObject([
      { kind: 'POSITION_ALREADY_CLOSED', quantity: LOT, order: { userId: user.userId, clientOrderId: stop.tag, exitReason: 'STOP' } },
    ])
  // Short by his sale and our stop: nothing of ours makes it more.
  await engine.queue.add('after all that', async () => undefined)
  expect([user.held(), protectedUnits(user)]).toEqual([-LOT, 0])
})
