import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBroker } from '../engine/broker/accounts/testing/openBroker.ts'
import { Shutdown } from '../engine/runtime/Shutdown.ts'
import type { SandboxAccount } from '../engine/sandbox/accounts/loadAccount.ts'
import { openSandbox, type OpenSandbox } from '../engine/sandbox/testing/openSandbox.ts'
import { insertEntryOrder, insertStrategy, insertTrade } from '../gateway/testing/rows.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../gateway/testing/startTestGateway.ts'
import { MINUTE } from '../schema/time.ts'
import { mailsTo } from '../gateway/topics/mail/testing/mailbox.ts'

/** The gateway, the engine's side of the broker and the sandbox together, as a browser meets them. */

const DEVICE = 'sakha_device=hers'
const NIFTY = '99926000'

const shutdown = new Shutdown(pino({ level: 'silent' }))
let app: TestGateway
let sandbox: OpenSandbox
let asha: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  sandbox = await openSandbox({ accounts: 4, redirectUrls: [`${app.url}/auth/smartapi/callback`] })
  const { home, port: sandboxPort } = sandbox
  const config = {
    databaseUrl: app.databaseUrl,
    port: 0,
    metricsHost: '127.0.0.1',
    broker: { kind: 'sandbox' as const },
    staticIp: null,
    algoId: null,
    allowLive: 'NOBODY' as const,
    sandboxPort,
    home,
    tracesTo: null,
  }
  await openBroker(config, Date.now, shutdown)
  asha = await app.user('Asha')
})
afterAll(async () => {
  await shutdown.run()
  await app.close()
  await sandbox.remove()
})

// Counted by address and minute, which is not under test here.
beforeEach(() => app.db.credentialAttempts.deleteMany())

interface Said {
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null
  readonly errors?: readonly { readonly message: string; readonly extensions: Readonly<Record<string, unknown>> }[]
}
const ask = async (query: string, variables = {}, { token } = asha) =>
  (await app.graphql(query, { variables, token, cookie: DEVICE })).body as Said
const visit = (address: string, cookie: string) => fetch(address, { headers: { cookie }, redirect: 'manual' })
const locationOf = (response: Response) => new URL(response.headers.get('location')!, app.url)

/** Fills in the broker's form and sends it; it takes a try a second. */
async function signIn(
  page: string,
  address: URL,
  { clientCode, pin }: { readonly clientCode: string; readonly pin: string },
): Promise<URL> {
  const hidden = [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code))),
  ])
  let back: Response | undefined
  await eventually(async () => {
    const totp = sandbox.code(sandbox.users.find((user) => user.clientCode === clientCode))
    const body = new URLSearchParams({ ...(Object.fromEntries(hidden) as Record<string, string>), clientcode: clientCode, pin, totp })
    back = await fetch(address.origin + address.pathname, { method: 'POST', body, redirect: 'manual' })
    return back.status
  }).toBe(303)
  return locationOf(back!)
}

/** Goes through the broker's login page as this client; resolves with where that ends. */
async function byLoginPage(user: TestUser, client: SandboxAccount, leaving: string | null = null): Promise<string> {
  const started = await ask('mutation ($leaving: String) { connectBroker(leaving: $leaving) { path } }', { leaving }, user)
  const there = await visit(app.url + String(started.data?.['connectBroker']?.['path']), DEVICE)
  const loginPage = locationOf(there)
  const cookie = there.headers.get('set-cookie')!.split(';')[0]!
  const callback = await signIn(await (await fetch(loginPage)).text(), loginPage, client)
  expect(callback.origin + callback.pathname).toBe(`${app.url}/auth/smartapi/callback`)
  return locationOf(await visit(callback.href, cookie)).href.slice(app.url.length)
}

