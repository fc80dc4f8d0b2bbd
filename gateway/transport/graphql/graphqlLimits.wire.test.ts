import { readFile } from 'node:fs/promises'
import { buildSchema, getNamedType, isInputObjectType, type GraphQLArgument } from 'graphql'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { DAY } from '../../../schema/time.ts'
import { digest } from '../../security/digest.ts'
import { makeTokenText } from '../../security/personalTokens/tokenText.ts'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'
import { MAX_COST } from './limitCost.ts'

let app: TestGateway
let token: string
/** What an analyst asks with: a session, and a personal access token. */
let analyst: { readonly session: string; readonly script: string }
beforeAll(async () => {
  app = await startTestGateway()
  token = (await app.user('Asha')).token
  const { id: userId, token: session } = await app.user('Isha')
  await app.db.user.update({ where: { id: userId }, data: { role: 'analyst' } })
  const script = makeTokenText()
  const data = { userId, name: 'Script', scopes: ['read:own'], tokenHash: digest(script), hint: script.slice(-4) }
  await app.db.personalToken.create({ data: { ...data, expiresAt: new Date(Date.now() + DAY) } })
  analyst = { session, script }
})
afterAll(() => app.close())

interface Refusal {
  readonly errors: readonly { readonly message: string; readonly extensions: { readonly code: string } }[]
}

/** The errors of a document, by POST and, as a subscription, over a socket: the limits are the same. */
async function complaints(fields: string, more = '', by = token): Promise<{ readonly posted: string[]; readonly overSocket: string[] }> {
  const { status, body } = await app.graphql(`query { ${fields} } ${more}`, { token: by })
  if (status !== 200) expect(status).toBe(400)
  const client = createClient({
    ...{ url: `${app.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, connectionParams: { token: by }, retryAttempts: 0 },
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
      'cost over flattened fragments: 100,000',
      repeat(2, (i) => `a${i}: me { ...F }`),
      repeat(15, (i) => `a${i}: me { ...F }`),
      `fragment F on User { ${repeat(10, () => '...G')} } fragment G on User { ${repeat(10, () => '...H')} } fragment H on User { ${repeat(60, (i) => `f${i}`)} }`,
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

/** Layers of fragments, each of which spreads the next one so many times. */
const layers = (count: number, times: number, last: string) =>
  repeat(count, (i) => `fragment F${i} on Query { ${i + 1 < count ? repeat(times, () => `...F${i + 1}`) : last} }`)

describe('fragments that spread one another, some 2.9 kB of them', () => {
  test.each([
    ['end in a value', layers(24, 15, '__typename')],
    ['end in the schema', layers(24, 15, '__schema { types { fields { type { fields { type { fields { name } } } } } } }')],
    ['end in themselves', layers(24, 15, '...F0')],
    ['end in nothing there is', layers(24, 15, '...Missing')],
    ['double', layers(22, 2, '__typename')],
  ])('item 24: which %s are refused at once, to a stranger too, by POST and over a socket', async (_how, more) => {
    const refusal = await ask(`{ ...F0 } ${more}`)
    expect(refusal).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
    expect(refusal).not.toHaveProperty('data')
    const { posted, overSocket } = await complaints('...F0', more)
    expect(posted.length).toBeGreaterThan(0)
    expect(overSocket.length).toBeGreaterThan(0)
    expect((await fetch(`${app.url}/livez`)).status).toBe(200)
  })

  test('item 24: a stranger’s socket is closed before it is read', async () => {
    const client = createClient({ url: `${app.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, retryAttempts: 0 })
    const asked = client.iterate({ query: `subscription { ...F0 } ${layers(24, 15, '__typename').replaceAll('Query', 'Subscription')}` })
    await expect(asked.next()).rejects.toMatchObject({ code: 4403 })
    await client.dispose()
  })
})

