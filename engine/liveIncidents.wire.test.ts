import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openLiveDesk } from './testing/openLiveDesk.ts'

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(4)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))
afterEach(() => market.control.clearFaults())

type Trading = Awaited<ReturnType<typeof market.withTrade>>

const kindsOf = ({ user, engine }: Pick<Trading, 'user' | 'engine'>) =>
  engine.desk.liveIncidents.flatMap(({ kind, userId }) => (userId === user.userId ? kind : []))

it('a leg whose stop the broker refuses, and whose exit it refuses too, are incidents with their units until the leg is closed', async () => {
  const user = await market.connect()
  const engine = await market.startDesk()
  engine.desk.submit(await user.intendEntry())
  await user.running()
  const stop = await user.resting()
  // The broker takes orders from no address of this machine.
  market.control.setFault({ name: 'staticIp', registered: [] })
  market.control.vanishOrder(stop.orderId)
  market.quote(119_00, engine)
  await expect.poll(() => kindsOf({ user, engine }).toSorted(), { timeout: 30_000 }).toEqual(['EXIT_OPEN', 'LEG_BARE'])
  expect(engine.desk.liveIncidents).toEqual(
    expect.arrayContaining([expect.objectContaining({ option: market.contract.tradingSymbol, units: 65, userId: user.userId })]),
  )
  market.control.clearFaults()
  await expect.poll(() => user.held(), { timeout: 60_000 }).toBe(0)
  await user.closed()
  await expect.poll(() => kindsOf({ user, engine })).toEqual([])
})

it('a trade that opens, is protected and closes is no incident at any moment', async () => {
  const trading = await market.withTrade()
  const { user, engine } = trading
  const seen = new Set<string>()
  const watching = setInterval(() => kindsOf(trading).forEach((kind) => seen.add(kind)), 10)
  const until = market.control.now() + 40_000
  await expect.poll(() => market.control.now(), { timeout: 30_000 }).toBeGreaterThan(until)
  market.quote(119_00, engine)
  await user.closed()
  const end = market.control.now() + 40_000
  await expect.poll(() => market.control.now(), { timeout: 30_000 }).toBeGreaterThan(end)
  clearInterval(watching)
  expect([...seen]).toEqual([])
})
