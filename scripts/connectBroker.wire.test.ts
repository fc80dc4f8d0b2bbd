import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBroker } from '../engine/openBroker.ts'
import { retryUntilDone } from '../engine/runtime/retryUntilDone.ts'
import { Shutdown } from '../engine/runtime/Shutdown.ts'
import { openSandbox, type OpenSandbox } from '../engine/sandbox/testing/openSandbox.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../gateway/testing/startTestGateway.ts'

/** The gateway, the engine's side of the broker and the sandbox together, as a browser meets them. */

const DEVICE = 'sakha_device=hers'
const NIFTY = '99926000'

const log = pino({ level: 'silent' })
const shutdown = new Shutdown(log)
let app: TestGateway
let sandbox: OpenSandbox
let asha: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  sandbox = await openSandbox({ accounts: 2, redirectUrls: [`${app.url}/auth/smartapi/callback`] })
  const { home, port: sandboxPort } = sandbox
  const config = {
    databaseUrl: app.databaseUrl,
    port: 0,
    broker: { kind: 'sandbox' as const },
    staticIp: null,
    algoId: null,
    allowLive: 'NOBODY' as const,
    sandboxPort,
    home,
    tracesTo: null,
  }
  const wait = <T>(what: string, attempt: () => Promise<T>) => retryUntilDone(what, attempt, shutdown.signal, log)
  await openBroker(config, Date.now, wait, shutdown, log)
  asha = await app.user('Asha')
})
afterAll(async () => {
  await shutdown.run()
  await app.close()
  await sandbox.remove()
})

interface Said {
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null
  readonly errors?: readonly { readonly extensions: Readonly<Record<string, unknown>> }[]
}
const ask = async (query: string, variables = {}) =>
  (await app.graphql(query, { variables, token: asha.token, cookie: DEVICE })).body as Said
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

test('a user connects through the sandbox’s login page, sees prices, and is gone from there after disconnecting', async () => {
  const [client] = sandbox.users
  const started = await ask('mutation { connectBroker { path } }')
  const there = await visit(app.url + String(started.data?.['connectBroker']?.['path']), DEVICE)
  const loginPage = locationOf(there)
  const cookie = there.headers.get('set-cookie')!.split(';')[0]!
  const callback = await signIn(await (await fetch(loginPage)).text(), loginPage, client!)
  expect(callback.origin + callback.pathname).toBe(`${app.url}/auth/smartapi/callback`)
  expect(locationOf(await visit(callback.href, cookie)).href).toBe(`${app.url}/profile?broker=connected`)

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