/** 12.875 a row: 2 + 1.5 × (2 + 1.5 × (2 + 1.5)). */
const rows = (first: number) => `denials(first: ${first}) { edges { node { id } } }`
interface ToldLimit {
  readonly name: string
  readonly allowed: number
  /** At the limit … */
  readonly fits: string
  /** … above it and far above, with what is used of it. */
  readonly above: readonly [string, number]
  readonly far: readonly [string, number]
  readonly saying: string
}
const TOLD: readonly ToldLimit[] = [
  {
    name: 'depth',
    ...{ allowed: 6, fits: `a ${nested(6)}`, above: [`a ${nested(7)}`, 7], far: [`a ${nested(100)}`, 100] },
    ...{ saying: 'levels deep, and 6 are allowed: leave out what is below "a.a.a.a.a.a".' },
  },
  {
    name: 'aliases',
    ...{ allowed: 15, fits: repeat(15, (i) => `a${i}: __typename`) },
    ...{ above: [repeat(16, (i) => `a${i}: __typename`), 16], far: [repeat(200, (i) => `a${i}: __typename`), 200] },
    ...{ saying: 'aliases, and 15 are allowed: ask for "a' },
  },
  {
    name: 'directives',
    ...{ allowed: 50, fits: `me { id ${repeat(50, () => '@a')} }` },
    ...{ above: [`me { id ${repeat(51, () => '@a')} }`, 51], far: [`me { id ${repeat(450, () => '@a')} }`, 450] },
    ...{ saying: 'directives, and 50 are allowed: leave out those of "me.id".' },
  },
]

const SIGNALS =
  'signals(first: $n) { edges { node { time strategy version price values { operand value } } } pageInfo { endCursor hasNextPage } }'
const INDICATORS = 'indicators(symbol: "NIFTY", limit: $n, specs: $specs) { candles { time close } columns { spec output values } }'
const RECENT = 'tradeHistory(input: $input) { edges { node { id option legs { option entryPrice } } } }'

