import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../../prisma/bus/listen.ts'
import type { SakhaEvent } from '../../../schema/events/SakhaEvent.ts'
import { HOUR } from '../../../schema/time.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { countPerformance } from '../../testing/countPerformance.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'

let app: TestGateway
let strategyId: string
let hiddenId: string
let asha: TestUser
let ravi: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'ema-crossover')
  hiddenId = await insertStrategy(app.db, 'supertrend', { isPublic: false })
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
})
afterAll(() => app.close())

const subscribe = (user: TestUser, id: string) => app.rest('POST', '/strategy/subscribe', { body: { strategyId: id }, token: user.token })
const unsubscribe = (user: TestUser, id: string) => app.rest('DELETE', `/strategy/user/${id}`, { token: user.token })
async function subscribed(user: TestUser): Promise<string> {
  const { body } = await subscribe(user, strategyId)
  return (body as { data: { id: string } }).data.id
}

describe('available strategies', () => {
  test('are the public, active ones with their rules in words, the same by REST and GraphQL', async () => {
    const { body } = await app.graphql('{ availableStrategies { id name interval longRule shortRule stopLoss quantity subscribed } }', {
      token: asha.token,
    })
    expect(body).toEqual({
      data: {
        availableStrategies: [
          {
            id: strategyId,
            name: 'EMA Crossover',
            interval: 'ONE_MINUTE',
            longRule: expect.stringContaining('crosses above'),
            shortRule: expect.stringContaining('crosses below'),
            stopLoss: 20,
            quantity: 1,
            subscribed: false,
          },
        ],
      },
    })
    const rest = await app.rest('GET', '/strategy/available', { token: asha.token })
    expect(rest.body).toMatchObject({
      data: [
        {
          _id: strategyId,
          interval: '1min',
          performance: { mode: 'PAPER', totalTrades: 0, knownTrades: 0, profitableTrades: 0, winRate: 0, totalPnL: 0, totalNet: 0 },
        },
      ],
    })
  })

  test('count the closed trades of everyone, mine only my own', async () => {
    await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(20_000n) })
    await insertTrade(app.db, { userId: ravi.id, strategyId, ...closedWith(-5_025n) })
    await insertTrade(app.db, { userId: ravi.id, strategyId })
    await countPerformance(app)
    const available = await app.rest('GET', '/strategy/available', { token: asha.token })
    expect(available.body).toMatchObject({
      data: [{ performance: { totalTrades: 2, winRate: 50, totalPnL: 149.75, totalNet: 21.49 }, subscribed: true }],
    })
    const mine = await app.rest('GET', '/strategy/user', { token: asha.token })
    expect(mine.body).toMatchObject({
      data: [{ strategyId, performance: { totalTrades: 1, winRate: 100, totalPnL: 200, totalNet: 135.87 } }],
    })
    await insertTrade(app.db, { userId: asha.id, strategyId, mode: 'LIVE', ...closedWith(-5_000n) })
    const both = await app.rest('GET', '/strategy/user', { token: asha.token })
    const live = { mode: 'LIVE', totalTrades: 1, winRate: 0, totalPnL: -50 }
    expect(both.body).toMatchObject({
      data: [{ performance: live, performances: [live, { mode: 'PAPER', totalTrades: 1, winRate: 100, totalPnL: 200 }] }],
    })
    await app.db.trade.deleteMany()
    await app.db.subscription.deleteMany()
  })
})

describe('subscribing', () => {
  test('tells the engine, shows up in mine, and works once', async () => {
    const events: SakhaEvent[] = []
    const bus = await listen(
      app.databaseUrl,
      (event) => events.push(event),
      () => {},
    )
    try {
      const { status, body } = await subscribe(asha, strategyId)
      expect(status).toBe(201)
      const { id } = (body as { data: { id: string } }).data
      expect(body).toMatchObject({
        message: 'Successfully subscribed to strategy!',
        data: { _id: id, strategyId, isActive: true, paperTrade: true },
      })
      await eventually(() => events).toContainEqual({ type: 'subscription.changed', userId: asha.id, subscriptionId: id })
      const again = await subscribe(asha, strategyId)
      expect(again.status).toBe(409)
      expect(again.body).toMatchObject({ code: 'CONFLICT', message: 'You are already subscribed to this strategy.' })
      await unsubscribe(asha, id)
    } finally {
      await bus.close()
    }
  })

  test('ten times at once makes one subscription', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => subscribe(asha, strategyId)))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(await app.db.subscription.count({ where: { userId: asha.id, endedAt: null } })).toBe(1)
    await app.db.subscription.deleteMany()
  })

  test.each([
    ['a hidden strategy', () => hiddenId, 404, 'This strategy is not available.'],
    ['an unknown one', () => '01a1fbe8-9ea8-74bb-b106-20d4589509ba', 404, 'This strategy is not available.'],
    ['what is no id', () => 'ema', 400, 'strategyId must be an id, got ema'],
  ])('to %s is refused', async (_what, id, status, message) => {
    const answer = await subscribe(asha, id())
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ message })
  })
})

describe('unsubscribing', () => {
  test('ends the subscription, keeps it for its trades, and says how many still run', async () => {
    const id = await subscribed(asha)
    await insertTrade(app.db, { userId: asha.id, strategyId })
    const { status, body } = await unsubscribe(asha, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: { openTrades: 1 },
      message: 'Successfully unsubscribed from strategy! Trades still open: 1; each runs to its own exit.',
    })
    expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ isActive: false, endedAt: expect.any(Date) })
    expect(await app.db.trade.count({ where: { status: 'RUNNING' } })).toBe(1)
    expect((await app.rest('GET', '/strategy/user', { token: asha.token })).body).toMatchObject({ data: [] })
    expect((await unsubscribe(asha, id)).status).toBe(404)
  })

  test("another user's subscription is not found, by REST or GraphQL, and stays", async () => {
    const id = await subscribed(asha)
    expect((await unsubscribe(ravi, id)).body).toMatchObject({ code: 'NOT_FOUND', message: 'You have no such subscription.' })
    const graphql = await app.graphql('mutation($id: ID!) { unsubscribeStrategy(id: $id) }', { variables: { id }, token: ravi.token })
    expect(graphql.body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
    expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ isActive: true, endedAt: null })
  })
})

test('a subscription begins on paper and by the terms of its strategy without a password; one that began with more would take it', async () => {
  const owner = await app.user('Noor')
  const longAgo = new Date(Date.now() - HOUR)
  await app.db.session.updateMany({ where: { userId: owner.id }, data: { authenticatedAt: longAgo, secondFactorAt: longAgo } })
  const offered = await insertStrategy(app.db, 'ema-crossover', { slug: `begun by ${owner.id}` })
  const subscribe = () => app.rest('POST', '/strategy/subscribe', { body: { strategyId: offered }, token: owner.token })
  await app.owner.$executeRaw`ALTER TABLE "Subscription" ALTER lots SET DEFAULT 50`
  expect((await subscribe()).body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
  await app.owner.$executeRaw`ALTER TABLE "Subscription" ALTER lots DROP DEFAULT`
  expect(await app.db.subscription.count({ where: { userId: owner.id } })).toBe(0)
  expect(await subscribe()).toMatchObject({ status: 201, body: { data: { paperTrade: true, isActive: true } } })
})
