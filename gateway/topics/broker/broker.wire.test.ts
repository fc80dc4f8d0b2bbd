import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { publish } from '../../../prisma/bus/publish.ts'
import { waitingJobs } from '../../../prisma/jobs/testing/waitingJobs.ts'
import { HOUR, MINUTE } from '../../../schema/time.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { mailsTo } from '../mail/testing/mailbox.ts'
import { READY, startTestEngine, WRONG_PIN, type TestEngine } from './testing/startTestEngine.ts'

const TOTP_SECRET = 'JBSWY3DPEHPK3PXP'
const STATUS = 'isConnected lastRefreshed brokerName clientCodeEnding validUntil refreshRecommended signsInByItself problem'
const CONNECT = `mutation ($input: BrokerSignInInput!) { connectBrokerWithPin(input: $input) { ${STATUS} } }`
const UNCONNECTED = {
  ...{ isConnected: false, lastRefreshed: null, brokerName: 'angel', clientCodeEnding: null, validUntil: null },
  ...{ refreshRecommended: true, signsInByItself: false, problem: null },
}

let app: TestGateway
let engine: TestEngine
beforeAll(async () => {
  app = await startTestGateway()
  engine = await startTestEngine(app)
})
afterAll(async () => {
  await engine.close()
  await app.close()
})

interface Said {
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null
  readonly errors?: readonly { readonly message: string; readonly extensions: Readonly<Record<string, unknown>> }[]
}
const ask = async (query: string, { token }: TestUser, variables = {}) => (await app.graphql(query, { variables, token })).body as Said
let clients = 0
const newClientCode = () => `C${String(++clients).padStart(5, '0')}`
const signIn = (changes = {}) => ({ clientCode: newClientCode(), pin: '1234', totpSecret: TOTP_SECRET, keep: false, ...changes })
const connect = (user: TestUser, changes = {}) => ask(CONNECT, user, { input: signIn(changes) })
const errorOf = ({ errors }: Said) => ({ code: errors?.[0]?.extensions['code'], message: errors?.[0]?.message })
const commandsOf = ({ id }: TestUser) => engine.commands.filter(({ userId }) => userId === id)
/** Counted by address and minute, which is not under test where it is called. */
const forgetAttempts = () => app.db.credentialAttempts.deleteMany()
const actionsOf = async ({ id }: TestUser) =>
  (await app.db.auditEntry.findMany({ where: { accountId: id }, orderBy: { sequence: 'asc' } })).map(({ action }) => action)
const anHourAgo = ({ id }: TestUser) =>
  app.db.session.update({ where: { id }, data: { authenticatedAt: new Date(Date.now() - 60 * MINUTE) } })

describe('a user without a connection', () => {
  test('is told so by both faces, and by the account itself', async () => {
    const asha = await app.user('Asha')
    expect(await app.rest('GET', '/broker/status', { token: asha.token })).toMatchObject({
      status: 200,
      body: { success: true, status: true, data: UNCONNECTED, message: 'No broker connection found' },
    })
    const said = await ask(`{ brokerStatus { ${STATUS} } me { brokerCredentials { isConnected lastRefreshed brokerName } } }`, asha)
    const brokerCredentials = { isConnected: false, lastRefreshed: null, brokerName: 'angel' }
    expect(said.data).toEqual({ brokerStatus: UNCONNECTED, me: { brokerCredentials } })
    expect((await app.rest('GET', '/user/profile', { token: asha.token })).body).toMatchObject({ data: { brokerCredentials } })
  })

  test('gets neither tokens nor prices', async () => {
    const nobody = await app.user('Nobody')
    const { token } = nobody
    for (const path of ['/auth/refresh-broker-token', '/auth/auto-refresh-broker-token'])
      expect(await app.rest('POST', path, { token })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'No broker connection found' },
      })
    const unconnected = { status: 409, body: { message: 'Broker not connected. Please connect your broker account.' } }
    expect(await app.rest('GET', '/broker/ltp/99926000', { token })).toMatchObject(unconnected)
    expect(await app.rest('POST', '/broker/live-data', { token, body: { tokens: ['99926000'] } })).toMatchObject(unconnected)
    expect(errorOf(await ask('mutation { disconnectBroker { isConnected } }', nobody)).code).toBe('NOT_FOUND')
    expect(commandsOf(nobody)).toEqual([])
  })
})