describe('the cost of an operation', () => {
  const send = async (query: string, variables: object, by = analyst.session) =>
    (await app.graphql(query, { variables: { ...variables }, token: by })).body as {
      readonly errors?: readonly { readonly message: string; readonly extensions: object }[]
      readonly extensions?: { readonly cost: { readonly used: number } }
    }
  const told = (used: number, field: string) => ({
    message: `The operation costs ${used.toLocaleString('en-US')}, and 100,000 are allowed: ask "${field}" for fewer rows or fields.`,
    extensions: { code: 'BAD_USER_INPUT', limit: { name: 'cost', used, allowed: MAX_COST } },
  })

  test('item 24: is told with what is used of it and what to narrow, whether the rows stand in the document or in a variable', async () => {
    for (const [first, used] of [
      [7_768, 100_013],
      [100_000, 1_287_500],
    ] as const)
      for (const query of [`{ ${rows(first)} }`, `query ($n: Int!) { ${rows(0).replace('0', '$n')} }`])
        expect((await send(query, { n: first })).errors).toEqual([expect.objectContaining({ message: told(used, 'denials').message })])
    expect((await send(`query ($n: Int!) { ${rows(0).replace('0', '$n')} }`, { n: 7_768 })).errors?.[0]).toMatchObject(
      told(100_013, 'denials'),
    )
    expect(JSON.stringify(await send(`{ ${rows(7_766)} }`, {}))).not.toContain('allowed:')
  })

  test('item 24: goes by each request’s variables, also where the document is known', async () => {
    const query = `query ($n: Int!) { ${SIGNALS} }`
    const used = async (n: number) => (await send(query, { n })).extensions?.cost.used
    const [one, page] = [await used(1), await used(200)]
    expect(page).toBeGreaterThan(7_300)
    expect(Math.abs(page! / 200 - one!)).toBeLessThan(1)
    expect((await send(query, { n: 1_000 })).errors).toHaveLength(1)
    expect(await used(1)).toBe(one)
  })

  test('item 24: goes by `limit`, by rows in an input, and by their absence', async () => {
    const candles = 'query ($n: Int) { candles(symbol: "NIFTY", limit: $n) { time close } }'
    expect((await send(candles, { n: 1_000 })).extensions?.cost.used).toBe(5_000)
    expect((await send(candles, {})).extensions?.cost.used).toBe(500)
    const history = `query ($input: TradeHistoryInput) { ${RECENT} }`
    const used = async (input?: object) => (await send(history, { input })).extensions?.cost.used ?? 0
    expect(Math.abs((await used({ first: 100 })) - 100 * (await used({ first: 1 })))).toBeLessThan(100)
    expect(await used()).toBe(await used({ first: 50 }))
  })

  test('item 24: of indicators is candles times columns, and what they are computed from', async () => {
    const query = `query ($n: Int!, $specs: [String!]!) { ${INDICATORS} }`
    const used = async (n: number, ...specs: string[]) => (await send(query, { n, specs })).extensions?.cost.used ?? Infinity
    const [small, wide, warm] = [await used(75, 'ema(9)'), await used(75, 'ema(9)', 'macd(12,26,9)'), await used(75, 'ema(500)')]
    expect(small).toBeLessThan(3_000)
    expect(wide).toBeGreaterThan(small + 3 * 75)
    expect(warm).toBeGreaterThan(small + 5_000)
    const many = repeat(15, (i) => `a${i}: ${INDICATORS}`)
    const specs = Array.from({ length: 20 }, (_, i) => `macd(${i + 2},${i + 30},9)`)
    expect((await send(`query ($n: Int!, $specs: [String!]!) { ${many} }`, { n: 1_000, specs })).errors?.[0]?.message).toMatch(
      /^The operation costs [\d,]+, and 100,000 are allowed/,
    )
  })

  test('item 24: of a list without an argument is that of all it may have', async () => {
    expect((await send('{ agentKeys { index } }', {})).extensions?.cost.used).toBeGreaterThan(7)
    expect(
      (await send(`{ ${repeat(15, (i) => `a${i}: availableStrategies { id name description category type legs instruments }`)} }`, {}))
        .errors,
    ).toHaveLength(1)
  })

  test('item 24: is looked at over a socket, with its variables', async () => {
    const client = createClient({
      ...{ url: `${app.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, retryAttempts: 0 },
      connectionParams: { token: analyst.session },
    })
    const query = 'subscription ($symbols: [String!]!) { prices(symbols: $symbols) { symbol price time } }'
    const refusal = client.iterate({ query, variables: { symbols: Array.from({ length: 16_000 }, () => 'A') } }).next()
    await expect(refusal).rejects.toMatchObject([told(104_000, 'prices')])
    await client.dispose()
  })

  test('item 24: stays untold to others', async () => {
    expect((await send(`query ($n: Int!) { ${SIGNALS} }`, { n: 1_000 }, token)).errors).toMatchObject([{ message: CUT_OFF }])
  })
})

describe('who asks by token, analysts and admins', () => {
  test.each(TOLD)('item 24: are told the limit of $name, how far they are beyond it and what to narrow', async (limit) => {
    const { name, allowed, fits, above, far, saying } = limit
    expect(JSON.stringify(await complaints(fits, '', analyst.script))).not.toContain('allowed')
    for (const [text, used] of [above, far]) {
      const words = expect.stringContaining(saying) as string
      const { posted, overSocket } = await complaints(text, '', analyst.script)
      // Far beyond the depth, the cost is as well.
      const all = expect.arrayContaining([words]) as string[]
      expect([posted, overSocket]).toEqual([all, all])
      const { body } = await app.graphql(`{ ${text} }`, { token: analyst.session })
      expect((body as { errors: unknown[] }).errors[0]).toMatchObject({
        extensions: { code: 'BAD_USER_INPUT', limit: { name, used, allowed } },
      })
    }
  })

  test('item 24: are told where the tokens end, and of repetitions and definitions how many may be', async () => {
    const tokens = (more: number) => `a ${repeat(995 + more, () => 'id')} last`
    expect((await complaints(tokens(0), '', analyst.script)).posted).toEqual([
      '"id" stands more than 10 times in one place of the answer: ask for it once.',
    ])
    for (const more of [1, 20_000]) {
      const { posted, overSocket } = await complaints(tokens(more), '', analyst.script)
      const words = expect.stringMatching(/^The document has more than 1,000 names, braces and values, which end at "(id|last)"/) as string
      expect([posted, overSocket]).toEqual([[words], [words]])
    }
    expect(
      (
        await complaints(
          repeat(11, () => '__typename'),
          '',
          analyst.script,
        )
      ).posted,
    ).toEqual(['"__typename" stands more than 10 times in one place of the answer: ask for it once.'])
    expect(
      (
        await complaints(
          '__typename',
          repeat(25, (i) => `fragment F${i} on Query { __typename }`),
          analyst.script,
        )
      ).posted,
    ).toEqual(['The document has 26 operations and fragments, and 25 are allowed: leave out what this request does not need.'])
  })

  test('item 26: read of the schema what is within its limit, and are told when it is more', async () => {
    const L = 'name description isDeprecated deprecationReason'
    const inner = `fields { ${L} type { name kind description } }`
    const schema = (more: string) =>
      `{ __schema { types { name kind ${more} fields { ${L} args { name } type { name kind description specifiedByURL isOneOf ${inner} } } } } }`
    const refusal =
      'This asks for too much of the schema: more than 400,000 values. Ask for single types with __type, or for fewer lists in lists.'
    for (const by of [analyst.session, analyst.script]) {
      expect((await app.graphql(schema(''), { token: by })).body).toMatchObject({
        data: { __schema: { types: expect.any(Array) as unknown } },
      })
      for (const far of [
        schema('description'),
        `{ __schema { types { ${inner.replace('name kind', `name ${inner.replace('name kind', inner)}`)} } } }`,
      ])
        expect((await app.graphql(far, { token: by })).body).toMatchObject({ errors: [{ message: refusal }] })
    }
  })

  test('read beside each answer what it cost, and what it may; nobody else does', async () => {
    const cost = { used: 13, allowed: MAX_COST }
    for (const by of [analyst.session, analyst.script]) {
      expect((await app.graphql(`{ ${rows(1)} }`, { token: by })).body).toEqual({ data: { denials: { edges: [] } }, extensions: { cost } })
      expect((await app.graphql(`{ ${rows(0)} }`, { token: by })).body).toMatchObject({ errors: [{}], extensions: { cost } })
      const several = { query: `query A { ${rows(2)} } query B { ${rows(3)} }`, operationName: 'B' }
      const answer = await fetch(`${app.url}/graphql`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${by}` } },
        body: JSON.stringify(several),
      })
      expect(await answer.json()).toMatchObject({ extensions: { cost: { used: 39 } } })
    }
    expect((await app.graphql(`{ ${rows(1)} }`, { token })).body).toEqual({ data: { denials: { edges: [] } } })
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
  ['signals', 'signals(first: 201) { edges { cursor } }', 'first must be a whole number from 1 to 200, got 201'],
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

test.each([
  ['has thousands of fields that nobody knows', Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}`, 1]))],
  [
    'repeats the words of a suggestion',
    { email: 'Did you mean '.repeat(6_000), ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k${i}`, 1])) },
  ],
])('item 24: a variable of 100 kB that %s is refused to a stranger at once, and in few words', async (_what, input) => {
  const query = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
  const begun = performance.now()
  const response = await post('', JSON.stringify({ query, variables: { input } }))
  expect(performance.now() - begun).toBeLessThan(2_000)
  expect(response.status).toBe(400)
  const text = await response.text()
  expect(text.length).toBeLessThan(10_000)
  expect((JSON.parse(text) as Refusal).errors[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } })
})

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
