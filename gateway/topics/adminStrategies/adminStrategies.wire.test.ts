import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../../../prisma/bus/listen.ts'
import type { BusSubscription } from '../../../prisma/bus/port.ts'
import type { SakhaEvent } from '../../../schema/events/SakhaEvent.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { countPerformance } from '../../testing/countPerformance.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'

let app: TestGateway
let bus: BusSubscription
let admin: TestUser
/** An admin without two-factor sign-in. */
let careless: TestUser
let asha: TestUser
let events: SakhaEvent[] = []
beforeAll(async () => {
  app = await startTestGateway()
  admin = await app.user('Nandini')
  careless = await app.user('Kiran')
  asha = await app.user('Asha')
  await app.db.user.update({ where: { id: admin.id }, data: { role: 'admin', twoFactorAt: new Date() } })
  await app.db.user.update({ where: { id: careless.id }, data: { role: 'admin' } })
  bus = await listen(
    app.databaseUrl,
    (event) => events.push(event),
    () => {},
  )
})
afterAll(async () => {
  await bus.close()
  await app.close()
})
beforeEach(async () => {
  await app.db.trade.deleteMany()
  await app.db.subscription.deleteMany()
  await app.db.strategy.deleteMany()
  events = []
})

const RULES = { interval: '5min', long: ['close', 'crosses above', 'ema(20)'], short: null }
const LEAST = { name: 'Pullback', description: 'Buys dips.', category: 'Trend', rules: RULES, instruments: ['nifty'] }
const create = (changes: object = {}, token = admin.token, key?: string) =>
  app.rest('POST', '/admin/strategies', { token, body: { ...LEAST, ...changes }, ...(key === undefined ? {} : { key }) })
const dataOf = <T>({ body }: { readonly body: unknown }) => (body as { data: T }).data
const made = async (changes: object = {}) => dataOf<{ id: string; updatedAt: string }>(await create(changes))
const put = (id: string, body: object) => app.rest('PUT', `/admin/strategies/${id}`, { token: admin.token, body })
const toggle = (id: string, what: 'public' | 'active') =>
  app.rest('PATCH', `/admin/strategies/${id}/toggle-${what}`, { token: admin.token })
const remove = (id: string, query = '') => app.rest('DELETE', `/admin/strategies/${id}${query}`, { token: admin.token })

describe('managing strategies', () => {
  test('is for admins with two-factor sign-in, on every path and by GraphQL, and leaves everything as it was for others', async () => {
    const id = await insertStrategy(app.db, 'ema-crossover')
    const paths = [
      ['GET', ''],
      ['POST', ''],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
      ['PATCH', `/${id}/toggle-public`],
      ['PATCH', `/${id}/toggle-active`],
    ] as const
    const mutations = [
      '{ managedStrategies { id } }',
      `mutation { toggleStrategyPublic(id: "${id}") { id } }`,
      `mutation { toggleStrategyActive(id: "${id}") { id } }`,
      `mutation { deleteStrategy(id: "${id}", confirm: true) { id } }`,
      'mutation($input: StrategyInput!) { createStrategy(input: $input) { id } }',
      `mutation($input: StrategyInput!) { updateStrategy(id: "${id}", updatedAt: "2026-01-01T00:00:00Z", input: $input) { id } }`,
    ]
    const refused = [
      [asha.token, 'FORBIDDEN', 'Only admins may do this.'],
      [careless.token, 'FORBIDDEN', 'Admins need two-factor sign-in for this. Turn it on in your profile at /profile.'],
      [undefined, 'UNAUTHENTICATED', 'Please sign in to continue'],
    ] as const
    const before = await app.db.strategy.findMany()
    for (const [token, code, message] of refused) {
      const options = token === undefined ? {} : { token }
      for (const [method, path] of paths)
        expect(
          (await app.rest(method, `/admin/strategies${path}`, { ...options, ...(method === 'GET' ? {} : { body: LEAST }) })).body,
        ).toMatchObject({ code, message })
      for (const query of mutations) {
        const { body } = await app.graphql(query, { ...options, variables: { input: LEAST } })
        expect(body).toMatchObject({ errors: [{ message, extensions: { code } }] })
      }
    }
    expect(await app.db.strategy.findMany()).toEqual(before)
  })

  test('shows private and inactive ones, who is subscribed to which version, and what is open', async () => {
    const id = await insertStrategy(app.db, 'ema-crossover', { isPublic: false, isActive: false })
    await insertTrade(app.db, { userId: asha.id, strategyId: id })
    await insertTrade(app.db, { userId: asha.id, strategyId: id, ...closedWith(500n) })
    await countPerformance(app)
    const { body } = await app.graphql(
      '{ managedStrategies { id isPublic isActive rules version trailingStop subscribers subscribersBehind openTrades performance { totalTrades } } }',
      { token: admin.token },
    )
    const rules = { interval: '1min', long: ['ema(9)', 'crosses above', 'ema(21)'], short: ['ema(9)', 'crosses below', 'ema(21)'] }
    const state = { isPublic: false, isActive: false, version: 1, trailingStop: null, performance: { totalTrades: 1 } }
    const usage = { subscribers: 1, subscribersBehind: 0, openTrades: 1 }
    expect(body).toEqual({ data: { managedStrategies: [{ id, rules, ...state, ...usage }] }, extensions: expect.anything() as unknown })
  })
})

