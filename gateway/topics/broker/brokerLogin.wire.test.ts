import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endSessions } from '../../security/endSessions.ts'
import { TOPICS } from '../../app/topics.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { BROKEN_CODE, LOGIN_URL, startTestEngine, type TestEngine } from './testing/startTestEngine.ts'

const HERS = 'sakha_device=hers'
const HIS = 'sakha_device=his'
const CALLBACK = '/auth/smartapi/callback'
const TOKENS = { feed_token: 'feed.token.abc', refresh_token: 'Bearer refresh.token.def' }

let app: TestGateway
let engine: TestEngine
const lines: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  app = await startTestGateway({}, TOPICS, log)
  engine = await startTestEngine(app)
})
afterAll(async () => {
  await engine.close()
  await app.close()
})
// Counted by address and minute, which is not under test here.
beforeEach(() => app.db.credentialAttempts.deleteMany())

let users = 0
const newUser = () => app.user(`User${++users}`)
const begin = async ({ token }: TestUser, cookie: string | undefined = HERS) => {
  const said = await app.graphql('mutation { connectBroker { path } }', { token, ...(cookie === undefined ? {} : { cookie }) })
  return said.body as { data: { connectBroker: { path: string } } | null; errors?: { extensions: { code: string } }[] }
}
const pathOf = async (user: TestUser) => (await begin(user)).data!.connectBroker.path
const visit = (path: string, cookie: string, method = 'GET') => fetch(app.url + path, { method, headers: { cookie }, redirect: 'manual' })
const outcomeOf = (response: Response) => {
  expect(response.status).toBe(303)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  return response.headers.get('location')
}
const EXPIRED = '/profile?broker=expired'
const REFUSED = '/profile?broker=refused'

/** As the broker's login page sends the browser back, who has been sent there. */
interface SentOn {
  readonly state: string
  readonly cookie: string
}
async function goTo(path: string): Promise<SentOn> {
  const response = await visit(path, HERS)
  const { searchParams } = new URL(outcomeOf(response)!)
  return { state: searchParams.get('state')!, cookie: response.headers.get('set-cookie')!.split(';')[0]! }
}
const goOn = async (user: TestUser) => goTo(await pathOf(user))
const tokensOf = (clientCode: string) => ({ auth_token: `header.${clientCode}.signature`, ...TOKENS })
const comeBack = async (query: Record<string, string>, cookie: string) =>
  outcomeOf(await visit(`${CALLBACK}?${new URLSearchParams(query)}`, cookie))
const commandsOf = ({ id }: TestUser) => engine.commands.filter(({ userId }) => userId === id)
const stateless = ({ id }: TestUser) => app.db.brokerLogin.count({ where: { userId: id, stateHash: null } })

