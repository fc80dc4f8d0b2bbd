import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../../../prisma/bus/listen.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { describeUnmetGates, LIVE_GATES } from '../../../schema/trading/liveGates.ts'
import { MINUTE } from '../../../schema/time.ts'
import type { SakhaEvent } from '../../../schema/events/SakhaEvent.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { insertStrategy } from '../../testing/rows.ts'

let app: TestGateway
let strategyId: string
let asha: TestUser
let ravi: TestUser
/** Asha's subscription. */
let id: string
beforeAll(async () => {
  app = await startTestGateway()
  const window = { windowStart: '09:30', windowEnd: '15:00' }
  const levels = { stopLossPercent: 20, takeProfitPercent: 40, riskPerTradePaise: 200_000n }
  strategyId = await insertStrategy(app.db, 'ema-crossover', { ...window, ...levels, maxTrades: 5, lots: 2, instruments: ['NIFTY'] })
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.subscription.deleteMany()
  id = (await app.db.subscription.create({ data: { userId: asha.id, strategyId } })).id
})

const put = (body: unknown, user = asha) => app.rest('PUT', `/strategy/user/${id}`, { body, token: user.token })
const patch = (what: string, user = asha) => app.rest('PATCH', `/strategy/user/${id}/${what}`, { token: user.token })
const NONE = {
  timeWindow: { start: null, end: null },
  maxTrades: null,
  riskPerTrade: null,
  stopLoss: null,
  takeProfit: null,
  quantity: null,
  instruments: [],
}

