import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readinessFacts, type MarketFacts } from '../../../schema/brokerReadiness.ts'
import { judgeReadiness } from '../../../schema/judgeReadiness.ts'
import { istInstant } from '../../../schema/time.ts'
import { createTestSubscription } from '../../store/testing/createTestSubscription.ts'
import { clientOrderIdOf } from '../../trading/orders/orders.ts'
import type { OpenBroker } from './testing/openBroker.ts'
import { openTestBroker, typed, type TestBroker } from './testing/openTestBroker.ts'

const DONE = { errorCode: null, error: null, result: null }
const MARKET: MarketFacts = { feed: 'TICKING', contracts: 12, hasSession: true, isCovered: true }

let broker: TestBroker
let open: OpenBroker
let userId: string
beforeAll(async () => {
  broker = await openTestBroker({ accounts: 20 })
  broker.staticIp = '127.0.0.1'
  open = await broker.start()
})
afterAll(() => broker.remove())
beforeEach(async () => {
  userId = await broker.createUser()
  broker.sandbox.control.clearFaults()
  broker.skewMs = 0
})

let used = 0
const nextClient = () => broker.sandbox.users[used++]!
const readiness = () => broker.database.db.brokerReadiness.findFirst({ where: { account: { userId } } })
const statesOf = async () => {
  const facts = readinessFacts.parse((await readiness())?.facts)
  return Object.fromEntries(judgeReadiness(facts).map(({ subject, state }) => [subject, state]))
}
async function connected() {
  const client = nextClient()
  await broker.ask(userId, 'CONNECT_WITH_PIN', typed(client, false))
  await expect.poll(readiness).not.toBeNull()
  return client
}
const checks = () => broker.database.db.brokerCommand.findMany({ where: { userId, kind: 'CHECK' } })
const asked = (clientCode: string) =>
  broker.sandbox.control.ledger.entries.filter((entry) => 'clientCode' in entry && entry.clientCode === clientCode)