describe('connecting with PIN and TOTP secret', () => {
  test('has the engine sign in with what was typed, and tells the owner by mail and in the log', async () => {
    const ravi = await app.user('Ravi')
    const clientCode = newClientCode()
    const typed = signIn({ clientCode: ` ${clientCode} `, totpSecret: 'jbsw y3dp ehpk-3pxp', keep: true })
    const { data } = await ask(CONNECT, ravi, { input: typed })
    expect(data).toMatchObject({
      connectBrokerWithPin: {
        ...{ isConnected: true, brokerName: 'angel', clientCodeEnding: clientCode.slice(-2), signsInByItself: true },
        ...{
          refreshRecommended: false,
          problem: null,
          lastRefreshed: expect.any(String) as string,
          validUntil: expect.any(String) as string,
        },
      },
    })
    expect(commandsOf(ravi)).toEqual([
      { userId: ravi.id, kind: 'CONNECT_WITH_PIN', input: { clientCode, pin: '1234', totpSecret: TOTP_SECRET, keep: true } },
    ])
    await eventually(() => actionsOf(ravi)).toEqual(['BROKER_CONNECT_REQUESTED', 'BROKER_SECRETS_CONSENTED', 'BROKER_CONNECTED'])
    await eventually(async () => (await mailsTo(app.home, 'ravi@example.com')).join()).toContain('Subject: Your broker was connected')
    const rest = await app.rest('GET', '/broker/status', { token: ravi.token })
    expect(rest.body).toMatchObject({ data: data?.['connectBrokerWithPin'], message: null })
    expect((await app.rest('GET', '/user/profile', { token: ravi.token })).body).toMatchObject({
      data: { brokerCredentials: { isConnected: true, lastRefreshed: expect.any(String) as string, brokerName: 'angel' } },
    })
  })

  test('item 36: leaves what was typed nowhere where the gateway could read it', async () => {
    const leela = await app.user('Leela')
    const [pin, totpSecret] = ['7391', 'QQQQWWWWEEEERRRRTTTT']
    const [answer, unread] = await engine.whilePaused(async () => {
      const said = connect(leela, { pin, totpSecret, keep: true })
      const command = () => app.db.brokerCommand.findFirst({ where: { userId: leela.id } })
      await eventually(command).not.toBeNull()
      const { sealedInput } = (await command())!
      for (const secret of [pin, totpSecret]) expect(Buffer.from(sealedInput).includes(secret)).toBe(false)
      const jobs = await waitingJobs(app.db)
      return [said, { jobs, audit: await app.db.auditEntry.findMany({ where: { accountId: leela.id } }) }] as const
    })
    expect((await answer).errors).toBeUndefined()
    const answers = [
      await app.rest('GET', '/broker/status', { token: leela.token }),
      await app.rest('POST', '/user/export', { token: leela.token }),
      ...(await mailsTo(app.home, 'leela@example.com')),
    ]
    expect(JSON.stringify(answers)).toContain('"field":"totpSecret"')
    for (const secret of [pin, totpSecret]) expect(JSON.stringify([unread, answers])).not.toContain(secret)
  })

  test('takes a password given within ten minutes, and so does disconnecting', async () => {
    const meera = await app.user('Meera')
    await connect(meera)
    await anHourAgo(meera)
    for (const said of [await connect(meera), await ask('mutation { disconnectBroker { isConnected } }', meera)])
      expect(errorOf(said).code).toBe('REAUTHENTICATION_REQUIRED')
    expect(commandsOf(meera)).toHaveLength(1)
  })

  test.each([
    ['no client code', { clientCode: '' }, 'Client code is required'],
    ['a client code with markup', { clientCode: '<b>C1</b>' }, 'Client code must be letters and digits'],
    ['a long client code', { clientCode: 'C'.repeat(21) }, 'Client code must be at most 20 characters long'],
    ['five digits', { pin: '12345' }, 'PIN must be 4 digits'],
    ['a PIN of 10 kB', { pin: 'x'.repeat(10_000) }, 'PIN must be 4 digits'],
    ['a short TOTP secret', { totpSecret: 'JBSWY3DP' }, 'TOTP secret must be at least 16 characters long'],
    ['a TOTP secret of 10 kB', { totpSecret: 'A'.repeat(10_000) }, 'TOTP secret must be at most 128 characters long'],
    [
      'a TOTP secret that is no base32',
      { totpSecret: 'not base32 at all 0189' },
      'TOTP secret must be letters A–Z and digits 2–7: the broker shows it under its QR code',
    ],
  ])('refuses %s, quotes nothing of it and stores nothing', async (_what, wrong, message) => {
    await forgetAttempts()
    const { id, token } = await app.user(`Wrong${++clients}`)
    const said = await connect({ id, token }, wrong)
    expect(errorOf(said)).toEqual({ code: 'BAD_USER_INPUT', message })
    expect(await app.db.brokerCommand.count({ where: { userId: id } })).toBe(0)
    expect(await actionsOf({ id, token })).toEqual([])
  })

  test('is refused after three wrong PINs, before the broker locks the account', async () => {
    await forgetAttempts()
    const tara = await app.user('Tara')
    const said = []
    for (let i = 0; i < 6; i++) said.push(errorOf(await connect(tara, { pin: WRONG_PIN })))
    expect(said.map(({ code }) => code)).toEqual([...Array<string>(3).fill('BAD_USER_INPUT'), ...Array<string>(3).fill('RATE_LIMITED')])
    expect(said[0]?.message).toBe('The broker refused client code or PIN.')
    expect(commandsOf(tara)).toHaveLength(3)
    expect(await app.db.brokerAccount.count({ where: { userId: tara.id } })).toBe(0)
    expect(await mailsTo(app.home, 'tara@example.com')).toEqual([])
  })

  test('is not possible with another user’s account at the broker', async () => {
    await forgetAttempts()
    const [first, second] = [await app.user('First'), await app.user('Second')]
    const clientCode = newClientCode()
    await connect(first, { clientCode })
    expect(errorOf(await connect(second, { clientCode })).code).toBe('CONFLICT')
    expect((await ask('{ brokerStatus { isConnected } }', second)).data).toEqual({ brokerStatus: { isConnected: false } })
  })

  test('waits for the next one-time code, while what needs none is given up sooner, and done all the same', async () => {
    await forgetAttempts()
    const [uma, vani] = [await app.user('Uma'), await app.user('Vani')]
    await connect(vani)
    let signingIn: Promise<Said> | undefined
    const [check, price] = await engine.whilePaused(() => {
      signingIn = connect(uma)
      const quote = app.rest('GET', '/broker/ltp/99926000', { token: vani.token })
      return Promise.all([ask('mutation { checkBroker { isConnected } }', vani), quote])
    })
    expect(errorOf(check)).toEqual({ code: 'UNAVAILABLE', message: expect.stringContaining('The answer may still come') as string })
    expect([price.status, price.headers.get('retry-after')]).toEqual([503, '15'])
    expect((await signingIn!).data).toMatchObject({ connectBrokerWithPin: { isConnected: true } })
    await eventually(() => actionsOf(uma)).toEqual(['BROKER_CONNECT_REQUESTED', 'BROKER_CONNECTED'])
    await eventually(() => app.db.brokerReadiness.count({ where: { account: { userId: vani.id } } })).toBe(1)
  })
})

