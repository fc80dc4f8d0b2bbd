import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLiveDesk } from './testing/openLiveDesk.ts'

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(4)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))
afterEach(() => market.setLosing(false))

describe('reports of the broker that are lost on their way', () => {
  it('all of them, of a whole trade, are made good by its books: it opens, is protected, and closes at its target', async () => {
    const user = await market.connect()
    const engine = await market.startDesk()
    market.setLosing(true)
    engine.desk.submit(await user.intendEntry())
    await user.running()
    await user.resting()
    market.quote(119_00, engine)
    await user.closed()
    expect(await user.trades()).toMatchObject([{ status: 'TARGET_HIT' }])
    expect(user.held()).toBe(0)
  })

  it('that a stop has closed its leg is made good: the leg is closed, as stopped', async () => {
    const { user, engine } = await market.withTrade()
    market.setLosing(true)
    market.quote(87_00, engine)
    await user.closed()
    expect(await user.trades()).toMatchObject([{ status: 'STOPLOSS_HIT' }])
    expect(user.held()).toBe(0)
  })

  it('that a stop was cancelled is made good: another one rests', async () => {
    const { user, stop } = await market.withTrade()
    market.setLosing(true)
    expect(market.control.cancelByHand(user.clientCode, stop.orderId)).toBe(true)
    const stops = () => user.atExchange().filter(({ tag }) => tag.startsWith('S'))
    await expect.poll(() => stops().map(({ resting }) => resting)).toEqual([null, 'trigger pending'])
  })
})
