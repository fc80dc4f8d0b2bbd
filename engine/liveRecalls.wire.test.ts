import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paise } from '../schema/money.ts'
import { isFinal } from './sandbox/orders/Order.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(6)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))
afterEach(() => market.control.clearFaults())

type User = Awaited<ReturnType<typeof market.connect>>

/** Cancellations of a user are lost on the way to the broker: so many of them, or all. */
function loseCancellations({ clientCode }: User, times: number | null = null): void {
  market.control.setFault({ name: 'lostAnswer', calls: ['cancelOrder'], reached: false, clientCode, times })
}

const cancellationsOf = ({ clientCode }: User) =>
  market.control.ledger.entries.filter((entry) => entry.kind === 'call' && entry.call === 'cancelOrder' && entry.clientCode === clientCode)

/** The order of a tag as it stands at the exchange. */
const ordersOf = (user: User, kind: 'E' | 'X') => user.atExchange().filter(({ tag }) => tag.startsWith(kind))

/** A user whose entry rests at the exchange, below the market. */
async function withRestingEntry() {
  const user = await market.connect()
  const engine = await market.startDesk()
  // For the exchange alone: the desk prices by what it saw last.
  market.quote(105_00)
  engine.desk.submit(await user.intendEntry())
  await expect.poll(() => ordersOf(user, 'E')).toMatchObject([{ status: 'open' }])
  return { user, engine }
}

/** A user with an exit that rests at the exchange, above the market, while its leg is closed already by a late fill of the stop before it. */
async function withNeedlessExit(lost: number | null) {
  const user = await market.connect()
  const engine = await market.startDesk()
  engine.desk.submit(await user.intendEntry())
  await user.running()
  const { orderId } = await user.resting()
  // The stop does not become the exit. The desk sees the target reached, and the exchange does not.
  market.control.setFault({ name: 'refusedChange', clientCode: user.clientCode })
  market.quote(119_00, engine)
  market.quote(100_00)
  await expect.poll(() => ordersOf(user, 'X')).toMatchObject([{ status: 'open' }])
  market.control.clearFaults('refusedChange')
  loseCancellations(user, lost)
  expect(market.control.fillLate(orderId, market.contract.lotSize, paise(88_00))).toBe(true)
  await user.closed()
  return { user, engine }
}

describe('a cancellation that is lost', () => {
  it('by a kill switch, of an entry that rests, is asked for again until the entry has ended: it buys nothing hours later', async () => {
    const { user, engine } = await withRestingEntry()
    loseCancellations(user, 2)
    engine.desk.stopAll(false)
    await expect.poll(() => ordersOf(user, 'E')).toMatchObject([{ status: 'cancelled', filled: 0 }])
    await expect.poll(async () => (await user.orders()).map(({ status }) => status)).toEqual(['CANCELLED'])
    const asked = cancellationsOf(user).length
    expect(asked).toBeGreaterThanOrEqual(3)
    market.quote(90_00, engine)
    expect(user.held()).toBe(0)
    expect(cancellationsOf(user)).toHaveLength(asked)
  })

  it('of an exit that a late fill has left nothing to close is asked for again: it sells nothing that is not held', async () => {
    const { user, engine } = await withNeedlessExit(2)
    await expect.poll(() => ordersOf(user, 'X')).toMatchObject([{ status: 'cancelled', filled: 0 }])
    await expect.poll(async () => (await user.orders()).map(({ status }) => status)).toEqual(['FILLED', 'FILLED', 'CANCELLED'])
    market.quote(125_00, engine)
    expect(user.held()).toBe(0)
  })

  it('of such an exit goes on after a restart', async () => {
    const { user, engine } = await withNeedlessExit(null)
    await expect.poll(() => cancellationsOf(user).length).toBeGreaterThan(1)
    await engine.stop()
    expect(ordersOf(user, 'X').every(isFinal)).toBe(false)
    market.control.clearFaults()
    await market.startDesk()
    await expect.poll(() => ordersOf(user, 'X')).toMatchObject([{ status: 'cancelled', filled: 0 }])
    await expect.poll(async () => (await user.orders()).map(({ status }) => status)).toEqual(['FILLED', 'FILLED', 'CANCELLED'])
    expect(user.held()).toBe(0)
  })
})

it('an exit that is filled although its leg has nothing left ends in the books', async () => {
  const { user } = await withNeedlessExit(null)
  market.quote(119_00)
  await expect.poll(() => ordersOf(user, 'X')).toMatchObject([{ status: 'complete' }])
  await expect.poll(async () => (await user.orders()).map(({ status }) => status)).toEqual(['FILLED', 'FILLED', 'EXPIRED'])
})

it('an exit that was left to its owner is tried again when he connects his broker', async () => {
  const user = await market.connect()
  const first = await market.startDesk()
  first.desk.submit(await user.intendEntry())
  await user.running()
  await user.resting()
  await first.stop()
  const left = { exitFailures: 10, exitWanted: 'TARGET', exitRetryAt: new Date(market.control.now()) } as const
  await market.db.leg.updateMany({ where: { trade: { userId: user.userId } }, data: left })
  const { desk } = await market.startDesk()
  desk.onBrokerChanged('another user')
  // Queues behind whatever that has requested.
  await desk.reconcile()
  expect(ordersOf(user, 'X')).toEqual([])
  desk.onBrokerChanged(user.userId)
  await user.closed()
  expect(user.held()).toBe(0)
})
