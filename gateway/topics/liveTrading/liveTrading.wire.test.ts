import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addStrategyVersion } from '../../../prisma/addStrategyVersion.ts'
import { openLiveGates } from '../../../prisma/testing/openLiveGates.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'
import { HOUR } from '../../../schema/time.ts'
import { describeUnmetGates, LIVE_GATES, type LiveGate } from '../../../schema/trading/liveGates.ts'
import { RISK_TEXT, RISK_TEXT_VERSION } from '../../../schema/trading/riskText.ts'
import { insertStrategy, insertTrade } from '../../testing/rows.ts'
import { startTestGateway, type Answer, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

let app: TestGateway
let strategyId: string
let asha: TestUser
/** Her subscription. */
let id: string
beforeAll(async () => {
  app = await startTestGateway({ allowLive: 'EVERYBODY' })
  strategyId = await insertStrategy(app.db, 'ema-crossover', { lots: 2, instruments: ['NIFTY'], stopLossPercent: 20 })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.user.deleteMany()
  asha = await app.user('Asha')
  id = (await app.db.subscription.create({ data: { userId: asha.id, strategyId } })).id
})

const token = () => asha.token
const toggle = (body?: unknown) => app.rest('PATCH', `/strategy/user/${id}/toggle-paper-trade`, { body, token: token() })
const put = (body: unknown) => app.rest('PUT', `/strategy/user/${id}`, { body, token: token() })
const graphql = (query: string) => app.graphql(query, { token: token() })
const stored = () => app.db.subscription.findUniqueOrThrow({ where: { id } })
const audited = async () =>
  (await app.db.auditEntry.findMany({ where: { accountId: asha.id }, orderBy: { sequence: 'asc' } })).map(({ action }) => action)
const goLive = () => toggle({ confirmation: 'LIVE' })

/** Expects a refusal that names all of these gates and nothing else. */
function expectRefusal(answer: Answer, gates: readonly LiveGate[]): void {
  const message = describeUnmetGates(gates)
  if (answer.body !== null && typeof answer.body === 'object' && 'errors' in answer.body)
    expect(answer.body.errors).toMatchObject([{ message, extensions: { code: 'FORBIDDEN' } }])
  else expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', message } })
}

describe('the way to live', () => {
  const missing = LIVE_GATES.filter((gate) => gate !== 'INSTALLATION')

  test.each<[string, () => Promise<Answer>, readonly LiveGate[]]>([
    ['the switch', () => toggle(), missing],
    ['the switch with the word', () => goLive(), missing.slice(0, -1)],
    ['the settings', () => put({ paperTrade: false }), missing],
    ['the settings with the word', () => put({ customSettings: { paperTrade: false, confirmation: 'LIVE' } }), missing.slice(0, -1)],
    ['GraphQL’s switch', () => graphql(`mutation { togglePaperTrade(id: "${id}") { id } }`), missing],
    [
      'GraphQL’s settings',
      () => graphql(`mutation { updateSubscriptionSettings(id: "${id}", input: { paperTrade: false, quantity: 1 }) { id } }`),
      missing,
    ],
  ])('by %s is refused with every unmet gate, and nothing is changed', async (_way, go, gates) => {
    const before = await stored()
    expectRefusal(await go(), gates)
    expect(await stored()).toEqual(before)
    expect(await audited()).toEqual([])
  })

  test('is closed in an installation that does not say otherwise, whatever else is done', async () => {
    const silent = await startTestGateway()
    try {
      const user = await silent.user('Ravi')
      await openLiveGates(silent.db, user.id)
      const of = { userId: user.id, strategyId: await insertStrategy(silent.db, 'supertrend') }
      const own = await silent.db.subscription.create({ data: of })
      const options = { body: { confirmation: 'LIVE' }, token: user.token }
      expectRefusal(await silent.rest('PATCH', `/strategy/user/${own.id}/toggle-paper-trade`, options), ['INSTALLATION'])
    } finally {
      await silent.close()
    }
  })

  test.each([undefined, {}, { confirmation: 'live' }, { confirmation: ' LIVE' }, { confirmation: '' }])(
    'takes the word itself, not %j',
    async (body) => {
      await openLiveGates(app.db, asha.id)
      expectRefusal(await toggle(body), ['CONFIRMATION'])
    },
  )

  test('is open once all is done and the word is typed; it is audited, and back to paper takes nothing', async () => {
    await openLiveGates(app.db, asha.id)
    expect(await goLive()).toMatchObject({
      status: 200,
      body: { message: 'The strategy trades live.', data: { paperTrade: false, unmetGates: [] } },
    })
    expect(await stored()).toMatchObject({ mode: 'LIVE', confirmedVersion: 1, confirmedLots: 2, firstOrderPending: true })
    // An old sign-in, and nothing is met any more.
    await app.db.session.updateMany({ data: { secondFactorAt: new Date(Date.now() - HOUR) } })
    await app.db.brokerAccount.deleteMany()
    expect((await toggle()).body).toMatchObject({ message: 'The strategy trades on paper.', data: { paperTrade: true, unmetGates: [] } })
    expect(await stored()).toMatchObject({
      mode: 'PAPER',
      confirmedAt: null,
      confirmedVersion: null,
      confirmedLots: null,
      firstOrderPending: false,
    })
    expect(await audited()).toEqual(['LIVE_TRADING_ON', 'LIVE_TRADING_OFF'])
  })

  test('takes a recent password, and stores nothing without', async () => {
    await openLiveGates(app.db, asha.id)
    await app.db.session.updateMany({ data: { secondFactorAt: new Date(Date.now() - HOUR) } })
    expect((await goLive()).body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
    expect((await put({ paperTrade: false, confirmation: 'LIVE' })).body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
    expect(await stored()).toMatchObject({ mode: 'PAPER', confirmedAt: null })
    expect(await audited()).toEqual([])
  })
})

test.each([
  ['on paper', {}],
  ['that stays on paper', { paperTrade: true }],
  ['whose lots change', { quantity: 3 }],
])('a confirmation of a subscription %s is refused, as it confirms nothing, and nothing is changed', async (_, others) => {
  await openLiveGates(app.db, asha.id)
  const before = await stored()
  expect(await put({ ...others, confirmation: 'LIVE' })).toMatchObject({
    ...{ status: 400 },
    body: { code: 'BAD_USER_INPUT', message: expect.stringContaining('send paperTrade false with it') },
  })
  expect(await stored()).toEqual(before)
  // An empty one is none.
  expect((await put({ ...others, confirmation: '' })).status).toBe(200)
})

describe('a live subscription', () => {
  const shown = async () => {
    const { body } = await graphql('{ myStrategies { paperTrade quantity unmetGates } }')
    return (body as { data: { myStrategies: unknown[] } }).data.myStrategies
  }
  beforeEach(async () => {
    await openLiveGates(app.db, asha.id)
    await put({ paperTrade: false, confirmation: 'LIVE' })
  })

  test('keeps its confirmation with fewer lots, loses it with more, and is confirmed again by the same change or a later one', async () => {
    await put({ quantity: 1 })
    expect(await shown()).toEqual([{ paperTrade: false, quantity: 1, unmetGates: [] }])
    expect((await put({ quantity: 3, paperTrade: false })).status).toBe(200)
    expect(await shown()).toEqual([{ paperTrade: false, quantity: 3, unmetGates: ['CONFIRMATION'] }])
    expectRefusal(await put({ paperTrade: false, confirmation: 'yes' }), ['CONFIRMATION'])
    await put({ paperTrade: false, confirmation: 'LIVE' })
    expect(await shown()).toEqual([{ paperTrade: false, quantity: 3, unmetGates: [] }])
    await put({ quantity: 5, paperTrade: false, confirmation: 'LIVE' })
    expect(await shown()).toEqual([{ paperTrade: false, quantity: 5, unmetGates: [] }])
  })

  test('keeps it on fewer indices and in a shorter window, loses it with more of either, until it is confirmed again', async () => {
    const unmet = async () => ((await shown()) as { unmetGates: string[] }[])[0]!.unmetGates
    const { instruments, windowStart, windowEnd } = await app.db.strategyVersion.findFirstOrThrow({
      where: { subscriptions: { some: { id } } },
    })
    expect(await stored()).toMatchObject({ confirmedInstruments: instruments, confirmedStart: windowStart, confirmedEnd: windowEnd })
    await put({ instruments: ['NIFTY'], timeWindow: { start: '10:00', end: '11:00' } })
    expect(await unmet()).toEqual([])
    await put({ paperTrade: false, confirmation: 'LIVE' })
    for (const wider of [{ instruments: ['NIFTY', 'SENSEX'] }, { timeWindow: { end: '11:01' } }, { timeWindow: { start: '09:59' } }]) {
      await put(wider)
      expect(await unmet(), JSON.stringify(wider)).toEqual(['CONFIRMATION'])
      await put({ instruments: ['NIFTY'], timeWindow: { start: '10:00', end: '11:00' } })
      expect(await unmet()).toEqual([])
    }
    await put({ instruments: ['NIFTY', 'SENSEX'], paperTrade: false, confirmation: 'LIVE' })
    expect(await unmet()).toEqual([])
  })

  test('loses it with another version', async () => {
    const { rules } = STRATEGY_TEMPLATES.find(({ slug }) => slug === 'ema-crossover')!
    const terms = { rules, windowStart: '09:20', windowEnd: '15:10', maxTrades: 1, stopLossPercent: 10, takeProfitPercent: 20 }
    const of = await insertStrategy(app.db, 'supertrend', { slug: `of ${asha.id}`, lots: 2 })
    await app.db.subscription.update({ where: { id }, data: { strategyId: of } })
    const version = await addStrategyVersion(app.db, of, { ...terms, lots: 2, instruments: ['NIFTY'] }, { changes: [], createdBy: null })
    await app.rest('PATCH', `/strategy/user/${id}/version`, { body: { version }, token: token() })
    expect(await shown()).toEqual([{ paperTrade: false, quantity: 2, unmetGates: ['CONFIRMATION'] }])
  })

  test('goes back to paper by its settings', async () => {
    expect((await put({ paperTrade: true })).body).toMatchObject({ data: { paperTrade: true } })
    expect(await stored()).toMatchObject({ mode: 'PAPER', confirmedAt: null })
    expect(await audited()).toEqual(['LIVE_TRADING_ON', 'LIVE_TRADING_OFF'])
  })

  test('that is paused resumes only with all gates, alone and with all others', async () => {
    const resume = () => app.rest('PATCH', `/strategy/user/${id}/toggle`, { token: token() })
    const all = () => app.rest('POST', '/strategy/user/activate-all', { token: token() })
    expect((await resume()).body).toMatchObject({ data: { isActive: false } })
    await app.db.user.update({ where: { id: asha.id }, data: { twoFactorAt: null } })
    expectRefusal(await resume(), ['TWO_FACTOR'])
    const reason = describeUnmetGates(['TWO_FACTOR'])
    expect(await all()).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', message: `EMA Crossover: ${reason}` } })
    const other = await insertStrategy(app.db, 'supertrend', { slug: `beside ${asha.id}` })
    const paper = await app.db.subscription.create({ data: { userId: asha.id, strategyId: other, isActive: false } })
    expect((await all()).body).toMatchObject({
      message: `Strategies activated: 1. EMA Crossover stays paused: ${reason}`,
      data: { activated: 1, held: [{ id, name: 'EMA Crossover', reason }] },
    })
    expect(await app.db.subscription.findUniqueOrThrow({ where: { id: paper.id } })).toMatchObject({ isActive: true })
    expect(await stored()).toMatchObject({ isActive: false })
    await app.db.user.update({ where: { id: asha.id }, data: { twoFactorAt: new Date() } })
    expect((await all()).body).toMatchObject({ data: { activated: 1, held: [] } })
    await resume()
    await resume()
    expect(await audited()).toEqual(['LIVE_TRADING_ON', 'LIVE_TRADING_RESUMED', 'LIVE_TRADING_RESUMED'])
    const { body } = await app.rest('GET', '/notifications?kinds=LIVE_TRADING', { token: token() })
    const { notifications } = (body as { data: { notifications: { title: string; text: string }[] } }).data
    expect(notifications.map(({ title }) => title)).toEqual([
      'A live strategy was resumed',
      'A live strategy was resumed',
      'A strategy trades live',
    ])
    for (const { text } of notifications) expect(text).toMatch(/^EMA Crossover sends live orders from now on\./)
  })
})

describe('the risk text', () => {
  const accept = (version: number) => graphql(`mutation { acceptRiskText(version: ${version}) }`)

  test('is accepted once for each version, with its time, and audited', async () => {
    expect((await accept(RISK_TEXT_VERSION)).body).toEqual({ data: { acceptRiskText: true } })
    const [acceptance] = await app.db.riskAcceptance.findMany()
    expect(acceptance).toMatchObject({ userId: asha.id, version: RISK_TEXT_VERSION })
    expect((await accept(RISK_TEXT_VERSION)).body).toEqual({ data: { acceptRiskText: true } })
    expect(await app.db.riskAcceptance.findMany()).toEqual([acceptance])
    expect(await audited()).toEqual(['RISK_TEXT_ACCEPTED'])
  })

  test('is not accepted in another version than is shown now', async () => {
    expect((await accept(RISK_TEXT_VERSION + 1)).body).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] })
    expect(await app.db.riskAcceptance.count()).toBe(0)
  })
})

