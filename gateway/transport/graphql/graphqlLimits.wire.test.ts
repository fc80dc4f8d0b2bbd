import { readFile } from 'node:fs/promises'
import { buildSchema, getNamedType, isInputObjectType, type GraphQLArgument } from 'graphql'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

let app: TestGateway
let token: string
beforeAll(async () => {
  app = await startTestGateway()
  token = (await app.user('Asha')).token
})
afterAll(() => app.close())

interface Refusal {
  readonly errors: readonly { readonly message: string; readonly extensions: { readonly code: string } }[]
}

/** The errors of a document, by POST and, as a subscription, over a socket: the limits are the same. */
async function complaints(fields: string, more = ''): Promise<{ readonly posted: string[]; readonly overSocket: string[] }> {
  const { status, body } = await app.graphql(`query { ${fields} } ${more}`, { token })
  if (status !== 200) expect(status).toBe(400)
  const client = createClient({
    ...{ url: `${app.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, connectionParams: { token }, retryAttempts: 0 },
  })
  const overSocket = await client
    .iterate({ query: `subscription { prices(symbols: []) { symbol } ${fields} } ${more.replaceAll('Query', 'Subscription')}` })
    .next()
    .then(
      () => [],
      (errors: unknown) => (errors as Refusal['errors']).map(({ message }) => message),
    )
  await client.dispose()
  return { posted: ((body as Partial<Refusal>).errors ?? []).map(({ message }) => message), overSocket }
}

const repeat = (times: number, text: (i: number) => string) => Array.from({ length: times }, (_, i) => text(i)).join(' ')
const nested = (depth: number) => '{ a '.repeat(depth - 1) + '}'.repeat(depth - 1)
const CUT_OFF = 'Syntax Error: Query validation error.'

describe('one document, by POST and over a socket', () => {
  test.each([
    ['depth: six levels', `a ${nested(6)}`, `a ${nested(7)}`, ''],
    ['depth through fragments: six levels', `...F`, `b { ...F }`, `fragment F on Query { a ${nested(6)} }`],
    ['aliases: fifteen', repeat(15, (i) => `a${i}: __typename`), repeat(16, (i) => `a${i}: __typename`), ''],
    ['directives: fifty', `__typename ${repeat(50, () => '@a')}`, `__typename ${repeat(51, () => '@a')}`, ''],
    [
      'cost over flattened fragments: 5,000',
      repeat(5, (i) => `a${i}: me { ...F }`),
      repeat(15, (i) => `a${i}: me { ...F }`),
      `fragment F on User { ${repeat(270, (i) => `f${i}`)} }`,
    ],
  ])('item 24: %s fit, more are refused, and what the limit is stays untold', async (_what, fits, tooMuch, more) => {
    const [good, bad] = [await complaints(fits, more), await complaints(tooMuch, more)]
    expect([good.posted.includes(CUT_OFF), good.overSocket.includes(CUT_OFF)]).toEqual([false, false])
    expect([bad.posted.includes(CUT_OFF), bad.overSocket.includes(CUT_OFF)]).toEqual([true, true])
  })

  test('item 24: tokens: a thousand are read, no more', async () => {
    const cut = /1000 tokens. Parsing aborted/
    const { posted, overSocket } = await complaints(repeat(1_000, () => 'id'))
    expect([posted, overSocket]).toEqual([[expect.stringMatching(cut)], [expect.stringMatching(cut)]])
  })

  test('item 24: a field may be repeated ten times in a selection', async () => {
    const message = 'A field is repeated too often.'
    expect((await complaints(repeat(10, () => '__typename'))).posted).toEqual([])
    const { posted, overSocket } = await complaints(repeat(11, () => '__typename'))
    expect(posted).toEqual([message])
    expect(overSocket).toContain(message)
  })

  test('item 24: however the repetitions are wrapped, a kilobyte of them is refused to a stranger', async () => {
    const message = 'A field is repeated too often.'
    const wrapped = repeat(22, () => `... { ${repeat(10, () => 'me { id }')} }`)
    expect((await complaints(wrapped)).posted).toEqual([message])
    expect(await ask(`{ ${wrapped} }`)).toMatchObject({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] })
    expect((await complaints(repeat(2, () => `me { ${repeat(5, () => 'id')} }`))).posted).toEqual([])
    expect((await complaints(repeat(2, () => `me { ${repeat(6, () => 'id')} }`))).posted).toEqual([message])
    const spread = repeat(5, () => '__typename ...F')
    expect((await complaints(spread, `fragment F on Query { ${repeat(5, () => '__typename')} }`)).posted).toEqual([])
    expect((await complaints(spread, `fragment F on Query { ${repeat(6, () => '__typename')} }`)).posted).toEqual([message])
  })
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__'])(
  'item 46: a fragment, an operation, a variable and an alias named %s are names like any other',
  async (name) => {
    const answer = await app.graphql(
      `query ${name}($${name}: CandleInterval) {
        me { ...${name} }
        ${name}: chart(symbol: "NIFTY", interval: $${name}) { interval: __typename }
      } fragment ${name} on User { name ${name}: email }`,
      { token },
    )
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).toBe(`{"data":{"me":{"name":"Asha","${name}":"asha@example.com"},"${name}":{"interval":"Chart"}}}`)
  },
)

test.each([
  ['candles', 'candles(symbol: "NIFTY", limit: 1001) { time }', 'limit must be a whole number from 1 to 1000, got 1001'],
  ['trades', 'trades(limit: 201) { id }', 'limit must be a whole number from 1 to 200, got 201'],
  ['denials', 'denials(first: 201) { edges { cursor } }', 'first must be a whole number from 1 to 200, got 201'],
  ['unfilledOrders', 'unfilledOrders(first: 201) { edges { cursor } }', 'first must be a whole number from 1 to 200, got 201'],
  ['tradeHistory', 'tradeHistory(input: { first: 201 }) { totalTrades }', 'first must be a whole number from 1 to 200, got 201'],
  ['myAuditLog', 'myAuditLog(limit: 101) { next }', 'limit must be a whole number from 1 to 100, got 101'],
  [
    'notifications',
    'notifications(input: { first: 101 }) { pageInfo { hasNextPage } }',
    'first must be a whole number from 1 to 100, got 101',
  ],
])('item 24: %s gives pages, and none larger than its bound', async (_what, field, message) => {
  expect((await app.graphql(`{ ${field} }`, { token })).body).toMatchObject({
    errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }],
  })
})

test('item 25: a hundred sign-ins in one request are refused, as aliases and as a batch', async () => {
  const login = (i: number) => `a${i}: login(input: { email: "asha@example.com", password: "guess-${i}" }) { token }`
  const { body } = await app.graphql(`mutation { ${repeat(100, login)} }`)
  expect(body).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
  const batch = await post('', JSON.stringify(Array.from({ length: 100 }, (_, i) => ({ query: `mutation { ${login(i)} }` }))))
  expect(batch.status).toBe(400)
  expect(await app.db.failedAttempts.count()).toBe(0)
})

const ONE_CREDENTIAL = 'A request carries one sign-in, password, code, mailed link or export.'
test.each([
  ['by aliases', 'mutation { a: login { token } b: login { token } }'],
  ['an export fifteen times', `mutation { ${Array.from({ length: 15 }, (_, i) => `a${i}: exportMyData`).join(' ')} }`],
  ['of two kinds', 'mutation { forgotPassword login { token } }'],
  ['in a fragment', 'mutation { ...F login { token } } fragment F on Mutation { ... { a: login { token } } }'],
  ['in a fragment that contains itself', 'mutation { ...F } fragment F on Mutation { a: login { token } ...F b: login { token } }'],
])('item 25: two credentials in one request, %s, are refused', async (_how, query) => {
  const { body } = await app.graphql(query)
  expect((body as Refusal).errors.map(({ message }) => message)).toContain(ONE_CREDENTIAL)
})

test('item 25: every mutation that takes a password, a code, a token or an address fits into a request once', async () => {
  const schema = buildSchema(await readFile('schema/schema.graphql', 'utf8'))
  const names = (args: readonly GraphQLArgument[]): string[] =>
    args.flatMap(({ name, type }) => {
      const named = getNamedType(type)
      return isInputObjectType(named) ? Object.keys(named.getFields()) : [name]
    })
  const takers = Object.values(schema.getMutationType()?.getFields() ?? {})
    .filter(({ args }) => names(args).some((name) => /password|code|token|email/i.test(name)))
    .map(({ name }) => name)
  // They take no secret, or guessing it reveals nothing; each is for the signed-in or always answers alike.
  const harmless = ['deleteMyAccount', 'logout', 'updateNotificationSettings', 'updateProfile']
  expect(takers.length).toBeGreaterThan(10)
  for (const name of takers.filter((each) => !harmless.includes(each))) {
    const { body } = await app.graphql(`mutation { a: ${name} b: ${name} }`)
    expect(
      (body as Refusal).errors.map(({ message }) => message),
      name,
    ).toContain(ONE_CREDENTIAL)
  }
})

test('item 25: one of them goes with other mutations', async () => {
  const { body } = await app.graphql('mutation { logout(refreshToken: "x") forgotPassword(email: "nobody@example.com") }')
  expect(body).toMatchObject({ data: { logout: true } })
})

const post = (query: string, body: string, type = 'application/json') =>
  fetch(`${app.url}/graphql${query}`, { method: 'POST', headers: { 'content-type': type }, body })
const ask = async (query: string) => (await post('', JSON.stringify({ query }))).json() as Promise<Refusal>

/** The thirteen tests of graphql-cop 1.14, with the conditions under which it calls a server vulnerable. */
describe('graphql-cop', () => {
  test('alias overloading: 101 aliases are not answered', async () => {
    expect(await ask(`query cop { ${repeat(101, (i) => `alias${i}: __typename`)} }`)).not.toHaveProperty('data')
  })
  test('array-based batching: ten queries in a list are not answered', async () => {
    const answer: unknown = await (
      await post('', JSON.stringify(Array.from({ length: 10 }, () => ({ query: 'query cop { __typename }' }))))
    ).json()
    expect(answer).not.toBeInstanceOf(Array)
  })
  test('circular introspection is not answered, to the signed-in neither', async () => {
    const query =
      'query cop { __schema { types { fields { type { fields { type { fields { type { fields { type { name } } } } } } } } } } }'
    expect(await ask(query)).not.toHaveProperty('data.__schema')
    expect((await app.graphql(query, { token })).body).not.toHaveProperty('data')
  })
  test('directive overloading: ten unknown directives do not get ten complaints', async () => {
    const { errors } = await ask(`query cop { __typename ${'@aa'.repeat(10)} }`)
    expect(errors.length).toBeLessThan(10)
  })
  test('field duplication: 500 times the same field is not answered', async () => {
    expect(await ask(`query cop { ${repeat(500, () => '__typename')} }`)).not.toHaveProperty('data')
  })
  test('field suggestions are not made', async () => {
    expect(JSON.stringify(await ask('query cop { __schema { directive } }'))).not.toContain('Did you mean')
  })
  test('GET: neither queries nor mutations are answered', async () => {
    for (const query of ['query cop { __typename }', 'mutation cop { __typename }']) {
      const response = await fetch(`${app.url}/graphql?query=${encodeURIComponent(query)}`, {
        headers: { 'apollo-require-preflight': '1' },
      })
      expect(response.status).toBe(404)
    }
  })
  test('a graphical console is at /playground and nowhere else', async () => {
    for (const path of ['/graphql', '/console', '/explorer']) {
      const page = await (await fetch(app.url + path, { headers: { accept: 'text/html' } })).text()
      expect(page).not.toMatch(/graphiql|playground|apollo sandbox/i)
    }
  })
  test('introspection is not for strangers', async () => {
    expect(await ask('query cop { __schema { types { name } } }')).not.toHaveProperty('data.__schema')
  })
  test('a form is not taken for a query', async () => {
    const response = await post('', 'query=query+cop+{__typename}', 'application/x-www-form-urlencoded')
    expect(response.status).toBe(415)
  })
  test('tracing is not told', async () => {
    expect(await ask('query cop { __typename }')).toEqual({ data: { __typename: 'Query' } })
  })
  test('an unhandled error tells neither exception nor stack', async () => {
    expect(JSON.stringify(await ask('qwerty cop { abc }'))).not.toMatch(/exception|stacktrace|\bat /i)
  })
})
