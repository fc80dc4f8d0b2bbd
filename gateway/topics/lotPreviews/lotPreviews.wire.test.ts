import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LotEntry, LotPreview } from '../../../schema/graphql/lotPreviews.ts'
import { estimateMargin } from '../../../schema/market/margin/estimateMargin.ts'
import { optionSymbol } from '../../../schema/market/options/optionSymbol.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { fromRupees } from '../../../schema/money.ts'
import { addDays, istInstant, MINUTE } from '../../../schema/time.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { insertStrategy } from '../../testing/rows.ts'

const rules = SHIPPED_MARKET_RULES
const MARKET = 'sandbox'
const DATE = '2026-11-18'
/** The market stands still at ten. */
const NOW = istInstant(DATE, 10 * 60)
const [EXPIRY = ''] = rules.expiriesFrom('NIFTY', DATE, 1)
const LOT = rules.lotFor('NIFTY', EXPIRY)
const INDEX = 24_010
/** The strike nearest the index. */
const MONEY = 24_000

let app: TestGateway
let asha: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  const segment = { realStart: 0, marketStart: NOW, sessionOpen: istInstant(DATE, 555), sessionClose: istInstant(DATE, 930) }
  const clock = { kind: 'sandbox', speed: 1e-9, segments: [segment] }
  const row = { market: MARKET, feed: 'connected', sandbox: true, clock, heartbeatAt: new Date(), lastTickAt: new Date() }
  await app.db.engineState.create({ data: { nodeId: randomUUID(), ...row } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.candle.deleteMany()
  await app.db.vixClose.deleteMany()
  await app.db.subscription.deleteMany()
  await app.db.strategy.deleteMany()
})

/** A minute that closed so many minutes ago. */
async function priced(symbol: string, price: number, minutesAgo = 1): Promise<void> {
  const close = BigInt(fromRupees(price))
  const time = new Date(NOW - minutesAgo * MINUTE)
  await app.db.candle.create({ data: { market: MARKET, symbol, time, open: close, high: close, low: close, close, volume: 0n } })
}
const option = (strike: number, type: OptionType) => optionSymbol(rules, 'NIFTY', EXPIRY, fromRupees(strike), type)

const FIELDS = `strategyId instrument marketOpen indexPrice unknown entries {
  side basis pricedAt netPremium margin funds lossAtStops worstLoss breakEvens payoff { indexPrice gross }
  legs { side optionType strike expiry units premium stop target } }`
async function ask<Field extends string>(field: Field, args: string, user = asha): Promise<LotPreview[]> {
  const { body } = await app.graphql(`{ ${field}${args} { ${FIELDS} } }`, { token: user.token })
  return (body as { data: Record<Field, LotPreview[]> }).data[field]
}
/** What one lot of the strategy opens on its first index. */
async function entriesOf(id: string): Promise<LotEntry[]> {
  const [preview] = await ask('lotPreviews', `(strategyId: "${id}")`)
  return preview!.entries
}

describe('an option that is bought', () => {
  test('is the one at the money at its last price, with the prices of its stop and target and the capital that it takes', async () => {
    const id = await insertStrategy(app.db, 'ema-crossover', { instruments: ['NIFTY'], stopLossPercent: 20, takeProfitPercent: 40 })
    await priced('NIFTY', INDEX)
    await priced(option(MONEY, 'CE'), 150)
    await priced(option(MONEY, 'PE'), 120, 3)
    const [preview] = await ask('lotPreviews', `(strategyId: "${id}")`)
    expect(preview).toMatchObject({ strategyId: id, instrument: 'NIFTY', marketOpen: true, indexPrice: INDEX, unknown: null })
    const leg = { side: 'BUY', strike: MONEY, expiry: EXPIRY, units: LOT }
    const none = { margin: null, payoff: [], breakEvens: [], basis: 'LAST_PRICES' }
    expect(preview!.entries).toMatchObject([
      {
        ...{ side: 'LONG', legs: [{ ...leg, optionType: 'CE', premium: 150, stop: 120, target: 210 }], ...none },
        ...{ netPremium: 150 * LOT, lossAtStops: 30 * LOT, worstLoss: 150 * LOT, pricedAt: new Date(NOW).toISOString() },
      },
      {
        ...{ side: 'SHORT', legs: [{ ...leg, optionType: 'PE', premium: 120, stop: 96, target: 168 }], ...none },
        ...{ netPremium: 120 * LOT, lossAtStops: 24 * LOT, pricedAt: new Date(NOW - 2 * MINUTE).toISOString() },
      },
    ])
    // Charges and room for the fill on top of the premium, and not much of either.
    const { funds } = preview!.entries[0]!
    expect(funds).toBeGreaterThan(150 * LOT + 20)
    expect(funds).toBeLessThan(150 * LOT * 1.1)
  })

  test('that has not traded just now is priced by the model, at what other options, India VIX or a calm year say, and this is said', async () => {
    const id = await insertStrategy(app.db, 'ema-crossover', { instruments: ['NIFTY'] })
    await priced('NIFTY', INDEX)
    // Too old to belong to this index price.
    await priced(option(MONEY, 'CE'), 999, 20)
    const basis = async () => (await entriesOf(id)).map((entry) => entry.basis)
    const premium = async () => (await entriesOf(id))[0]!.legs[0]!.premium
    expect(await basis()).toEqual(['USUAL_VOLATILITY', 'USUAL_VOLATILITY'])
    const usual = await premium()
    expect(usual).toBeGreaterThan(50)
    expect(usual).toBeLessThan(400)
    await app.db.vixClose.create({ data: { date: new Date(addDays(DATE, -1)), close: 25 } })
    expect(await basis()).toEqual(['VIX', 'VIX'])
    const byVix = await premium()
    expect(byVix).toBeGreaterThan(usual * 1.5)
    await priced(option(MONEY + 50, 'CE'), 30)
    await priced(option(MONEY + 50, 'PE'), 60)
    expect(await basis()).toEqual(['OTHER_OPTIONS', 'OTHER_OPTIONS'])
    expect(await premium()).toBeLessThan(usual)
  })
})