describe('the way through the broker’s login page', () => {
  test('leads from a ticket to the broker and back to the profile, connected', async () => {
    const asha = await newUser()
    const path = await pathOf(asha)
    expect(path).toMatch(new RegExp(`^/auth/smartapi/login/${asha.id}\\?ticket=[\\w-]{43}$`))
    const there = await visit(path, HERS)
    const location = outcomeOf(there)!
    expect(location).toMatch(new RegExp(`^${LOGIN_URL.replace('?', '\\?')}&state=[\\w-]{43}$`))
    expect(there.headers.get('set-cookie')).toMatch(
      /^sakha_broker=[\w-]{43}; Max-Age=300; Path=\/auth\/smartapi; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(await there.text()).toBe('')
    const cookie = there.headers.get('set-cookie')!.split(';')[0]!
    const query = { ...tokensOf('A100'), state: new URL(location).searchParams.get('state')!, auth_token: 'Bearer header.A100.signature' }
    const back = await visit(`${CALLBACK}?${new URLSearchParams(query)}`, `other=1; ${cookie}; ${HERS}`)
    expect(outcomeOf(back)).toBe('/profile?broker=connected')
    expect(back.headers.get('set-cookie')).toContain('sakha_broker=; Max-Age=0;')
    expect(commandsOf(asha)).toEqual([
      {
        userId: asha.id,
        kind: 'CONNECT_WITH_TOKENS',
        input: { jwt: 'header.A100.signature', feedToken: 'feed.token.abc', refreshToken: 'refresh.token.def' },
      },
    ])
    expect(await app.db.brokerLogin.count({ where: { userId: asha.id } })).toBe(0)
  })

  test('needs no refresh token: the broker gives none today', async () => {
    const ravi = await newUser()
    const { state, cookie } = await goOn(ravi)
    const { refresh_token: _none, ...tokens } = tokensOf('A101')
    expect(await comeBack({ ...tokens, state }, cookie)).toBe('/profile?broker=connected')
    expect(commandsOf(ravi)).toMatchObject([{ input: { refreshToken: null } }])
  })

  test('item 32: leaves no ticket, state or token in the log or the tables', async () => {
    const meera = await newUser()
    const path = await pathOf(meera)
    const { state, cookie } = await goTo(path)
    const secrets = [path.split('=')[1]!, state, cookie.split('=')[1]!]
    const rows = await app.db.$queryRaw`SELECT l::text FROM "BrokerLogin" l`
    await comeBack({ ...tokensOf('A102'), state }, cookie)
    expect(lines.join()).toContain('"path":"/auth/smartapi/callback"')
    for (const secret of [...secrets, 'header.A102.signature', 'refresh.token.def'])
      expect(`${lines.join()} ${JSON.stringify(rows)}`).not.toContain(secret)
  })

  test('is not begun by a browser without cookies', async () => {
    const tara = await newUser()
    const { token } = tara
    const { body } = await app.graphql('mutation { connectBroker { path } }', { token })
    expect(body).toMatchObject({ data: null, errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    expect(await app.db.brokerLogin.count({ where: { userId: tara.id } })).toBe(0)
  })

  test('is not begun where the broker has no login page', async () => {
    const nila = await newUser()
    await app.db.brokerSetup.updateMany({ data: { loginUrl: null } })
    try {
      expect((await begin(nila)).errors).toMatchObject([
        { message: expect.stringContaining('PIN') as string, extensions: { code: 'CONFLICT' } },
      ])
    } finally {
      await app.db.brokerSetup.updateMany({ data: { loginUrl: LOGIN_URL } })
    }
  })
})

describe('a ticket', () => {
  test('works once, also for two who come together', async () => {
    const user = await newUser()
    const path = await pathOf(user)
    const both = await Promise.all([visit(path, HERS), visit(path, HERS)])
    const places = both.map(outcomeOf).sort()
    expect(places).toEqual([EXPIRED, expect.stringContaining(LOGIN_URL)])
    expect(outcomeOf(await visit(path, HERS))).toBe(EXPIRED)
  })

  test('is used up by nobody who only looks', async () => {
    const path = await pathOf(await newUser())
    expect((await visit(path, HERS, 'HEAD')).status).toBe(404)
    expect(outcomeOf(await visit(path, HERS))).toContain(LOGIN_URL)
  })

  test('is refused in the same words when it is unknown, another user’s, another browser’s or too old, or its session has ended', async () => {
    const [user, other] = [await newUser(), await newUser()]
    const path = await pathOf(user)
    const [, ticket = ''] = path.split('?')
    const wrong: [string, string][] = [
      [`/auth/smartapi/login/${user.id}`, HERS],
      [`/auth/smartapi/login/${user.id}?ticket=${'A'.repeat(43)}`, HERS],
      [`/auth/smartapi/login/${user.id}?ticket=${'A'.repeat(5_000)}`, HERS],
      [`/auth/smartapi/login/${user.id}?${ticket}&${ticket}`, HERS],
      [`/auth/smartapi/login/${other.id}?${ticket}`, HERS],
      [`/auth/smartapi/login/%3Cscript%3E?${ticket}`, HERS],
      [path, HIS],
      [path, ''],
    ]
    for (const [address, cookie] of wrong) {
      const response = await visit(address, cookie)
      expect([outcomeOf(response), response.headers.get('set-cookie'), await response.text()], address).toEqual([EXPIRED, null, ''])
    }
    expect(await stateless(user)).toBe(1)
    const old = await newUser()
    const tooOld = await pathOf(old)
    await app.db.brokerLogin.updateMany({ where: { userId: old.id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(outcomeOf(await visit(tooOld, HERS))).toBe(EXPIRED)
    await app.db.$transaction((tx) => endSessions(tx, { userId: user.id }, 'SIGNED_OUT'))
    expect(outcomeOf(await visit(path, HERS))).toBe(EXPIRED)
    expect(await stateless(user)).toBe(1)
  })
})

describe('a state', () => {
  test('works once', async () => {
    const user = await newUser()
    const { state, cookie } = await goOn(user)
    expect(await comeBack({ ...tokensOf('B100'), state }, cookie)).toBe('/profile?broker=connected')
    expect(await comeBack({ ...tokensOf('B101'), state }, cookie)).toBe(EXPIRED)
    expect(commandsOf(user)).toHaveLength(1)
  })

  test('is refused when it is unknown, missing, too old or another browser’s, or its session has ended; nothing is stored', async () => {
    const user = await newUser()
    const { state, cookie } = await goOn(user)
    const other = await goOn(await newUser())
    const tokens = tokensOf('B102')
    for (const [query, given] of [
      [tokens, cookie],
      [{ ...tokens, state: '' }, cookie],
      [{ ...tokens, state: '<script>alert(1)</script>' }, cookie],
      [{ ...tokens, state: 'A'.repeat(43) }, cookie],
      [{ ...tokens, state }, ''],
      [{ ...tokens, state }, other.cookie],
      [{ ...tokens, state }, 'sakha_broker=<b>'],
    ] as const)
      expect(await comeBack({ ...query }, given), JSON.stringify(query)).toBe(EXPIRED)
    await app.db.brokerLogin.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await comeBack({ ...tokens, state }, cookie)).toBe(EXPIRED)
    const late = await newUser()
    const sent = await goOn(late)
    await app.db.$transaction((tx) => endSessions(tx, { userId: late.id }, 'SIGNED_OUT'))
    expect(await comeBack({ ...tokens, state: sent.state }, sent.cookie)).toBe(EXPIRED)
    expect(await app.db.brokerCommand.count({ where: { userId: { in: [user.id, late.id] } } })).toBe(0)
  })

  test('is good for five minutes', async () => {
    const user = await newUser()
    await goOn(user)
    const { expiresAt } = await app.db.brokerLogin.findFirstOrThrow({ where: { userId: user.id } })
    expect(expiresAt.getTime() - Date.now()).toSatisfy((left: number) => left > 280_000 && left <= 300_000)
  })
})

describe('what the broker sends back', () => {
  test.each([
    ['no token', { auth_token: '' }],
    ['what is no JWT', { auth_token: 'abc' }],
    ['markup', { auth_token: '<b>header</b>.<i>a</i>.signature' }],
    ['markup in the feed token', { feed_token: '"><script>alert(1)</script>' }],
    ['markup in the refresh token', { refresh_token: 'a.b.<c>' }],
    ['a token of 10 kB', { auth_token: `header.${'a'.repeat(10_000)}.signature` }],
  ])('is refused when it is %s: nothing is stored, and the state is used up', async (_what, changes) => {
    const user = await newUser()
    const { state, cookie } = await goOn(user)
    expect(await comeBack({ ...tokensOf('C100'), ...changes, state }, cookie)).toBe(REFUSED)
    expect(await app.db.brokerCommand.count({ where: { userId: user.id } })).toBe(0)
    expect(await app.db.auditEntry.count({ where: { accountId: user.id } })).toBe(0)
    expect(await comeBack({ ...tokensOf('C100'), state }, cookie)).toBe(EXPIRED)
  })

  test('is refused when a token comes twice', async () => {
    const { state, cookie } = await goOn(await newUser())
    const query = new URLSearchParams({ ...tokensOf('C101'), state })
    query.append('auth_token', 'a.b.c')
    expect(outcomeOf(await visit(`${CALLBACK}?${query}`, cookie))).toBe(REFUSED)
  })

  test('is refused when it is the account of another user here', async () => {
    const [first, second] = [await goOn(await newUser()), await goOn(await newUser())]
    expect(await comeBack({ ...tokensOf('C102'), state: first.state }, first.cookie)).toBe('/profile?broker=connected')
    expect(await comeBack({ ...tokensOf('C102'), state: second.state }, second.cookie)).toBe(REFUSED)
  })

  test('comes to nothing when the engine does not get on, and the profile says so', async () => {
    const { state, cookie } = await goOn(await newUser())
    expect(await comeBack({ ...tokensOf(BROKEN_CODE), state }, cookie)).toBe('/profile?broker=failed')
  })
})

test('somebody who opened this machine by its other name comes back to that, from the sandbox only', async () => {
  const home = await startTestGateway({ publicUrl: 'http://127.0.0.1:4000' })
  const there = await startTestEngine(home)
  /** Where the browser is to come back to, which opened the product as `host`. */
  async function cameFrom(host: string): Promise<string | null> {
    await home.db.credentialAttempts.deleteMany()
    const { token } = await home.user(`User${++users}`)
    const { body } = await home.graphql('mutation { connectBroker { path } }', { token, cookie: HERS })
    const { path } = (body as { data: { connectBroker: { path: string } } }).data.connectBroker
    const [response] = (await once(get(home.url + path, { headers: { host, cookie: HERS } }), 'response')) as [IncomingMessage]
    response.resume()
    return new URL(response.headers.location!).searchParams.get('redirect_url')
  }
  try {
    expect(await cameFrom('localhost:4000')).toBe(`http://localhost:4000${CALLBACK}`)
    expect(await cameFrom('127.0.0.1:4000')).toBeNull()
    expect(await cameFrom('[::1]:4000')).toBeNull()
    await home.db.brokerSetup.updateMany({ data: { broker: 'smartapi' } })
    expect(await cameFrom('localhost:4000')).toBeNull()
  } finally {
    await there.close()
    await home.close()
  }
})