test('a user connects through the sandbox’s login page, sees prices, and is gone from there after disconnecting', async () => {
  const [client] = sandbox.users
  expect(await byLoginPage(asha, client!)).toBe('/profile?broker=connected')

  const status = await ask('{ brokerStatus { isConnected clientCodeEnding brokerName signsInByItself problem } }')
  expect(status.data?.['brokerStatus']).toEqual({
    ...{ isConnected: true, clientCodeEnding: client!.clientCode.slice(-2), brokerName: 'angel', signsInByItself: false, problem: null },
  })
  const price = await ask(`{ ltp(token: "${NIFTY}") { token ltp at } }`)
  expect(price.data?.['ltp']).toMatchObject({ token: NIFTY, ltp: expect.any(Number) as number })
  expect(await app.rest('POST', '/broker/live-data', { token: asha.token, body: { tokens: [NIFTY, '1'] } })).toMatchObject({
    body: { data: [{ token: NIFTY }] },
  })

  const gone = await ask('mutation { disconnectBroker { isConnected clientCodeEnding } }')
  expect(gone.data).toEqual({ disconnectBroker: { isConnected: false, clientCodeEnding: null } })
  expect(await app.db.brokerAccount.count({ where: { userId: asha.id } })).toBe(0)
  expect(await app.db.brokerSecret.count({ where: { account: { userId: asha.id } } })).toBe(0)
})

test('a user who has PIN and TOTP secret kept is connected by them, and gets new tokens', async () => {
  const { clientCode, pin, totpSecret } = sandbox.users[1]!
  const said = await ask('mutation ($input: BrokerSignInInput!) { connectBrokerWithPin(input: $input) { isConnected signsInByItself } }', {
    input: { clientCode: clientCode.toLowerCase(), pin, totpSecret, keep: true },
  })
  expect(said.data).toEqual({ connectBrokerWithPin: { isConnected: true, signsInByItself: true } })
  expect(await app.rest('POST', '/auth/refresh-broker-token', { token: asha.token })).toMatchObject({
    body: { message: 'Broker tokens refreshed successfully!', data: { isConnected: true } },
  })
})