describe('new tokens', () => {
  test('come by both faces, with the words of the product', async () => {
    await forgetAttempts()
    const nila = await app.user('Nila')
    await connect(nila, { keep: true })
    await app.db.brokerAccount.update({ where: { userId: nila.id }, data: { refreshedAt: new Date(Date.now() - HOUR - MINUTE) } })
    const old = await ask('{ brokerStatus { isConnected refreshRecommended } }', nila)
    expect(old.data).toEqual({ brokerStatus: { isConnected: true, refreshRecommended: true } })
    for (const path of ['/auth/refresh-broker-token', '/auth/auto-refresh-broker-token'])
      expect(await app.rest('POST', path, { token: nila.token })).toMatchObject({
        status: 200,
        body: { message: 'Broker tokens refreshed successfully!', data: { isConnected: true, refreshRecommended: false } },
      })
    for (const name of ['refreshBrokerToken', 'autoRefreshBrokerToken'])
      expect((await ask(`mutation { ${name} { isConnected } }`, nila)).data).toEqual({ [name]: { isConnected: true } })
    const kinds = ['CONNECT_WITH_PIN', 'REFRESH', 'SIGN_IN', 'REFRESH', 'SIGN_IN']
    expect(commandsOf(nila).map(({ kind }) => kind)).toEqual(kinds)
  })

  test('do not come by themselves when nothing is kept', async () => {
    await forgetAttempts()
    const pia = await app.user('Pia')
    await connect(pia)
    expect(await app.rest('POST', '/auth/auto-refresh-broker-token', { token: pia.token })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('are not saved') as string },
    })
  })

  test('are asked for one after the other: a request carries one such mutation', async () => {
    const lata = await app.user('Lata')
    const said = await ask('mutation { a: refreshBrokerToken { isConnected } b: autoRefreshBrokerToken { isConnected } }', lata)
    expect(errorOf(said).code).toBe('BAD_USER_INPUT')
  })
})