describe('own settings', () => {
  test("go before the strategy's; null or an empty text goes back to it, and what is left out stays", async () => {
    const own = {
      timeWindow: { start: '10:00', end: '14:30' },
      maxTrades: 3,
      riskPerTrade: 1.5,
      stopLoss: 1500.5,
      takeProfit: 3000,
      quantity: 4,
      instruments: ['BANKNIFTY', 'MIDCAP'],
    }
    const { status, body } = await put({ ...own, paperTrade: true, instruments: ['BANKNIFTY', 'MIDCAP', 'MIDCPNIFTY'] })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Strategy settings updated',
      data: {
        ...own,
        // 1.5% of ₹10,00,000.
        riskPerTrade: 15_000,
        stopLoss: { unit: 'RUPEES', value: 1500.5 },
        takeProfit: { unit: 'RUPEES', value: 3000 },
        customSettings: own,
      },
    })
    expect(body).toMatchObject({ data: { sizeByRisk: false } })
    expect((await put({ sizeByRisk: true })).body).toMatchObject({ data: { sizeByRisk: true, customSettings: own } })
    expect((await put({})).body).toMatchObject({ data: { sizeByRisk: true } })
    expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ riskPercent: 1.5, stopLossPaise: 150_050n })

    // The way the specification sends them: in one object, empty values left out.
    const sent = await put({ customSettings: { maxTrades: 2, timeWindow: { end: '14:00' } } })
    expect(sent.status).toBe(200)
    const kept = { ...own, maxTrades: 2, timeWindow: { start: '10:00', end: '14:00' } }
    expect(sent.body).toMatchObject({ data: { maxTrades: 2, quantity: 4, customSettings: kept } })
    expect((await put({})).body).toMatchObject({ data: { customSettings: kept } })
    expect((await put({ customSettings: {} })).body).toMatchObject({ data: { customSettings: kept } })

    const some = await put({ timeWindow: { start: '', end: null }, maxTrades: '', instruments: [], quantity: null })
    expect(some.body).toMatchObject({
      data: { customSettings: { ...NONE, riskPerTrade: own.riskPerTrade, stopLoss: own.stopLoss, takeProfit: own.takeProfit } },
    })
    const cleared = await put({ timeWindow: null, riskPerTrade: null, stopLoss: null, takeProfit: '', instruments: null })
    expect(cleared.body).toMatchObject({
      data: {
        timeWindow: { start: '09:30', end: '15:00' },
        maxTrades: 5,
        quantity: 2,
        instruments: ['NIFTY'],
        riskPerTrade: 2000,
        stopLoss: { unit: 'PERCENT', value: 20 },
        takeProfit: { unit: 'PERCENT', value: 40 },
        customSettings: NONE,
      },
    })
  })

  test('have their bounds in the document of the API, the same that screens show', async () => {
    const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
      paths: Record<string, { put: { requestBody: { content: Record<string, { schema: { properties: Record<string, unknown> } }> } } }>
    }
    const { properties } = paths['/api/strategy/user/{id}']!.put.requestBody.content['application/json']!.schema
    const { strategy, subscription } = LIMITS
    for (const [name, { min: minimum, max: maximum }] of Object.entries({
      ...{ maxTrades: strategy.maxTrades, quantity: strategy.quantity, riskPerTrade: subscription.riskPerTrade },
      ...{ stopLoss: subscription.stopLoss, takeProfit: subscription.takeProfit },
    }))
      expect(properties[name], name).toMatchObject({
        anyOf: expect.arrayContaining([expect.objectContaining({ minimum, maximum })]) as unknown,
      })
  })

  test('are sent in one object or beside each other, not both', async () => {
    const message = 'Send all settings in customSettings or none: quantity is beside it.'
    expect(await put({ customSettings: { maxTrades: 2 }, quantity: 3 })).toMatchObject({ status: 400, body: { message } })
    for (const body of [{ customSettings: null }, { customSettings: 'none' }]) expect((await put(body)).status).toBe(400)
    expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ maxTrades: null, lots: null })
  })

  test('item 18: that may lose more take a password given within ten minutes; less and switching off never do', async () => {
    await put({ maxTrades: 4, quantity: 3, riskPerTrade: 1, stopLoss: 1_000 })
    await app.db.session.update({ where: { id: asha.id }, data: { authenticatedAt: new Date(Date.now() - 11 * MINUTE) } })
    try {
      const before = await app.db.subscription.findUniqueOrThrow({ where: { id } })
      const more = [
        ...[{ maxTrades: 5 }, { maxTrades: null }, { quantity: 4 }, { riskPerTrade: 1.1 }, { stopLoss: 1_001 }, { stopLoss: null }],
        ...[
          { instruments: ['SENSEX'] },
          { instruments: ['NIFTY', 'SENSEX'] },
          { timeWindow: { end: '15:01' } },
          { timeWindow: { start: '09:29' } },
        ],
        ...[{ customSettings: { quantity: 4, maxTrades: 1 } }, { maxTrades: 1, instruments: ['SENSEX'] }],
      ]
      for (const body of more)
        expect(await put(body), JSON.stringify(body)).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } })
      const change = 'mutation($id: ID!) { updateSubscriptionSettings(id: $id, input: { quantity: 4 }) { quantity } }'
      expect((await app.graphql(change, { variables: { id }, token: asha.token })).body).toMatchObject({
        errors: [{ extensions: { code: 'REAUTHENTICATION_REQUIRED' } }],
      })
      expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toEqual(before)

      const less = { maxTrades: 3, quantity: null, riskPerTrade: null, stopLoss: 999.5, takeProfit: 5_000, instruments: ['NIFTY'] }
      expect((await put({ ...less, timeWindow: { start: '09:31', end: '14:59' } })).status).toBe(200)
      expect((await patch('toggle')).body).toMatchObject({ data: { isActive: false } })
      expect((await patch('toggle')).body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
      const all = () => app.rest('POST', '/strategy/user/activate-all', { token: asha.token })
      expect((await all()).body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
      expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ isActive: false })
      expect((await app.rest('DELETE', `/strategy/user/${id}`, { token: asha.token })).status).toBe(200)
    } finally {
      await app.db.session.update({ where: { id: asha.id }, data: { authenticatedAt: new Date() } })
    }
  })

  test('of a strategy whose legs have levels are lots, window and the like: a level is refused in words, going back to none is not', async () => {
    const condor = await insertStrategy(app.db, 'iron-condor')
    id = (await app.db.subscription.create({ data: { userId: asha.id, strategyId: condor, stopLossPaise: 150_000n } })).id
    for (const [body, field, message] of [
      [{ stopLoss: 1_500, quantity: 2 }, 'stopLoss', 'This strategy takes no stop loss: stops and targets are set per leg.'],
      [{ takeProfit: 1_500 }, 'takeProfit', 'This strategy takes no take profit: stops and targets are set per leg.'],
      [{ sizeByRisk: true }, 'sizeByRisk', 'This strategy does not choose its lots by risk: stops and targets are set per leg.'],
    ] as const)
      expect(await put(body)).toMatchObject({
        status: 400,
        body: { code: 'BAD_USER_INPUT', message, fieldErrors: { [field]: message } },
      })
    expect((await put({ quantity: 1, maxTrades: 1, stopLoss: null, sizeByRisk: false, timeWindow: { end: '14:00' } })).body).toMatchObject({
      data: { quantity: 1, timeWindow: { end: '14:00' }, customSettings: { stopLoss: null }, sizeByRisk: false },
    })
  })

  test('are the same by GraphQL, and tell the engine', async () => {
    const events: SakhaEvent[] = []
    const bus = await listen(
      app.databaseUrl,
      (event) => events.push(event),
      () => {},
    )
    try {
      const { body } = await app.graphql(
        `mutation($id: ID!, $input: SubscriptionSettingsInput!) {
          updateSubscriptionSettings(id: $id, input: $input) { timeWindow { start end } quantity instruments customSettings { quantity instruments maxTrades } }
        }`,
        { variables: { id, input: { timeWindow: { end: '14:00' }, quantity: 3, instruments: ['SENSEX'] } }, token: asha.token },
      )
      expect(body).toEqual({
        data: {
          updateSubscriptionSettings: {
            timeWindow: { start: '09:30', end: '14:00' },
            quantity: 3,
            instruments: ['SENSEX'],
            customSettings: { quantity: 3, instruments: ['SENSEX'], maxTrades: null },
          },
        },
      })
      await eventually(() => events).toContainEqual({ type: 'subscription.changed', userId: asha.id, subscriptionId: id })
    } finally {
      await bus.close()
    }
  })

  test.each([
    [{ maxTrades: 0 }, 'maxTrades', 'maxTrades must be a whole number from 1 to 50, got 0'],
    [{ maxTrades: 51 }, 'maxTrades', 'maxTrades must be a whole number from 1 to 50, got 51'],
    [{ quantity: 1.5 }, 'quantity', 'quantity must be a whole number from 1 to 50, got 1.5'],
    [{ riskPerTrade: 10.1 }, 'riskPerTrade', 'riskPerTrade must be a number from 0.1 to 10, got 10.1'],
    [{ stopLoss: 99 }, 'stopLoss', 'stopLoss must be a number from 100 to 1000000, got 99'],
    [{ takeProfit: 'much' }, 'takeProfit', 'takeProfit must be a number from 100 to 1000000, got much'],
    [{ timeWindow: { start: '9:30' } }, 'timeWindow.start', 'start must be a time HH:MM from 09:15 to 15:30, got 9:30'],
    [{ timeWindow: { end: '15:31' } }, 'timeWindow.end', 'end must be a time HH:MM from 09:15 to 15:30, got 15:31'],
    [{ timeWindow: { start: '15:00' } }, 'timeWindow', 'The trading window must end after its start, got 15:00 to 15:00'],
    [
      { instruments: ['FINNIFTY'] },
      'instruments.0',
      'FINNIFTY is not traded here: subscribers choose from NIFTY, BANKNIFTY, SENSEX, MIDCAP',
    ],
    [{ instruments: 'NIFTY' }, 'instruments', 'instruments must be a list'],
    [{ paperTrade: 'no' }, 'paperTrade', 'paperTrade must be true or false'],
  ])('refuse %j, name the field, and change nothing', async (settings, field, message) => {
    const { status, body } = await put({ ...settings, ...('quantity' in settings ? {} : { quantity: 9 }) })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'BAD_USER_INPUT', message, fieldErrors: { [field]: message } })
    expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ lots: null })
  })

  test("of another user's subscription, or of an ended one, are not found", async () => {
    expect((await put({ quantity: 3 }, ravi)).body).toMatchObject({ code: 'NOT_FOUND', message: 'You have no such subscription.' })
    await app.db.subscription.update({ where: { id }, data: { endedAt: new Date() } })
    expect((await put({ quantity: 3 })).status).toBe(404)
    expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ lots: null })
  })
})

