import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenBroker } from './testing/openBroker.ts'
import { openTestBroker, type TestBroker } from './testing/openTestBroker.ts'

const PATIENT = { timeout: 90_000, interval: 50 }
const DONE = { errorCode: null, error: null, result: null }

let broker: TestBroker
let open: OpenBroker
beforeEach(async () => {
  broker = await openTestBroker()
  open = await broker.start()
})
afterEach(() => broker.remove())

const row = () => broker.account(null)
const configured = () => {
  const { clientCode, pin, totpSecret } = broker.sandbox.users[0]!
  return { clientCode, pin, totpSecret }
}
/** Waits until the feed sends the subscribed ticks. */
async function hearTicks(): Promise<void> {
  let ticks = 0
  const stop = open.broker.feed.onTick(() => ticks++)
  open.broker.feed.subscribe([{ exchange: 'NSE', token: '99926000' }], 'ltp')
  await expect.poll(() => ticks, PATIENT).toBeGreaterThan(0)
  stop()
}

describe('the account that feeds the market data', () => {
  it('is the sandbox’s own at first, and its row says that it is signed in, without anything kept', async () => {
    await expect.poll(async () => (await row())?.state, PATIENT).toBe('CONNECTED')
    expect(await row()).toMatchObject({ clientCode: broker.sandbox.account.clientCode, secretsKeptSince: null, secrets: [] })
    expect(await broker.database.db.brokerSetup.findMany()).toEqual([
      {
        ...{ id: 1, broker: 'sandbox', algoId: null },
        loginUrl: `${broker.sandbox.url}/publisher-login?api_key=${broker.sandbox.account.apiKey}`,
      },
    ])
  })

  it('is the one that the admin configures, once it has signed in, over a restart too, until it is removed', async () => {
    await expect.poll(async () => (await row())?.state, PATIENT).toBe('CONNECTED')
    const mine = configured()
    expect(await broker.ask(null, 'CONFIGURE', mine)).toEqual(DONE)
    expect(await row()).toMatchObject({ clientCode: mine.clientCode, state: 'CONFIGURED', connectedAt: null })
    await open.installation.adopt()
    expect(open.broker.session.clientCode).toBe(broker.sandbox.account.clientCode)

    expect(await broker.ask(null, 'SIGN_IN', null)).toEqual(DONE)
    expect(await row()).toMatchObject({ clientCode: mine.clientCode, state: 'CONNECTED' })
    expect((await row())?.secrets.map(({ field, ending }) => [field, ending])).toEqual([
      ['pin', mine.pin.slice(-2)],
      ['totpSecret', mine.totpSecret.slice(-2)],
    ])
    expect(open.broker.session.clientCode).toBe(mine.clientCode)
    await hearTicks()
    expect(await broker.ask(null, 'REFRESH', null)).toEqual(DONE)

    await broker.stop()
    broker.skewMs = 30_000
    open = await broker.start()
    expect(open.broker.session.clientCode).toBe(mine.clientCode)

    expect(await broker.ask(null, 'DISCONNECT', null)).toEqual(DONE)
    expect(await broker.database.db.brokerSecret.count()).toBe(0)
    expect(open.broker.session.clientCode).toBe(broker.sandbox.account.clientCode)
  }, 180_000)

  it('stays who it was when another one is refused, and says why', async () => {
    await expect.poll(async () => (await row())?.state, PATIENT).toBe('CONNECTED')
    const mine = configured()
    await broker.ask(null, 'CONFIGURE', { ...mine, pin: mine.pin === '0000' ? '1111' : '0000' })
    const problem = 'The broker refused client code or PIN.'
    expect(await broker.ask(null, 'SIGN_IN', null)).toEqual({ errorCode: 'BAD_USER_INPUT', error: problem, result: null })
    expect(await row()).toMatchObject({ clientCode: mine.clientCode, state: 'REFUSED', problem, secretsKeptSince: null, secrets: [] })
    await open.installation.adopt()
    expect(open.broker.session.clientCode).toBe(broker.sandbox.account.clientCode)
    await hearTicks()
    expect(await broker.ask(null, 'SIGN_IN', null)).toMatchObject({ errorCode: 'NOT_FOUND' })
  })
})