describe('while live trades or orders are open', () => {
  const BY_PIN = 'mutation ($input: BrokerSignInInput!) { connectBrokerWithPin(input: $input) { clientCodeEnding } }'
  const DISCONNECT = 'mutation ($leaving: String) { disconnectBroker(leaving: $leaving) { isConnected clientCodeEnding } }'
  const OPTION = 'NIFTY21NOV2424500CE'
  const byPin = (user: TestUser, { clientCode, pin, totpSecret }: SandboxAccount, leaving: string | null = null) =>
    ask(BY_PIN, { input: { clientCode, pin, totpSecret, keep: false, leaving } }, user)
  const refusalIn = ({ errors }: Said) => `${String(errors?.[0]?.extensions['code'])}: ${errors?.[0]?.message}`
  const stored = async ({ id }: TestUser) =>
    (await app.db.brokerAccount.findUnique({ where: { userId: id }, select: { clientCode: true, state: true } })) ?? null

  let strategyId: string
  beforeAll(async () => void (strategyId = await insertStrategy(app.db, 'ema-crossover')))
  // A second attempt of a test finds the clients free.
  beforeEach(() => app.db.$transaction([app.db.brokerAccount.deleteMany(), app.db.signal.deleteMany()]))

  /** A user connected as this client, with a live trade that runs and a live entry under way. */
  async function trader(name: string, client: SandboxAccount): Promise<TestUser> {
    const user = await app.user(name)
    await app.db.user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date() } })
    expect((await byPin(user, client)).errors).toBeUndefined()
    const tradeId = await insertTrade(app.db, { userId: user.id, strategyId, mode: 'LIVE', option: OPTION })
    await insertEntryOrder(app.db, tradeId)
    await app.db.order.updateMany({ where: { tradeId }, data: { mode: 'LIVE', status: 'SUBMITTED', filledQuantity: 0 } })
    return user
  }

  test('another account never takes the place of theirs, by whatever way, unless its owner leaves them by a typed word', async () => {
    const [, , own, other] = sandbox.users as [SandboxAccount, SandboxAccount, SandboxAccount, SandboxAccount]
    const ravi = await trader('Ravi', own)
    const [from, to] = [own.clientCode.slice(-2), other.clientCode.slice(-2)]
    const before = { clientCode: own.clientCode, state: 'CONNECTED' }
    const { data } = await ask('{ openAtBroker { kind option side units } }', {}, ravi)
    expect(data?.['openAtBroker']).toMatchObject([
      { kind: 'TRADE', option: OPTION, side: 'BUY' },
      { kind: 'ORDER', side: 'BUY' },
    ])

    const numbers = new RegExp(
      `^CONFLICT: .*…${from}: [\\d,]+ units of NIFTY [\\d,]+ CE, 21 Nov, bought; an order to buy .*no longer close`,
    )
    expect(refusalIn(await byPin(ravi, other))).toMatch(numbers)
    expect(await byLoginPage(ravi, other)).toBe('/profile?broker=open')
    expect(refusalIn(await ask(DISCONNECT, {}, ravi))).toMatch(/^CONFLICT: Your broker was not disconnected\..*type LEAVE/)
    expect(refusalIn(await ask(DISCONNECT, { leaving: 'yes' }, ravi))).toMatch(/^BAD_USER_INPUT: Type LEAVE/)
    expect(await stored(ravi)).toEqual(before)

    // The same account may always be connected again.
    expect(await byLoginPage(ravi, own)).toBe('/profile?broker=connected')
    expect(await stored(ravi)).toEqual(before)

    // Disconnecting by the word leaves no way round it: the account is still known.
    const left = await ask(DISCONNECT, { leaving: 'LEAVE' }, ravi)
    expect(left.data).toEqual({ disconnectBroker: { isConnected: false, clientCodeEnding: from } })
    expect(await app.db.brokerSecret.count({ where: { account: { userId: ravi.id } } })).toBe(0)
    expect(refusalIn(await byPin(ravi, other))).toMatch(/^CONFLICT/)
    expect(await byLoginPage(ravi, own)).toBe('/profile?broker=connected')

    expect(await byLoginPage(ravi, other, 'LEAVE')).toBe('/profile?broker=connected')
    expect(await stored(ravi)).toEqual({ clientCode: other.clientCode, state: 'CONNECTED' })
    expect(await app.db.trade.findMany({ where: { userId: ravi.id } })).toMatchObject([
      { status: 'COMPLETED', exitReason: 'NOT_HELD', netPaise: null },
    ])
    expect(await app.db.order.count({ where: { userId: ravi.id, isOpen: true } })).toBe(0)
    expect((await ask('{ openAtBroker { kind } }', {}, ravi)).data?.['openAtBroker']).toEqual([])
    await eventually(async () => (await mailsTo(app.home, 'ravi@example.com')).join()).toContain(
      `another account at the broker was connected: the one whose client code ends in ${to}, in place of the one that ends in ${from}.`,
    )
  })

  test('a session without a recent password comes to no way at all', async () => {
    const [, , , client] = sandbox.users as [SandboxAccount, SandboxAccount, SandboxAccount, SandboxAccount]
    const thief = await app.user('Thief')
    await app.db.session.update({ where: { id: thief.id }, data: { authenticatedAt: new Date(Date.now() - 11 * MINUTE) } })
    const ways = ['mutation { connectBroker { path } }', 'mutation { disconnectBroker { isConnected } }']
    for (const said of [await byPin(thief, client), ...(await Promise.all(ways.map((way) => ask(way, {}, thief))))])
      expect(refusalIn(said)).toMatch(/^REAUTHENTICATION_REQUIRED/)
    expect(await app.db.brokerCommand.count({ where: { userId: thief.id } })).toBe(0)
    expect(await app.db.brokerLogin.count({ where: { userId: thief.id } })).toBe(0)
  })
})