test('counts who runs which version in which mode, without names', async () => {
  const id = await insertStrategy(app.db, 'ema-crossover')
  const [lata, ravi] = [await app.user('Lata'), await app.user('Ravi')]
  await app.db.subscription.createMany({
    data: [
      { userId: asha.id, strategyId: id },
      { userId: lata.id, strategyId: id, mode: 'LIVE' },
      { userId: ravi.id, strategyId: id, isActive: false },
      { userId: ravi.id, strategyId: id, isActive: false, endedAt: new Date() },
    ],
  })
  await insertTrade(app.db, { userId: asha.id, strategyId: id })
  const { body } = await app.graphql(
    '{ strategyUsage { strategyId isActive isPublic openPaper openLive versions { version paper live off } } }',
    { token: admin.token },
  )
  const versions = [{ version: 1, paper: 1, live: 1, off: 1 }]
  expect(body).toEqual({
    data: { strategyUsage: [{ strategyId: id, isActive: true, isPublic: true, openPaper: 1, openLive: 0, versions }] },
    extensions: expect.anything() as unknown,
  })
})

describe('a new strategy', () => {
  test('has the defaults of the specification, its instruments in capitals and once, and its maker’s name in the audit log', async () => {
    const { status, body } = await create({ instruments: ['nifty', ' BankNifty ', 'NIFTY', 'midcap'] })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      message: 'Strategy created successfully!',
      data: {
        ...{ name: 'Pullback', type: 'custom', version: 1, isActive: false, isPublic: false, paperTrade: true, subscribers: 0 },
        ...{ timeWindow: { start: '09:15', end: '15:30' }, maxTrades: 5, riskPerTrade: 1000, stopLoss: 50, takeProfit: 100 },
        ...{ trailingStop: null, quantity: 1, instruments: ['NIFTY', 'BANKNIFTY', 'MIDCAP'], longRule: 'price closes above EMA(20)' },
      },
    })
    const { id } = dataOf<{ id: string }>({ body })
    const version = await app.db.strategyVersion.findFirstOrThrow({ where: { strategyId: id } })
    expect(version).toMatchObject({ version: 1, createdBy: admin.id, changes: [] })
    const { body: log } = await app.rest('GET', '/user/audit-log?limit=1', { token: admin.token })
    expect(log).toMatchObject({
      data: { entries: [{ action: 'STRATEGY_CREATED', sessionId: admin.id, details: { name: 'Pullback', version: 1 } }] },
    })
    await eventually(() => events).toContainEqual({ type: 'strategy.changed', strategyId: id })
  })

  test('without rules has those of the template of its type, and is inactive', async () => {
    const { rules: _rules, ...bare } = { ...LEAST, type: ' Macd ' }
    const { status, body } = await app.rest('POST', '/admin/strategies', { token: admin.token, body: bare })
    expect(status).toBe(201)
    const { rules } = STRATEGY_TEMPLATES.find(({ slug }) => slug === 'macd')!
    expect(body).toMatchObject({ data: { type: 'Macd', isActive: false, isPublic: false, rules, stopLoss: 50 } })
    const unknown = await app.rest('POST', '/admin/strategies', { token: admin.token, body: { ...bare, type: 'Astrology' } })
    expect(unknown.body).toMatchObject({ code: 'BAD_USER_INPUT', fieldErrors: { rules: expect.stringContaining('The rules: ') } })
  })

  test('is saved with the fields of the specification alone: it keeps its rules, its description and its category', async () => {
    const { id } = await made({ isActive: true })
    const fields = {
      ...{ name: 'Pullback 2', type: 'custom', isActive: true, isPublic: false, timeWindow: { start: '09:30', end: '15:00' } },
      ...{ maxTrades: 2, riskPerTrade: 1_000, stopLoss: 50, takeProfit: 100, quantity: 1, instruments: ['NIFTY'], paperTrade: true },
    }
    const { status, body } = await put(id, fields)
    expect(status).toBe(200)
    expect(body).toMatchObject({ data: { ...fields, rules: RULES, description: LEAST.description, category: LEAST.category } })
    const { description: _description, category: _category, ...bare } = LEAST
    expect(await app.rest('POST', '/admin/strategies', { token: admin.token, body: bare })).toMatchObject({
      ...{ status: 201, body: { data: { description: '', category: 'custom', type: 'custom' } } },
    })
  })

  test('of type custom without rules is a draft: it is not active before it has rules', async () => {
    const { rules, ...bare } = LEAST
    const send = (changes: object) => app.rest('POST', '/admin/strategies', { token: admin.token, body: { ...bare, ...changes } })
    const refusal = {
      status: 409,
      body: { message: 'This strategy is a draft: it has no rules yet, so it would never trade. Edit it and give it rules first.' },
    }
    expect(await send({ isActive: true })).toMatchObject(refusal)
    const made = await send({ type: 'custom' })
    expect(made).toMatchObject({ status: 201, body: { data: { type: 'custom', isActive: false, isPublic: false } } })
    const { id } = dataOf<{ id: string }>(made)
    expect(await toggle(id, 'active')).toMatchObject(refusal)
    expect((await put(id, { ...LEAST, rules })).status).toBe(200)
    expect(await toggle(id, 'active')).toMatchObject({ status: 200, body: { data: { isActive: true } } })
  })

  test('may be named with HTML or a formula: it is text, and kept as it is', async () => {
    for (const name of ['<img src=x onerror=alert(1)>', '=HYPERLINK("http://x")', 'Robert\'); DROP TABLE "Strategy";--'])
      expect((await create({ name })).body).toMatchObject({ data: { name } })
    expect(await app.db.strategy.count()).toBe(3)
  })

  test('of a name that is taken has a slug of its own, also when two are made at once', async () => {
    await Promise.all([create(), create(), create()])
    const slugs = await app.db.strategy.findMany({ select: { slug: true }, orderBy: { slug: 'asc' } })
    expect(slugs.map(({ slug }) => slug)).toEqual(['pullback', 'pullback-2', 'pullback-3'])
  })

  test('asked for twice by one key is made once', async () => {
    const [one, two] = [await create({}, admin.token, 'k'), await create({}, admin.token, 'k')]
    expect(dataOf(two)).toEqual(dataOf(one))
    expect(await app.db.strategy.count()).toBe(1)
  })

  test.each([
    [{ maxTrades: 1, riskPerTrade: 100, stopLoss: 0.1, takeProfit: 0.1, trailingStop: 0.1, quantity: 1 }],
    [{ maxTrades: 50, riskPerTrade: 10_000_000, stopLoss: 50, takeProfit: 200, trailingStop: 50, quantity: 50 }],
  ])('takes the bounds themselves: %j', async (bounds) => {
    expect((await create(bounds)).body).toMatchObject({ data: bounds })
  })

  test.each([
    [{ name: '  ' }, 'name', 'Strategy name is required'],
    [{ name: undefined }, 'name', 'Strategy name is required'],
    [{ name: 'x'.repeat(101) }, 'name', 'Strategy name must be at most 100 characters long'],
    [{ name: 'a\u0000b' }, 'name', 'Strategy name must not contain control characters'],
    [{ description: '' }, 'description', 'Description is required'],
    [{ category: '' }, 'category', 'Category is required'],
    [{ instruments: [] }, 'instruments', 'At least one instrument is required'],
    [{ instruments: undefined }, 'instruments', 'At least one instrument is required'],
    [
      { instruments: ['FINNIFTY'] },
      'instruments.0',
      'FINNIFTY is not traded here: subscribers choose from NIFTY, BANKNIFTY, SENSEX, MIDCAP',
    ],
    [{ maxTrades: 0 }, 'maxTrades', 'maxTrades must be a whole number from 1 to 50, got 0'],
    [{ maxTrades: 51 }, 'maxTrades', 'maxTrades must be a whole number from 1 to 50, got 51'],
    [{ riskPerTrade: 99.99 }, 'riskPerTrade', 'riskPerTrade must be a number from 100 to 10000000, got 99.99'],
    [{ stopLoss: 0.09 }, 'stopLoss', 'stopLoss must be a number from 0.1 to 50, got 0.09'],
    [{ stopLoss: 50.1 }, 'stopLoss', 'stopLoss must be a number from 0.1 to 50, got 50.1'],
    [{ takeProfit: 200.1 }, 'takeProfit', 'takeProfit must be a number from 0.1 to 200, got 200.1'],
    [{ trailingStop: 0 }, 'trailingStop', 'trailingStop must be a number from 0.1 to 50, got 0'],
    [{ quantity: 51 }, 'quantity', 'quantity must be a whole number from 1 to 50, got 51'],
    [{ timeWindow: { start: '15:00', end: '10:00' } }, 'timeWindow', 'The trading window must end after its start'],
    [{ timeWindow: { start: '9:15' } }, 'timeWindow.start', 'start must be a time HH:MM from 09:15 to 15:30, got 9:15'],
    [{ rules: null }, 'rules', 'The rules: expected an object with interval, long and short, found null'],
    [
      { rules: { ...RULES, long: ['obv', '>', 'obv[5]'] } },
      'rules',
      'The rules: on-balance volume cannot be compared, because indices have no volume',
    ],
    [{ rules: { ...RULES, long: ['close', '>', 'ema(0)'] } }, 'rules.long[2]', expect.stringContaining('The rules at long[2]: ')],
  ])('with %j is refused, the field named, and not made', async (wrong, field, message) => {
    const { status, body } = await create(wrong)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'BAD_USER_INPUT', message, fieldErrors: { [field]: message } })
    expect(await app.db.strategy.count()).toBe(0)
  })

  test('whose subscriptions would begin live is refused', async () => {
    expect((await create({ paperTrade: false })).body).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('an edit', () => {
  test('of what is traded by is a new version with what it changed in words; subscribers stay on theirs, and the admin is told how many', async () => {
    const { id } = await made({ isPublic: true, isActive: true })
    await app.db.subscription.create({ data: { userId: asha.id, strategyId: id, version: 1 } })
    const { status, body } = await put(id, { ...LEAST, stopLoss: 20, rules: { ...RULES, long: ['close', 'crosses above', 'ema(50)'] } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Strategy updated successfully! Subscribers on an earlier version: 1; each stays there until moving to the new one.',
      data: { version: 2, stopLoss: 20, isPublic: true, isActive: true, subscribers: 1, subscribersBehind: 1 },
    })
    const versions = await app.db.strategyVersion.findMany({ where: { strategyId: id }, orderBy: { version: 'asc' } })
    expect(versions).toMatchObject([
      { version: 1, stopLossPercent: 50, changes: [] },
      {
        ...{ version: 2, stopLossPercent: 20, createdBy: admin.id },
        changes: ['Long: price closes above EMA(50) (was: price closes above EMA(20)).', 'Stop loss: 20% (was 50%).'],
      },
    ])
    expect(await app.db.subscription.findFirst()).toMatchObject({ version: 1 })
    await eventually(() => events).toContainEqual({ type: 'strategy.versioned', strategyId: id, version: 2 })
  })

  test('of name and description alone is no new version', async () => {
    const { id } = await made()
    expect((await put(id, { ...LEAST, name: 'Dip', description: 'Buys deep dips.' })).body).toMatchObject({
      message: 'Strategy updated successfully!',
      data: { name: 'Dip', description: 'Buys deep dips.', version: 1 },
    })
  })

  test('of a strategy that somebody has changed since is a conflict, and changes nothing', async () => {
    const { id, updatedAt } = await made()
    await put(id, { ...LEAST, name: 'Theirs', updatedAt })
    const late = await app.graphql(
      'mutation($id: ID!, $at: DateTimeISO!, $input: StrategyInput!) { updateStrategy(id: $id, updatedAt: $at, input: $input) { version } }',
      { token: admin.token, variables: { id, at: updatedAt, input: { ...LEAST, name: 'Mine', stopLoss: 1 } } },
    )
    const message = 'Someone else has changed this strategy. Reload it, then make your change again.'
    expect(late.body).toMatchObject({ errors: [{ message, extensions: { code: 'CONFLICT' } }] })
    expect(await app.db.strategy.findUniqueOrThrow({ where: { id } })).toMatchObject({ name: 'Theirs', version: 1 })
  })

  test('by ten at once makes ten versions, one after the other', async () => {
    const { id } = await made()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => put(id, { ...LEAST, maxTrades: 10 + i })))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await app.db.strategy.findUniqueOrThrow({ where: { id } })).toMatchObject({ version: 11 })
    expect(await app.db.strategyVersion.count({ where: { strategyId: id } })).toBe(11)
  })
})