describe('prices', () => {
  let trader: TestUser
  beforeAll(async () => {
    await forgetAttempts()
    trader = await app.user('Trader')
    await connect(trader)
  })
  const PRICE = { token: '99926000', symbol: 'SYMBOL99926000', ltp: 24_512.35, at: '2026-11-20T05:00:00.000Z' }

  test('of one instrument come by both faces', async () => {
    expect(await app.rest('GET', '/broker/ltp/99926000', { token: trader.token })).toMatchObject({ status: 200, body: { data: PRICE } })
    expect((await ask('{ ltp(token: "99926000") { token symbol ltp at } }', trader)).data).toEqual({ ltp: PRICE })
    expect(await app.rest('GET', '/broker/ltp/unknown', { token: trader.token })).toMatchObject({
      status: 404,
      body: { message: 'The broker knows no instrument unknown.' },
    })
  })

  test('of many come in one answer, each once', async () => {
    const tokens = ['99926000', 'unknown', '99926009', '99926000']
    const rest = await app.rest('POST', '/broker/live-data', { token: trader.token, body: { tokens } })
    expect(rest.body).toMatchObject({ data: [PRICE, { token: '99926009' }] })
    const said = await ask('query ($tokens: [String!]!) { liveData(tokens: $tokens) { token } }', trader, { tokens })
    expect(said.data).toEqual({ liveData: [{ token: '99926000' }, { token: '99926009' }] })
  })

  test.each([
    ['51 tokens', { tokens: Array.from({ length: 51 }, (_, i) => String(i)) }, 'tokens must name at most 50 instruments'],
    ['an empty list', { tokens: [] }, 'tokens must name at least one instrument'],
    ['a text', { tokens: 'all' }, 'tokens must be a list of texts'],
    ['markup', { tokens: ['<script>'] }, 'token must be 1–20 letters, digits, _ or -'],
  ])('are not asked for by %s', async (_what, body, message) => {
    const asked = commandsOf(trader).length
    expect(await app.rest('POST', '/broker/live-data', { token: trader.token, body })).toMatchObject({ status: 400, body: { message } })
    expect(commandsOf(trader)).toHaveLength(asked)
  })

  test('are refused once the tokens have ended', async () => {
    await app.db.brokerAccount.update({ where: { userId: trader.id }, data: { validUntil: new Date(Date.now() - 1) } })
    expect((await app.rest('GET', '/broker/ltp/99926000', { token: trader.token })).status).toBe(409)
    expect((await ask('{ brokerStatus { isConnected validUntil } }', trader)).data).toEqual({
      brokerStatus: { isConnected: false, validUntil: null },
    })
  })
})