describe('the limits of the account', () => {
  const limits = (body: unknown) => app.rest('PUT', '/account/limits', { body, token: token() })

  test('are the owner’s own once both are saved together, until the loss of a day has no limit any more', async () => {
    expect((await limits({ maxDailyLoss: 25_000 })).body).toMatchObject({ data: { limitsChosen: false } })
    expect((await limits({ maxOpenTrades: 20 })).body).toMatchObject({ data: { limitsChosen: false } })
    expect((await limits({ maxDailyLoss: null, maxOpenTrades: 20 })).body).toMatchObject({ data: { limitsChosen: false } })
    expect((await limits({ maxDailyLoss: 25_000, maxOpenTrades: 20 })).body).toMatchObject({ data: { limitsChosen: true } })
    expect((await limits({ maxDailyLoss: null })).body).toMatchObject({ data: { limitsChosen: false } })
  })
})

describe('what live trading takes', () => {
  const readiness = async (user = asha) =>
    (
      await app.graphql(
        `{ liveReadiness(id: "${id}") { name paperTrade version lots riskTextVersion riskText funds maxDailyLoss maxOpenTrades
             gates { gate met link } sizes { instrument lotSize units premium lossAtStop } } }`,
        { token: user.token },
      )
    ).body

  test('is told gate by gate, with the numbers as far as they are known', async () => {
    const met = (gates: readonly LiveGate[]) => LIVE_GATES.map((gate) => ({ gate, met: gates.includes(gate) }))
    const numbers = { name: 'EMA Crossover', paperTrade: true, version: 1, lots: 2, maxDailyLoss: 25_000, maxOpenTrades: 20 }
    const text = { riskTextVersion: RISK_TEXT_VERSION, riskText: RISK_TEXT }
    expect(await readiness()).toMatchObject({
      data: { liveReadiness: { ...numbers, ...text, funds: null, gates: met(['INSTALLATION']) } },
    })
    expect(await readiness()).toMatchObject({
      data: { liveReadiness: { sizes: [{ instrument: 'NIFTY', premium: null, lossAtStop: null }] } },
    })
    await openLiveGates(app.db, asha.id)
    await insertTrade(app.db, { userId: asha.id, strategyId, subscriptionId: id, entryPricePaise: 120_50n })
    const all = LIVE_GATES.filter((gate) => gate !== 'CONFIRMATION')
    const { data } = (await readiness()) as { data: { liveReadiness: { sizes: { lotSize: number }[] } } }
    expect(data.liveReadiness).toMatchObject({ funds: 10_00_000, gates: met(all) })
    const units = 2 * data.liveReadiness.sizes[0]!.lotSize
    const premium = 120.5 * units
    expect(data.liveReadiness.sizes).toEqual([{ instrument: 'NIFTY', lotSize: units / 2, units, premium, lossAtStop: premium / 5 }])
    // Of the whole trade, and never more than it cost.
    await put({ stopLoss: 500 })
    expect(await readiness()).toMatchObject({ data: { liveReadiness: { sizes: [{ lossAtStop: 500 }] } } })
    await put({ stopLoss: 10_00_000 })
    expect(await readiness()).toMatchObject({ data: { liveReadiness: { sizes: [{ lossAtStop: premium }] } } })
  })

  test('leads to where it is done', async () => {
    const links = new Map<LiveGate, string | null>()
    const { data } = (await readiness()) as { data: { liveReadiness: { gates: { gate: LiveGate; link: string | null }[] } } }
    for (const { gate, link } of data.liveReadiness.gates) links.set(gate, link)
    expect(Object.fromEntries(links)).toEqual({
      ...{ INSTALLATION: null, BROKER: '/profile#broker', EMAIL: '/profile', TWO_FACTOR: '/profile#two-factor' },
      ...{ RISK_TEXT: null, LIMITS: '/profile#limits', CONFIRMATION: null },
    })
  })

  test('of another user’s subscription is not found', async () => {
    expect(await readiness(await app.user('Ravi'))).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  })
})

test('a user’s mode is live while anything of theirs is', async () => {
  const mode = async () => (await graphql('{ tradingMode }')).body
  expect(await mode()).toEqual({ data: { tradingMode: 'PAPER' } })
  await openLiveGates(app.db, asha.id)
  await goLive()
  expect(await mode()).toEqual({ data: { tradingMode: 'LIVE' } })
  const trade = await insertTrade(app.db, { userId: asha.id, strategyId, subscriptionId: id, mode: 'LIVE' })
  await toggle()
  expect(await mode()).toEqual({ data: { tradingMode: 'LIVE' } })
  await app.owner.trade.deleteMany({ where: { id: trade } })
  expect(await mode()).toEqual({ data: { tradingMode: 'PAPER' } })
})