describe('a switch', () => {
  test.each(['public', 'active'] as const)(
    '%s, turned by two tabs at once, is where it was, and each tab is told what it did',
    async (what) => {
      const { id } = await made()
      const flag = what === 'public' ? 'isPublic' : 'isActive'
      const audited = await app.db.auditEntry.count()
      await Promise.all([toggle(id, what), toggle(id, what)])
      expect(await app.db.strategy.findUniqueOrThrow({ where: { id } })).toMatchObject({ [flag]: false })
      expect(await app.db.auditEntry.count()).toBe(audited + 2)
      const words = what === 'public' ? ['public', 'private'] : ['active', 'inactive']
      for (const [i, word] of words.entries())
        expect((await toggle(id, what)).body).toMatchObject({ message: `The strategy is ${word}.`, data: { [flag]: i === 0 } })
    },
  )

  test('of a strategy that is not there is not found', async () => {
    expect((await toggle('01a1fbe8-9ea8-74bb-b106-20d4589509ba', 'public')).status).toBe(404)
  })
})

describe('a removal', () => {
  test('is refused while trades are open, confirmed or not, with their number', async () => {
    const { id } = await made({ isPublic: true, isActive: true })
    await insertTrade(app.db, { userId: asha.id, strategyId: id })
    const message = 'Open trades of this strategy: 1. Switch it off, and delete it when they have closed.'
    expect((await remove(id, '?confirm=true')).body).toMatchObject({ code: 'CONFLICT', message })
    expect(await app.db.strategy.findUniqueOrThrow({ where: { id } })).toMatchObject({ archivedAt: null })
  })

  test('asks first when users are subscribed; confirmed, it ends their subscriptions, keeps their trades, and tells it', async () => {
    const { id } = await made({ isPublic: true, isActive: true })
    await insertTrade(app.db, { userId: asha.id, strategyId: id, ...closedWith(5_000n) })
    expect((await remove(id)).body).toMatchObject({
      code: 'CONFLICT',
      message: 'Users subscribed to this strategy: 1. Confirm that their subscriptions end with it.',
    })
    const { status, body } = await remove(id, '?confirm=true')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: { id, endedSubscriptions: 1 },
      message: 'Strategy deleted successfully! Subscriptions ended: 1.',
    })
    expect(await app.db.subscription.findFirst()).toMatchObject({ isActive: false, endedAt: expect.any(Date) })
    expect((await app.rest('GET', '/strategy/user', { token: asha.token })).body).toMatchObject({ data: [] })
    expect((await app.rest('GET', '/strategy/available', { token: asha.token })).body).toMatchObject({ data: [] })
    expect((await app.rest('GET', '/admin/strategies', { token: admin.token })).body).toMatchObject({ data: [] })
    expect((await app.rest('GET', '/trades/history', { token: asha.token })).body).toMatchObject({
      data: { trades: [{ strategy: 'Pullback' }] },
    })
    await eventually(() => events).toContainEqual({ type: 'strategy.archived', strategyId: id })
    for (const again of [await remove(id), await toggle(id, 'active'), await put(id, LEAST)]) expect(again.status).toBe(404)
    const subscribe = { token: asha.token, body: { strategyId: id } }
    expect((await app.rest('POST', '/strategy/subscribe', subscribe)).status).toBe(404)
  })

  test('at the same moment as subscriptions leaves none running', async () => {
    const { id } = await made({ isPublic: true, isActive: true })
    const people = await Promise.all(Array.from({ length: 4 }, (_, i) => app.user(`Late${i}`)))
    await Promise.all([
      ...people.map(({ token }) => app.rest('POST', '/strategy/subscribe', { token, body: { strategyId: id } })),
      remove(id, '?confirm=true'),
    ])
    expect(await app.db.subscription.count({ where: { strategyId: id, endedAt: null } })).toBe(0)
  })
})
