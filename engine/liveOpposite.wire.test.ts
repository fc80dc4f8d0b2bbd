import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLiveDesk } from './testing/openLiveDesk.ts'

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(12)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))

type User = Awaited<ReturnType<typeof market.connect>>

const stopsOf = (user: User) => user.atExchange().filter(({ tag, status }) => tag.startsWith('S') && status === 'trigger pending')
/** What the exchange has filled, and under which kind of tag. */
const filled = ({ clientCode }: User) => market.control.fills(clientCode).map(({ tag, side, units }) => [tag[0] ?? 'by hand', side, units])

/** A user with one option bought by one trade and sold by another, as an earlier version let him; each has its stop at the exchange. */
async function withBothSides() {
  const user = await market.connect()
  const before = await market.startDesk()
  before.desk.submit(await user.intendSale())
  await user.running()
  await user.resting()
  await before.stop()
  await user.sendUnchecked(await user.intendEntry())
  const engine = await market.startDesk()
  await user.running(2)
  await expect
    .poll(() =>
      stopsOf(user)
        .map(({ side }) => side)
        .toSorted(),
    )
    .toEqual(['BUY', 'SELL'])
  expect(user.held()).toBe(0)
  const trades = await user.trades()
  const of = (side: 'BUY' | 'SELL') => trades.find(({ legs }) => legs[0]?.side === side)!.id
  return { user, engine, bought: of('BUY'), sold: of('SELL') }
}

describe('an option that one trade has bought and another has sold', () => {
  it.each(['bought', 'sold'] as const)('is closed when its owner closes the %s one first, and then the other', async (first) => {
    const { user, engine, ...trades } = await withBothSides()
    await user.close(trades[first])
    engine.desk.obey()
    await user.closed()
    expect([user.held(), stopsOf(user).map(({ side }) => side)]).toEqual(first === 'bought' ? [-65, ['BUY']] : [65, ['SELL']])
    await user.close(trades[first === 'bought' ? 'sold' : 'bought'])
    engine.desk.obey()
    await user.closed(2)
    expect(user.held()).toBe(0)
    expect(
      (await user.orders()).filter(({ purpose, status }) => purpose === 'EXIT' && status === 'FILLED').map(({ quantity }) => quantity),
    ).toEqual([65, 65])
    await expect.poll(() => stopsOf(user)).toEqual([])
  })

  it('is closed whole when both are closed at once', async () => {
    const { user, engine, bought, sold } = await withBothSides()
    await user.close(bought, sold)
    engine.desk.obey()
    await user.closed(2)
    expect(user.held()).toBe(0)
    await expect.poll(() => stopsOf(user)).toEqual([])
  })

  it('is sold at the target of the bought one', async () => {
    const { user, engine } = await withBothSides()
    market.quote(119_00, engine)
    await user.closed()
    expect((await user.trades()).map(({ status }) => status).toSorted()).toEqual(['RUNNING', 'TARGET_HIT'])
    expect([user.held(), stopsOf(user).map(({ side }) => side)]).toEqual([-65, ['BUY']])
  })
})

describe('an entry is refused in words, with the units, and nothing is sent', () => {
  it('where another trade has sold the option', async () => {
    const user = await market.connect()
    const { desk } = await market.startDesk()
    desk.submit(await user.intendSale())
    await user.running()
    const [entry] = await user.intendEntry()
    desk.submit([entry!])
    const note = async () => (await user.orders()).find(({ clientOrderId }) => clientOrderId === entry!.clientOrderId)?.note
    await expect.poll(note).toBe('your account has sold NIFTY 24,500 CE, 23 Nov (units: 65 in another trade), and this would buy it back')
    expect([user.held(), filled(user)]).toEqual([-65, [['E', 'SELL', 65]]])
  })

  it('where its owner has bought it by hand', async () => {
    const user = await market.connect()
    const { exchange, token } = market.contract
    market.control.tradeByHand(user.clientCode, { exchange, token, side: 'BUY', units: 65, product: 'INTRADAY' })
    const { desk } = await market.startDesk()
    desk.submit(await user.intendSale())
    await expect
      .poll(async () => (await user.orders()).map(({ status, note }) => [status, note]))
      .toEqual([['REJECTED', 'your account holds NIFTY 24,500 CE, 23 Nov (units: 65 in no trade), and this would sell it']])
    expect(filled(user)).toEqual([['by hand', 'BUY', 65]])
  })
})

describe('a sale that its owner has resting in the app', () => {
  it.each(['Close', 'target', 'square-off'] as const)('does not hold up %s, and stays his', async (how) => {
    const user = await market.connect()
    const engine = await market.startDesk()
    engine.desk.submit(await user.intendEntry())
    await user.running()
    await user.resting()
    await user.restInApp('SELL', 65, '130')
    await expect.poll(() => user.atExchange().find(({ tag }) => tag === '')?.status).toBe('open')
    if (how === 'target') market.quote(119_00, engine)
    else if (how === 'square-off') engine.desk.stopAll(true)
    else {
      await user.close((await user.trades())[0]!.id)
      engine.desk.obey()
    }
    await user.closed()
    expect(filled(user)).toEqual([
      ['E', 'BUY', 65],
      ['S', 'SELL', 65],
    ])
    expect(
      user
        .atExchange()
        .filter(({ status }) => status === 'open')
        .map(({ tag }) => tag),
    ).toEqual([''])
  })
})
