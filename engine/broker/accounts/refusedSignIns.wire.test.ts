import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SandboxAccount } from '../../sandbox/accounts/loadAccount.ts'
import { openTestBroker, typed, type TestBroker } from './testing/openTestBroker.ts'

let broker: TestBroker
let userId: string
let used = 0
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

/** One of the sandbox's accounts that no other test has. */
const nextClient = () => broker.sandbox.users[used++]!
const wrongPin = ({ pin }: SandboxAccount) => (pin === '0000' ? '1111' : '0000')
const TEN_KB = 'A'.repeat(10_000)

describe('a sign-in that is refused', () => {
  it.each([
    ['a PIN of letters', { pin: 'abcd' }, 'The PIN has four digits.'],
    ['no client code', { clientCode: '' }, 'The client code is up to 20 letters and digits.'],
    ['markup for a client code', { clientCode: '<script>' }, 'The client code is up to 20 letters and digits.'],
    [
      'a TOTP secret that is none',
      { totpSecret: '123456' },
      'The TOTP secret is the text under the QR code, 16 to 128 letters A–Z and digits 2–7.',
    ],
    [
      'a TOTP secret of 10 kB',
      { totpSecret: TEN_KB },
      'The TOTP secret is the text under the QR code, 16 to 128 letters A–Z and digits 2–7.',
    ],
  ])('for %s is so before the broker hears of it', async (_, changes, error) => {
    const input = { ...typed(nextClient(), true), ...changes }
    expect(await broker.ask(userId, 'CONNECT_WITH_PIN', input)).toEqual({ errorCode: 'BAD_USER_INPUT', error, result: null })
    expect(await broker.account(userId)).toBeNull()
  })

  it('for its PIN says so each time, stores nothing, and is tried once each time', async () => {
    const client = nextClient()
    const refused = { errorCode: 'BAD_USER_INPUT', error: 'The broker refused client code or PIN.', result: null }
    for (let round = 0; round < 3; round++) {
      broker.skewMs = 30_000 * (round - 1)
      expect(await broker.ask(userId, 'CONNECT_WITH_PIN', { ...typed(client, true), pin: wrongPin(client) })).toEqual(refused)
    }
    expect(await broker.account(userId)).toBeNull()
  })

  it('for its one-time code names secret and clock', async () => {
    const client = nextClient()
    broker.skewMs = -10 * 60_000
    const answer = await broker.ask(userId, 'CONNECT_WITH_PIN', typed(client, true))
    expect(answer).toMatchObject({ errorCode: 'BAD_USER_INPUT' })
    expect(answer.error).toContain('check the TOTP secret, and that the clock of this server is right.')
    expect(await broker.account(userId)).toBeNull()
  })

  it('by itself with a PIN that has become wrong is not tried again: it is forgotten, and the owner told', async () => {
    const client = nextClient()
    await broker.ask(userId, 'CONNECT_WITH_PIN', typed(client, true))
    broker.sandbox.control.killTokens(client.clientCode)
    const { pin } = client
    Object.assign(client, { pin: wrongPin(client) })
    broker.skewMs = 30_000
    try {
      expect(await broker.ask(userId, 'REFRESH', null)).toMatchObject({ errorCode: 'BAD_USER_INPUT' })
    } finally {
      Object.assign(client, { pin })
    }
    const problem = 'The broker refused client code or PIN.'
    expect(await broker.account(userId)).toMatchObject({ state: 'REFUSED', problem, secretsKeptSince: null })
    expect((await broker.account(userId))?.secrets.map(({ field }) => field)).not.toContain('pin')
    expect(await broker.ask(userId, 'SIGN_IN', null)).toMatchObject({ errorCode: 'BROKER_ERROR' })
  })

  it('for tokens that are none leaves nothing behind', async () => {
    for (const jwt of ['', 'not a token', 'a\r\nb', TEN_KB, 'eyJhbGciOiJIUzUxMiJ9.e30.c2ln']) {
      const answer = await broker.ask(userId, 'CONNECT_WITH_TOKENS', { jwt, feedToken: 'feed', refreshToken: null })
      expect(['BAD_USER_INPUT', 'BROKER_ERROR']).toContain(answer.errorCode)
    }
    expect(await broker.account(userId)).toBeNull()
  })
})

describe('a client code', () => {
  it('is one user’s: for the second it is a conflict, whichever way he comes, and at the same moment too, without waiting for another one-time code', async () => {
    const client = nextClient()
    // A code that has just begun: the next one comes after the patience of ended() ends.
    broker.skewMs = -(Date.now() % 30_000)
    const second = await broker.createUser()
    const asked = await Promise.all([userId, second].map((id) => broker.command(id, 'CONNECT_WITH_PIN', typed(client, false))))
    const codes = (await Promise.all(asked.map((id) => broker.ended(id)))).map(({ errorCode }) => errorCode)
    expect(codes.sort()).toEqual(['CONFLICT', null].sort())
    expect(await broker.database.db.brokerAccount.count({ where: { clientCode: client.clientCode } })).toBe(1)
    const loser = (await broker.account(userId)) ? second : userId
    const { jwtToken, feedToken } = await broker.sandbox.signIn(client)
    const answer = await broker.ask(loser, 'CONNECT_WITH_TOKENS', { jwt: jwtToken, feedToken, refreshToken: null })
    expect(answer).toEqual({ errorCode: 'CONFLICT', error: 'This account at the broker is connected to another user.', result: null })
    expect(await broker.account(loser)).toBeNull()
  })
})

describe('a broker that answers badly', () => {
  const connected = async () => {
    const client = nextClient()
    const { jwtToken, feedToken } = await broker.sandbox.signIn(client)
    return { client, ask: () => broker.ask(userId, 'CONNECT_WITH_TOKENS', { jwt: jwtToken, feedToken, refreshToken: null }) }
  }

  it.each([
    ['nothing', 'emptyBody'],
    ['half an answer', 'truncatedJson'],
    ['a web page', 'serverError'],
    ['null', 'nullData'],
  ] as const)('with %s leads to an answer in our words, and to no half an account', async (_, name) => {
    const { ask } = await connected()
    broker.sandbox.control.setFault({ name, calls: ['getProfile'] })
    const answer = await ask()
    expect(answer.errorCode).toBe('BROKER_ERROR')
    expect(answer.error).not.toMatch(/[<>{}]/)
    expect(await broker.account(userId)).toBeNull()
    broker.sandbox.control.clearFaults()
    expect(await ask()).toMatchObject({ errorCode: null })
  })
})

describe('prices', () => {
  it('come by their tokens, those of no instrument left out', async () => {
    const nifty = '99926000'
    const { result } = await broker.ask(userId, 'QUOTE', { tokens: [nifty, 'nothing'] })
    expect(result).toEqual([{ token: nifty, symbol: 'Nifty 50', ltp: expect.any(Number) as number, at: expect.any(String) as string }])
    const [{ at }] = result as unknown as [{ at: string }]
    expect(Math.abs(Date.parse(at) - broker.sandbox.control.now())).toBeLessThan(3_600_000)
  })
})