describe('whether an account is ready for the open', () => {
  const CHECK = 'mutation { checkBroker { readiness { checkedAt items { subject state text } } } }'
  const READINESS = '{ brokerStatus { readiness { items { subject } } } }'
  const found = (said: Said, operation: string) =>
    (said.data?.[operation]?.['readiness'] as { items: { subject: string; state: string; text: string }[] } | null)?.items

  test('is not known before the engine has looked, and then said in words, subject by subject', async () => {
    await forgetAttempts()
    const tanvi = await app.user('Tanvi')
    await connect(tanvi)
    expect(found(await ask(READINESS, tanvi), 'brokerStatus')).toBeUndefined()
    const items = found(await ask(CHECK, tanvi), 'checkBroker')
    expect(items?.map(({ subject }) => subject)).toEqual(['TOKEN', 'FEED', 'FUNDS', 'ADDRESS', 'CLOCK', 'CONTRACTS', 'HOLIDAYS'])
    expect(items?.[2]).toEqual({ subject: 'FUNDS', state: 'READY', text: '₹50,000 available to trade.' })
    expect(items?.[3]).toMatchObject({
      state: 'UNKNOWN',
      text: expect.stringContaining('the operator of this server has to set it') as string,
    })
    await app.db.user.update({ where: { id: tanvi.id }, data: { role: 'admin' } })
    expect(found(await ask('{ brokerStatus { readiness { items { text } } } }', tanvi), 'brokerStatus')?.[3]?.text).toContain(
      'SMARTAPI_STATIC_IP',
    )
    expect(commandsOf(tanvi).at(-1)).toEqual({ userId: tanvi.id, kind: 'CHECK', input: null })
    // The specification's paths have no place for it.
    expect(JSON.stringify((await app.rest('GET', '/broker/status', { token: tanvi.token })).body)).not.toContain('readiness')
  })

  test('is asked of an account only', async () => {
    const nobody = await app.user('Unconnected')
    expect(errorOf(await ask(CHECK, nobody))).toEqual({ code: 'NOT_FOUND', message: 'No broker connection found' })
  })

  test('is not known when another version of the engine has written it', async () => {
    const yamini = await app.user('Yamini')
    await connect(yamini)
    await ask(CHECK, yamini)
    await app.db.brokerReadiness.updateMany({ where: { account: { userId: yamini.id } }, data: { facts: { weather: 'fine' } } })
    expect(found(await ask(READINESS, yamini), 'brokerStatus')).toBeUndefined()
  })
})

test('item 37: disconnecting deletes what was kept, and its owner is told', async () => {
  await forgetAttempts()
  const isha = await app.user('Isha')
  await connect(isha, { keep: true })
  const { id: accountId } = await app.db.brokerAccount.findUniqueOrThrow({ where: { userId: isha.id } })
  expect(await app.db.brokerSecret.count({ where: { accountId } })).toBe(2)
  expect((await ask(`mutation { disconnectBroker { ${STATUS} } }`, isha)).data).toEqual({ disconnectBroker: UNCONNECTED })
  expect(await app.db.brokerSecret.count({ where: { accountId } })).toBe(0)
  await eventually(() => actionsOf(isha)).toContain('BROKER_DISCONNECTED')
  await eventually(async () => (await mailsTo(app.home, 'isha@example.com')).join()).toContain('Subject: Your broker was disconnected')
})

test('an account that is deleted takes its connection, its secrets, its readiness, its commands and its logins with it', async () => {
  await forgetAttempts()
  const gita = await app.user('Gita')
  await connect(gita, { keep: true })
  await ask('mutation { checkBroker { isConnected } }', gita)
  expect((await app.graphql('mutation { connectBroker { path } }', { token: gita.token, cookie: 'sakha_device=hers' })).body).toMatchObject(
    {
      data: { connectBroker: {} },
    },
  )
  const { id: accountId } = await app.db.brokerAccount.findUniqueOrThrow({ where: { userId: gita.id } })
  const left = async () => ({
    accounts: await app.db.brokerAccount.count({ where: { userId: gita.id } }),
    secrets: await app.db.brokerSecret.count({ where: { accountId } }),
    readiness: await app.db.brokerReadiness.count({ where: { accountId } }),
    commands: await app.db.brokerCommand.count({ where: { userId: gita.id } }),
    logins: await app.db.brokerLogin.count({ where: { userId: gita.id } }),
  })
  expect(await left()).toEqual({ accounts: 1, secrets: 2, readiness: 1, commands: 2, logins: 1 })
  const deleted = await app.rest('DELETE', '/user/profile', { token: gita.token, body: { email: 'gita@example.com' } })
  expect(deleted.status).toBe(200)
  expect(await left()).toEqual({ accounts: 0, secrets: 0, readiness: 0, commands: 0, logins: 0 })
})

test('a change is announced once, however many gateways hear of it', async () => {
  await forgetAttempts()
  const other = await startTestGateway({ databaseUrl: app.databaseUrl })
  try {
    const zoya = await app.user('Zoya')
    await connect(zoya)
    await eventually(() => actionsOf(zoya)).toContain('BROKER_CONNECTED')
    await Promise.all([other.idle(), app.idle()])
    expect((await actionsOf(zoya)).filter((action) => action === 'BROKER_CONNECTED')).toHaveLength(1)
  } finally {
    await other.close()
  }
})