describe('options that are sold', () => {
  test('have the margin that the engine estimates, no limit to their loss, what they lose at their stops, and a pay-off', async () => {
    const id = await insertStrategy(app.db, 'short-straddle', { instruments: ['NIFTY'] })
    await priced('NIFTY', INDEX)
    await priced(option(MONEY, 'CE'), 150)
    await priced(option(MONEY, 'PE'), 120)
    const [entry, ...others] = await entriesOf(id)
    expect(others).toEqual([])
    const leg = { side: 'SELL', strike: MONEY, units: LOT, target: null }
    expect(entry).toMatchObject({
      ...{ side: null, basis: 'LAST_PRICES', netPremium: -270 * LOT, worstLoss: null, breakEvens: [MONEY - 270, MONEY + 270] },
      legs: [
        { ...leg, optionType: 'CE', premium: 150, stop: 187.5 },
        { ...leg, optionType: 'PE', premium: 120, stop: 150 },
      ],
      // Each may be reopened once.
      lossAtStops: 2 * (37.5 + 30) * LOT,
    })
    const { needed } = estimateMargin(
      (['CE', 'PE'] as const).map((optionType) => ({
        ...{ side: 'SELL', optionType, strike: fromRupees(MONEY), units: LOT, expiresAt: rules.sessionHours(EXPIRY).close },
        premium: fromRupees(optionType === 'CE' ? 150 : 120),
      })),
      { spot: fromRupees(INDEX), now: NOW, atmVolatility: 0.1 },
    )
    // Below 17% the volatility of the scenarios does not decide how far they go.
    expect(Math.abs(entry!.margin! * 100 - needed) / needed).toBeLessThan(0.02)
    expect(entry!.funds).toBeGreaterThan(entry!.margin!)
    expect(entry!.payoff[0]!.gross).toBeLessThan(0)
  })

  test('and hedged lose at expiry no more than the pay-off shows', async () => {
    const id = await insertStrategy(app.db, 'iron-condor', { instruments: ['NIFTY'] })
    await priced('NIFTY', INDEX)
    const [entry] = await entriesOf(id)
    expect(entry!.legs).toHaveLength(4)
    expect(entry!.worstLoss).toBeCloseTo(-Math.min(...entry!.payoff.map(({ gross }) => gross)), 2)
    expect(entry!.worstLoss).toBeGreaterThan(0)
    expect(entry!.margin).toBeGreaterThan(entry!.worstLoss!)
  })
})

test('without an index price nothing is invented', async () => {
  const id = await insertStrategy(app.db, 'short-straddle', { instruments: ['NIFTY'] })
  const unknown = { indexPrice: null, entries: [], unknown: 'No price of NIFTY is known yet.' }
  expect(await ask('lotPreviews', `(strategyId: "${id}")`)).toMatchObject([unknown])
  // Of a market that nobody follows any more.
  await priced('NIFTY', INDEX, 7 * 24 * 60)
  expect(await ask('lotPreviews', `(strategyId: "${id}")`)).toMatchObject([unknown])
})

test('all that are on offer are shown on their first index, one of them on each', async () => {
  await priced('NIFTY', INDEX)
  const ema = await insertStrategy(app.db, 'ema-crossover', { instruments: ['NIFTY', 'MIDCPNIFTY'] })
  const condor = await insertStrategy(app.db, 'iron-condor', { instruments: ['NIFTY'] })
  await insertStrategy(app.db, 'supertrend', { isPublic: false })
  const all = await ask('lotPreviews', '')
  expect(all.map(({ strategyId, instrument }) => [strategyId, instrument])).toEqual([
    [ema, 'NIFTY'],
    [condor, 'NIFTY'],
  ])
  expect((await ask('lotPreviews', `(strategyId: "${ema}")`)).map(({ instrument }) => instrument)).toEqual(['NIFTY', 'MIDCAP'])
})

test('a private strategy is shown to its subscribers only', async () => {
  await priced('NIFTY', INDEX)
  const id = await insertStrategy(app.db, 'ema-crossover', { instruments: ['NIFTY'], isPublic: false })
  const query = `{ lotPreviews(strategyId: "${id}") { unknown } }`
  const hidden = await app.graphql(query, { token: asha.token })
  expect(hidden.body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  await app.db.subscription.create({ data: { userId: asha.id, strategyId: id } })
  expect((await app.graphql(query, { token: asha.token })).body).toEqual({ data: { lotPreviews: [{ unknown: null }] } })
})

test('a draft is shown as it would be stored, and one that cannot be read is refused in words', async () => {
  await priced('NIFTY', INDEX)
  await priced(option(MONEY, 'CE'), 150)
  const query = `query ($rules: JSONObject!) { draftLotPreviews(draft: { rules: $rules, stopLoss: 10 }, instruments: ["NIFTY"]) { ${FIELDS} } }`
  const draft = (draftRules: object) => app.graphql(query, { variables: { rules: draftRules }, token: asha.token })
  const read = await draft({ interval: '5min', long: ['close', '>', 'ema(9)'] })
  const [preview] = (read.body as { data: { draftLotPreviews: LotPreview[] } }).data.draftLotPreviews
  expect(preview).toMatchObject({ strategyId: null, entries: [{ side: 'LONG', lossAtStops: 15 * LOT }] })
  expect((await draft({ interval: '5min', long: ['close', '>', 'nothing(9)'] })).body).toMatchObject({
    errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
  })
})
