import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { askToClose } from '../prisma/closingOrders.ts'
import { NOT_SHORT } from '../schema/trading/closingOrders.ts'
import { instrumentId } from './broker/instrumentId.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'
import { tradedUnits } from './testing/tradedUnits.ts'

const LOT = 65

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(20)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))
afterEach(() => market.control.clearFaults())

type Trading = Awaited<ReturnType<typeof market.withTrade>>
type User = Trading['user']

const subject = () => instrumentId(market.contract)
const trade = ({ clientCode }: User, side: 'BUY' | 'SELL', units: number) =>
  market.control.tradeByHand(clientCode, {
    ...{ exchange: market.contract.exchange, token: market.contract.token, side, units, product: 'INTRADAY' },
  })
const incidents = ({ userId }: User) => market.db.liveIncident.findMany({ where: { userId } })
const closings = ({ userId }: User) => market.db.closingOrder.findMany({ where: { userId }, orderBy: { id: 'asc' } })
const press = ({ userId }: User) => market.db.$transaction((tx) => askToClose(tx, userId, subject()))
/** Orders of a press at the exchange. */
const sent = (user: User) => user.atExchange().filter(({ tag }) => tag.startsWith('C'))
const ended = (user: User, states: readonly string[]) =>
  expect.poll(async () => (await closings(user)).map(({ state }) => state), { timeout: 20_000 }).toEqual(states)

/** A user whose lots were sold by hand and by our stop in one moment: no cancellation can come between. */
async function short(lots = 1): Promise<Trading> {
  const trading = await market.withTrade(lots)
  const { user, engine } = trading
  market.control.setFault({ name: 'instant', clientCode: user.clientCode })
  trade(user, 'SELL', lots * LOT)
  market.quote(86_00, engine)
  await user.closed()
  await expect
    .poll(() => incidents(user), { timeout: 20_000 })
    .toMatchObject([{ kind: 'OVERFILLED', subject: subject(), units: -lots * LOT }])
  expect(user.held()).toBe(-lots * LOT)
  market.control.clearFaults()
  return trading
}

it('an account that is short by its owner’s sale and our stop is told as that, and is flat after one press', async () => {
  const { user, engine } = await short(2)
  expect((await incidents(user))[0]).toMatchObject({ option: market.contract.tradingSymbol, tradeId: null })
  await press(user)
  engine.desk.obey()
  await ended(user, ['FILLED'])
  expect(user.held()).toBe(0)
  expect(await closings(user)).toMatchObject([{ quantity: 2 * LOT, filledQuantity: 2 * LOT, refusal: null, side: 'BUY' }])
  const [closing] = await closings(user)
  expect(Number(closing?.filledPaise)).toBe(86_00 * 2 * LOT)
  expect(sent(user)).toMatchObject([{ filled: 2 * LOT }])
  await expect.poll(() => incidents(user), { timeout: 20_000 }).toEqual([])
})

it('two presses at the same moment are one order, and one after it sends nothing', async () => {
  const { user, engine } = await short()
  const [one, two] = await Promise.all([press(user), press(user)])
  expect([one?.id === two?.id, [one?.isNew, two?.isNew].filter(Boolean)]).toEqual([true, [true]])
  engine.desk.obey()
  engine.desk.obey()
  await ended(user, ['FILLED'])
  // Its incident may stand until the next look.
  if (await press(user)) {
    engine.desk.obey()
    await ended(user, ['FILLED', 'REFUSED'])
    expect(await closings(user)).toMatchObject([{}, { refusal: NOT_SHORT }])
  }
  expect([sent(user).length, user.held(), tradedUnits(market.control.ledger.entries, user.clientCode).lowest]).toEqual([1, 0, -LOT])
})

it('a press after its owner has bought back himself sends nothing and says so', async () => {
  const { user, engine } = await short()
  await press(user)
  trade(user, 'BUY', LOT)
  engine.desk.obey()
  await ended(user, ['REFUSED'])
  expect(await closings(user)).toMatchObject([{ refusal: NOT_SHORT, filledQuantity: 0 }])
  expect([sent(user), user.held()]).toEqual([[], 0])
  await expect.poll(() => incidents(user), { timeout: 20_000 }).toEqual([])
})

it('of what its owner has bought back in part, only the rest is bought', async () => {
  const { user, engine } = await short(2)
  await press(user)
  trade(user, 'BUY', LOT)
  engine.desk.obey()
  await ended(user, ['FILLED'])
  expect([await closings(user), user.held()]).toMatchObject([[{ quantity: LOT, filledQuantity: LOT }], 0])
})

it('what an owner sells himself long after the stop is no incident, and cannot be pressed', async () => {
  const { user, engine } = await market.withTrade()
  market.quote(86_00, engine)
  await user.closed()
  const closedAt = market.control.now()
  await expect.poll(() => market.control.now() - closedAt, { timeout: 20_000 }).toBeGreaterThan(7_000)
  trade(user, 'SELL', LOT)
  const since = market.control.now()
  await expect.poll(() => market.control.now() - since, { timeout: 20_000 }).toBeGreaterThan(20_000)
  expect([await incidents(user), await press(user), user.held()]).toEqual([[], null, -LOT])
})

it('a sale by hand that has crossed with our stop, which was filled a moment before it, is told and closed by a press', async () => {
  const { user, engine } = await market.withTrade()
  market.quote(86_00, engine)
  await user.closed()
  trade(user, 'SELL', LOT)
  await expect.poll(() => incidents(user), { timeout: 20_000 }).toMatchObject([{ kind: 'OVERFILLED', units: -LOT }])
  await press(user)
  engine.desk.obey()
  await ended(user, ['FILLED'])
  expect(user.held()).toBe(0)
})

it('a press while the leases have lapsed waits for them, and is sent once', async () => {
  const { user, engine } = await short()
  engine.setLapsed(true)
  await press(user)
  engine.desk.obey()
  const since = market.control.now()
  await expect.poll(() => market.control.now() - since).toBeGreaterThan(3_000)
  expect([(await closings(user))[0]?.state, sent(user)]).toEqual(['ASKED', []])
  engine.setLapsed(false)
  await ended(user, ['FILLED'])
  expect([sent(user).length, user.held()]).toEqual([1, 0])
})

it('a press whose engine was killed before it was sent is never sent, and can be pressed again once that is known', async () => {
  const { user, engine } = await short()
  const asked = await press(user)
  // Committed as sent, and no more.
  expect(await market.store.trades.sendClosing(asked?.id ?? '', LOT)).toBe(true)
  engine.desk.obey()
  expect((await press(user))?.id).toBe(asked?.id)
  await expect.poll(async () => (await closings(user))[0]?.state, { timeout: 60_000 }).toBe('REFUSED')
  expect([await closings(user), sent(user), user.held()]).toMatchObject([[{ refusal: 'it never reached the broker' }], [], -LOT])
  await press(user)
  engine.desk.obey()
  await ended(user, ['REFUSED', 'FILLED'])
  expect([sent(user).length, user.held()]).toEqual([1, 0])
})