describe('a session at the broker that is over', () => {
  const notified = async ({ token }: TestUser) => {
    const { body } = await app.rest('GET', '/notifications?kinds=BROKER_SESSION', { token })
    return (body as { data: { notifications: { title: string; link: string }[] } }).data.notifications
  }
  const becomes = async ({ id: userId }: TestUser, state: 'EXPIRED' | 'REFUSED') => {
    await app.db.brokerAccount.update({ where: { userId }, data: { state, validUntil: null } })
    await publish(app.db, { type: 'broker.changed', userId }, { type: 'broker.changed', userId })
  }

  test('is told once to its owner, with the way to connect again', async () => {
    await forgetAttempts()
    const rani = await app.user('Rani')
    await connect(rani)
    await becomes(rani, 'EXPIRED')
    await eventually(() => notified(rani)).toMatchObject([{ title: 'Broker session ended', link: '/profile#broker' }])
    await becomes(rani, 'REFUSED')
    await eventually(() => notified(rani)).toMatchObject([{ title: 'Broker sign-in rejected' }, { title: 'Broker session ended' }])
    await app.idle()
    expect(await notified(rani)).toHaveLength(2)
  })

  test('needs nobody where PIN and TOTP secret are kept, until they are refused', async () => {
    await forgetAttempts()
    const sita = await app.user('Sita')
    await connect(sita, { keep: true })
    await becomes(sita, 'EXPIRED')
    await eventually(async () => (await app.db.brokerAccount.findUnique({ where: { userId: sita.id } }))?.announcedState).toBe('EXPIRED')
    await becomes(sita, 'REFUSED')
    await eventually(() => notified(sita)).toMatchObject([{ title: 'Broker sign-in rejected' }])
    expect(await notified(sita)).toHaveLength(1)
  })
})

test('whoever listens hears of own changes only', async () => {
  await forgetAttempts()
  const [mine, others] = [await app.user('Mine'), await app.user('Others')]
  const url = `${app.url.replace('http', 'ws')}/graphql`
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { token: mine.token }, retryAttempts: 0 })
  const heard: unknown[] = []
  const unsubscribe = client.subscribe(
    { query: 'subscription { brokerChanged { isConnected clientCodeEnding readiness { items { state } } } }' },
    { next: ({ data }) => void heard.push(data), error: () => {}, complete: () => {} },
  )
  await connect(others)
  await connect(mine)
  const { clientCode } = await app.db.brokerAccount.findUniqueOrThrow({ where: { userId: mine.id } })
  // The subscription may have begun after the change.
  await eventually(async () => {
    await publish(app.db, { type: 'broker.changed', userId: others.id }, { type: 'broker.changed', userId: mine.id })
    return heard.length
  }).toBeGreaterThan(0)
  const change = { brokerChanged: { isConnected: true, clientCodeEnding: clientCode.slice(-2), readiness: null } }
  expect(heard).toEqual(heard.map(() => change))
  await app.db.brokerReadiness.create({
    data: { account: { connect: { userId: mine.id } }, checkedAt: new Date(), marketAt: new Date(), facts: READY },
  })
  await publish(app.db, { type: 'broker.checked', userId: mine.id })
  await eventually(() => heard.at(-1)).toMatchObject({ brokerChanged: { readiness: { items: expect.any(Array) as unknown[] } } })
  unsubscribe()
  await client.dispose()
})

test('before the engine’s first start nothing is connected, and a client learns when to try again', async () => {
  const bare = await startTestGateway()
  try {
    const { id, token } = await bare.user('Early')
    const said = (await bare.graphql(CONNECT, { token, variables: { input: signIn() } })).body as Said
    expect(errorOf(said)).toMatchObject({ code: 'UNAVAILABLE' })
    expect(await bare.db.brokerCommand.count()).toBe(0)
    await bare.db.brokerAccount.create({
      data: { userId: id, clientCode: 'C1', state: 'CONNECTED', validUntil: new Date(Date.now() + HOUR), secretsKeptSince: new Date() },
    })
    const answer = await bare.rest('POST', '/auth/refresh-broker-token', { token })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
    // It does not count as a try.
    for (let i = 0; i < 4; i++) expect((await bare.rest('POST', '/auth/refresh-broker-token', { token })).status).toBe(503)
  } finally {
    await bare.close()
  }
})
