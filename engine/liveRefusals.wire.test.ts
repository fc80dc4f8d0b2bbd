import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { SeededRandom } from '../schema/SeededRandom.ts'
import { MINUTE } from '../schema/time.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'

const EACH = 10
/** Calls on one leg in two minutes that are refused for its account: doubling waits, of its exit and of the cancellation of its stop. */
const MOST_REFUSED = 25

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(6 * EACH)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))
afterEach(() => market.control.clearFaults())

type User = Awaited<ReturnType<typeof market.connect>>

function tenUsers(): Promise<User[]> {
  return Promise.all(Array.from({ length: EACH }, () => market.connect()))
}

/** The broker takes orders from no address of this machine. */
function refuseAddress(): void {
  market.control.setFault({ name: 'staticIp', registered: [] })
}

/** Calls on orders that the broker received from the engine for a user, by the ledger. */
const callsOf = ({ clientCode }: User) =>
  market.control.ledger.entries.flatMap((entry) =>
    entry.kind === 'call' && entry.clientCode === clientCode && entry.via === 'api' ? { call: entry.call, outcome: entry.outcome } : [],
  )

/** Resolves when so much market time has gone by. */
async function pass(milliseconds: number): Promise<void> {
  const until = market.control.now() + milliseconds
  await expect.poll(() => market.control.now()).toBeGreaterThan(until)
}

/** Of a user whose only entry was refused nothing is left: no trade, no leg, nothing at the exchange. */
async function expectNothingOf(user: User, note: RegExp): Promise<void> {
  await expect.poll(async () => (await user.orders()).map(({ status }) => status)).toEqual(['REJECTED'])
  const [order] = await user.orders()
  expect(order).toMatchObject({ filledQuantity: 0, note: expect.stringMatching(note) as string })
  expect(await user.trades()).toEqual([])
  expect(user.atExchange().filter(({ tag }) => tag !== '')).toEqual([])
}

it('ten entries from an address that is not registered are refused by name, asked for once, and leave nothing behind', async () => {
  const users = await tenUsers()
  const engine = await market.startDesk()
  refuseAddress()
  for (const user of users) engine.desk.submit(await user.intendEntry())
  for (const user of users) await expectNothingOf(user, /register this server’s address.*AG7002/)
  await pass(MINUTE)
  for (const user of users) expect(callsOf(user)).toEqual([{ call: 'placeOrder', outcome: 'refused' }])
})

it('ten legs that cannot be closed from an address that is not registered keep their stops, are tried ever less often, and are sold once it is', async () => {
  const users = await tenUsers()
  const engine = await market.startDesk()
  for (const user of users) engine.desk.submit(await user.intendEntry())
  for (const user of users) {
    await user.running()
    await user.resting()
  }
  const before = new Map(users.map((user) => [user, callsOf(user).length]))
  refuseAddress()
  market.quote(119_00, engine)
  await pass(2 * MINUTE)
  for (const user of users) {
    const refused = callsOf(user).slice(before.get(user))
    expect(refused.every(({ outcome }) => outcome === 'refused')).toBe(true)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(MOST_REFUSED)
    expect(user.held()).toBe(market.contract.lotSize)
    expect(user.atExchange().filter(({ tag, resting }) => tag.startsWith('S') && resting !== null)).toHaveLength(1)
  }
  market.control.clearFaults()
  for (const user of users) {
    await expect.poll(() => user.trades()).toMatchObject([{ status: 'TARGET_HIT', exitQuantity: market.contract.lotSize }])
    expect(user.held()).toBe(0)
  }
}, 180_000)

it('ten entries that cost more than their accounts have are refused with both amounts, and none is sent', async () => {
  const random = new SeededRandom('short margins')
  const users = await tenUsers()
  const engine = await market.startDesk()
  const { exchange, token, lotSize } = market.contract
  for (const user of users) {
    // ₹5,500 of ten lakh are left: less than a lot.
    for (const lots of [27, 27, 27, 27, 27, 18])
      market.control.tradeByHand(user.clientCode, { exchange, token, side: 'BUY', units: lots * lotSize, product: 'INTRADAY' })
    engine.desk.submit(await user.intendEntry(lotSize * random.integer(1, 20)))
  }
  for (const user of users) await expectNothingOf(user, /^the broker asks for ₹[\d,.]+ and the account has ₹[\d,.]+$/)
  await pass(MINUTE)
  for (const user of users) expect(callsOf(user)).toEqual([])
})