describe('whether an account is ready for the open', () => {
  it('is found out after its sign-in, without an order and without what is not known yet', async () => {
    const { clientCode } = await connected()
    expect(await statesOf()).toEqual({
      ...{ TOKEN: 'READY', FUNDS: 'READY', ADDRESS: 'READY', CLOCK: 'READY' },
      ...{ FEED: 'UNKNOWN', CONTRACTS: 'UNKNOWN', HOLIDAYS: 'UNKNOWN' },
    })
    const { fundsPaise, fundsAt } = (await broker.account(userId))!
    const found = (await readiness())!
    expect(fundsPaise).toBe(BigInt(readinessFacts.parse(found.facts).fundsPaise!))
    expect(fundsAt).toEqual(found.checkedAt)
    expect(asked(clientCode)).toEqual([])
    // What was published is relayed by and by.
    const messages = async () => JSON.stringify((await broker.database.db.busMessage.findMany()).map(({ payload }) => payload))
    await expect.poll(messages).toContain('broker.checked')
  })

  it('is found out again on request, with what the engine knows of its market', async () => {
    await connected()
    open.readinessCheck.learnMarket(() => MARKET)
    expect(await broker.ask(userId, 'CHECK', null)).toEqual(DONE)
    expect(new Set(Object.values(await statesOf()))).toEqual(new Set(['READY']))
  })

  it('depends on the session, which is left as it is', async () => {
    const { clientCode } = await connected()
    broker.sandbox.control.killTokens(clientCode)
    const before = await broker.account(userId)
    expect(await broker.ask(userId, 'CHECK', null)).toEqual(DONE)
    expect(await statesOf()).toMatchObject({ TOKEN: 'ATTENTION', FUNDS: 'UNKNOWN' })
    expect(await broker.account(userId)).toEqual(before)
  })

  it('depends on an answer of the broker', async () => {
    const { clientCode } = await connected()
    broker.sandbox.control.setFault({ name: 'serverError', clientCode, calls: ['getRMS'] })
    await broker.ask(userId, 'CHECK', null)
    expect(await statesOf()).toMatchObject({ TOKEN: 'READY', FUNDS: 'ATTENTION' })
    broker.sandbox.control.setFault({ name: 'serverError', clientCode })
    expect(await broker.ask(userId, 'CHECK', null)).toEqual(DONE)
    expect(await statesOf()).toMatchObject({ TOKEN: 'ATTENTION' })
  })

  it('depends on the clock of this machine', async () => {
    await connected()
    broker.skewMs = 12_000
    await broker.ask(userId, 'CHECK', null)
    expect(await statesOf()).toMatchObject({ CLOCK: 'ATTENTION', TOKEN: 'READY' })
  })

  it('depends on the address that the broker has last refused an order for, until it takes one', async () => {
    const subscription = await createTestSubscription(broker.database.db)
    userId = subscription.userId
    await connected()
    const refusal = 'register this server’s address (the broker says: Unregistered IP address 198.51.100.4) (AG7002)'
    const order = async (mode: 'PAPER' | 'LIVE', outcome: { note: string } | { brokerOrderId: string }) => {
      const ids = { clientOrderId: clientOrderIdOf('ENTRY', randomUUID()), userId, subscriptionId: subscription.subscriptionId }
      const terms = {
        tradeId: randomUUID(),
        legId: randomUUID(),
        mode,
        purpose: 'ENTRY',
        side: 'BUY',
        contract: {},
        quantity: 65,
        terms: {},
      } as const
      const status = 'note' in outcome ? 'REJECTED' : 'SUBMITTED'
      await broker.database.db.order.create({ data: { ...ids, ...terms, ...outcome, status, intendedAt: new Date() } })
      await broker.ask(userId, 'CHECK', null)
      return (await statesOf())['ADDRESS']
    }
    expect(await order('PAPER', { note: refusal })).toBe('READY')
    expect(await order('LIVE', { note: 'RMS: order rejected' })).toBe('READY')
    expect(await order('LIVE', { note: refusal })).toBe('ATTENTION')
    expect(JSON.stringify((await readiness())?.facts)).toContain('198.51.100.4')
    expect(await order('LIVE', { brokerOrderId: '1' })).toBe('READY')
  })

  it('is gone with its account, and when another account at the broker takes its place', async () => {
    await connected()
    broker.sandbox.control.setFault({ name: 'serverError', calls: ['getProfile'], clientCode: null })
    const other = nextClient()
    await broker.ask(userId, 'CONNECT_WITH_PIN', typed(other, false))
    await expect.poll(async () => (await statesOf())['TOKEN']).toBe('ATTENTION')
    expect((await broker.account(userId))?.fundsPaise).toBeNull()
    await broker.ask(userId, 'DISCONNECT', null)
    expect(await broker.ask(userId, 'CHECK', null)).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await readiness()).toBeNull()
  })

  it('is not asked of the installation’s account', async () => {
    expect(await broker.ask(null, 'CHECK', null)).toMatchObject({ errorCode: 'BAD_USER_INPUT' })
  })
})

describe('before the open', () => {
  const morning = istInstant('2026-11-20', 8 * 60 + 30)
  const ended = () => expect.poll(async () => (await checks()).every(({ endedAt }) => endedAt)).toBe(true)
  /** As if it had been signed in, and checked, in the night. */
  async function inTheNight() {
    await connected()
    await ended()
    await broker.database.db.brokerCommand.deleteMany({ where: { userId } })
    await broker.database.db.brokerReadiness.updateMany({ where: { account: { userId } }, data: { marketAt: new Date(morning - 60_000) } })
  }

  it('a connected account is checked once, however many nodes look', async () => {
    await inTheNight()
    await Promise.all([1, 2, 3].map(() => open.accounts.checkUnchecked(morning)))
    await expect.poll(async () => (await readiness())!.marketAt.getTime()).toBeGreaterThan(morning)
    await ended()
    await open.accounts.checkUnchecked(morning)
    expect(await checks()).toHaveLength(1)
  })

  it('one whose check failed is not checked again at once', async () => {
    await inTheNight()
    const data = { kind: 'CHECK', sealedInput: new Uint8Array(), endedAt: new Date(), errorCode: 'INTERNAL_SERVER_ERROR', error: 'broken' }
    await broker.database.db.brokerCommand.create({ data: { ...data, id: '01900000-0000-7000-8000-000000000001', userId } })
    await open.accounts.checkUnchecked(morning)
    expect(await checks()).toHaveLength(1)
  })

  it('one that is not signed in is left alone', async () => {
    await inTheNight()
    await broker.database.db.brokerAccount.updateMany({ where: { userId }, data: { state: 'EXPIRED', validUntil: null } })
    await open.accounts.checkUnchecked(morning)
    expect(await checks()).toEqual([])
  })
})
