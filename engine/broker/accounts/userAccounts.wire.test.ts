import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SandboxAccount } from '../../sandbox/accounts/loadAccount.ts'
import { openTestBroker, typed, type TestBroker } from './testing/openTestBroker.ts'

const DONE = { errorCode: null, error: null, result: null }
const connectedAs = ({ clientCode }: SandboxAccount) => ({ ...DONE, result: { ending: clientCode.slice(-2), replaced: null } })

let broker: TestBroker
let userId: string
beforeAll(async () => {
  broker = await openTestBroker({ accounts: 20 })
  await broker.start()
})
afterAll(() => broker.remove())
beforeEach(async () => {
  userId = await broker.createUser()
  broker.sandbox.control.clearFaults()
  broker.skewMs = 0
})

let used = 0
/** One of the sandbox's accounts that no other test has. */
const nextClient = () => broker.sandbox.users[used++]!
const fields = async () => (await broker.account(userId))?.secrets.map(({ field, ending }) => [field, ending.length])
const heard = async (type: string) => {
  const messages = await broker.database.db.busMessage.findMany()
  return messages.filter(({ payload }) => JSON.stringify(payload).includes(type)).length
}

describe('a user’s account at the broker', () => {
  it('is connected by PIN and one-time code, which are not kept unless that is asked for', async () => {
    const client = nextClient()
    expect(await broker.ask(userId, 'CONNECT_WITH_PIN', typed(client, false))).toEqual(connectedAs(client))
    expect(await broker.account(userId)).toMatchObject({ clientCode: client.clientCode, state: 'CONNECTED', secretsKeptSince: null })
    expect(await fields()).toEqual(['feedToken', 'jwt', 'refreshToken'].map((field) => [field, 2]))
    broker.skewMs = 30_000
    expect(await broker.ask(userId, 'CONNECT_WITH_PIN', typed(client, true))).toEqual(connectedAs(client))
    const kept = await broker.account(userId)
    expect(kept?.secretsKeptSince).not.toBeNull()
    expect(kept?.secrets.map(({ field }) => field)).toEqual(['feedToken', 'jwt', 'pin', 'refreshToken', 'totpSecret'])
    const clock = kept?.validUntil?.getTime() ?? 0
    expect(clock).toBeGreaterThan(Date.now())
    expect(await heard('broker.changed')).toBeGreaterThan(0)
  })

  it('is connected by the tokens of the broker’s login page, whose client code the broker itself says', async () => {
    const client = nextClient()
    const { jwtToken, feedToken } = await broker.sandbox.signIn(client)
    const input = { jwt: `Bearer ${jwtToken}`, feedToken, refreshToken: null }
    expect(await broker.ask(userId, 'CONNECT_WITH_TOKENS', input)).toEqual(connectedAs(client))
    expect(await broker.account(userId)).toMatchObject({ clientCode: client.clientCode, state: 'CONNECTED' })
    expect(await fields()).toEqual(['feedToken', 'jwt'].map((field) => [field, 2]))
  })

  it('gets new tokens by its refresh token, or by a sign-in when that is over and PIN and TOTP secret are kept', async () => {
    const client = nextClient()
    await broker.ask(userId, 'CONNECT_WITH_PIN', typed(client, true))
    const first = await broker.account(userId)
    expect(await broker.ask(userId, 'REFRESH', null)).toEqual(DONE)
    const second = await broker.account(userId)
    expect(second!.refreshedAt!.getTime()).toBeGreaterThan(first!.refreshedAt!.getTime())
    expect(second!.connectedAt).toEqual(first!.connectedAt)
    broker.sandbox.control.killTokens(client.clientCode)
    broker.skewMs = 30_000
    expect(await broker.ask(userId, 'REFRESH', null)).toEqual(DONE)
    expect((await broker.account(userId))!.refreshedAt!.getTime()).toBeGreaterThan(second!.refreshedAt!.getTime())
  })

  it('whose tokens are over is told to connect again when nothing is kept', async () => {
    const client = nextClient()
    await broker.ask(userId, 'CONNECT_WITH_PIN', typed(client, false))
    broker.sandbox.control.killTokens(client.clientCode)
    const over = { errorCode: 'BROKER_ERROR', error: 'Your broker session has ended. Please connect your broker account again.' }
    expect(await broker.ask(userId, 'REFRESH', null)).toMatchObject(over)
    expect(await broker.account(userId)).toMatchObject({ state: 'EXPIRED', validUntil: null })
    expect(await broker.ask(userId, 'SIGN_IN', null)).toMatchObject({ errorCode: 'BROKER_ERROR' })
  })

  it('that came from the login page cannot be renewed, and is left alone while its tokens are good', async () => {
    const client = nextClient()
    const { jwtToken, feedToken } = await broker.sandbox.signIn(client)
    await broker.ask(userId, 'CONNECT_WITH_TOKENS', { jwt: jwtToken, feedToken, refreshToken: null })
    // The check that follows a sign-in.
    await expect.poll(async () => (await broker.account(userId))?.fundsAt).toBeTruthy()
    const before = await broker.account(userId)
    expect(await broker.ask(userId, 'REFRESH', null)).toMatchObject({
      errorCode: 'BROKER_ERROR',
      error: expect.stringContaining('connect again'),
    })
    expect(await broker.account(userId)).toEqual(before)
    broker.sandbox.control.killTokens(client.clientCode)
    expect(await broker.ask(userId, 'REFRESH', null)).toMatchObject({ errorCode: 'BROKER_ERROR' })
    expect(await broker.account(userId)).toMatchObject({ state: 'EXPIRED' })
  })

  it('is signed out and gone with all that is kept when it is disconnected', async () => {
    const client = nextClient()
    await broker.ask(userId, 'CONNECT_WITH_PIN', typed(client, true))
    const { id } = (await broker.account(userId))!
    expect(await broker.ask(userId, 'DISCONNECT', null)).toEqual(DONE)
    expect(await broker.account(userId)).toBeNull()
    expect(await broker.database.db.brokerSecret.count({ where: { accountId: id } })).toBe(0)
    expect(await broker.ask(userId, 'REFRESH', null)).toMatchObject({ errorCode: 'NOT_FOUND' })
  })
})