describe('switching', () => {
  test('a strategy off and on again is told in words', async () => {
    expect((await patch('toggle')).body).toMatchObject({ message: 'Strategy deactivated successfully!', data: { isActive: false } })
    expect((await patch('toggle')).body).toMatchObject({ message: 'Strategy activated successfully!', data: { isActive: true } })
  })

  test('to live is refused with all that is missing, whichever way it is asked', async () => {
    const message = describeUnmetGates(LIVE_GATES)
    for (const answer of [await patch('toggle-paper-trade'), await put({ paperTrade: false })]) {
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({ code: 'FORBIDDEN', message })
    }
    expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ mode: 'PAPER' })
  })

  test('from live to paper works', async () => {
    await app.db.subscription.update({ where: { id }, data: { mode: 'LIVE' } })
    expect((await patch('toggle-paper-trade')).body).toMatchObject({ data: { paperTrade: true } })
  })

  test.each(['toggle', 'toggle-paper-trade'])("%s of another user's subscription is not found, and changes nothing", async (what) => {
    expect((await patch(what, ravi)).body).toMatchObject({ code: 'NOT_FOUND' })
    expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ isActive: true, mode: 'PAPER' })
  })
})

describe('all subscriptions', () => {
  const activate = async (user: TestUser) =>
    (await app.graphql('mutation { activateStrategies { activated } }', { token: user.token })).body

  test('are let open trades at once, the running ones left alone, and the engine is told of those that changed', async () => {
    const events: SakhaEvent[] = []
    const bus = await listen(
      app.databaseUrl,
      (event) => events.push(event),
      () => {},
    )
    try {
      await app.db.subscription.update({ where: { id }, data: { isActive: false } })
      const of = { userId: ravi.id, strategyId: (await app.db.subscription.findUniqueOrThrow({ where: { id } })).strategyId }
      const others = await app.db.subscription.create({ data: { ...of, isActive: false } })
      expect(await activate(asha)).toEqual({ data: { activateStrategies: { activated: 1 } } })
      expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ isActive: true })
      expect(await app.db.subscription.findUniqueOrThrow({ where: { id: others.id } })).toMatchObject({ isActive: false })
      await eventually(() => events).toEqual([{ type: 'subscription.changed', userId: asha.id, subscriptionId: id }])
      expect((await app.rest('POST', '/strategy/user/activate-all', { token: asha.token })).body).toMatchObject({
        data: { activated: 0 },
        message: 'Strategies activated: 0.',
      })
    } finally {
      await bus.close()
    }
  })
})
