import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addStrategyVersion } from '../../../prisma/addStrategyVersion.ts'
import { MINUTE } from '../../../schema/time.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { countPerformance } from '../../testing/countPerformance.ts'
import { insertEntryOrder, insertStrategy, insertTrade } from '../../testing/rows.ts'

let app: TestGateway
let asha: TestUser
let ravi: TestUser
let strategyId: string
beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.user.updateMany({ data: { role: 'user', twoFactorAt: null } })
  await app.db.order.deleteMany()
  await app.db.signal.deleteMany()
  await app.db.trade.deleteMany()
  await app.db.backtestRun.deleteMany()
  await app.db.subscription.deleteMany()
  await app.db.strategy.deleteMany()
  strategyId = await insertStrategy(app.db, 'ema-crossover')
})

const page = async (user = asha) => (await app.rest('GET', `/strategy/page/${strategyId}`, { token: user.token })).body
const NEXT_RULES = { interval: '5min', long: ['close', '>', 'vwap'] }
const NEXT = { rules: NEXT_RULES, instruments: ['NIFTY'], windowStart: '10:00', windowEnd: '13:00', trailingStopPercent: 8 }
const publishNext = () => addStrategyVersion(app.db, strategyId, NEXT, { changes: ['Candles: 5min (was 1min).'], createdBy: null })

/** A closed trade, in paise, that ended at an instant. */
function closed(user: TestUser, exitTime: string, gross: number, charges: number, more: { mode?: 'LIVE'; entryTime?: Date } = {}) {
  const result = { grossPaise: BigInt(gross), chargesPaise: BigInt(charges), netPaise: BigInt(gross - charges) }
  const ended = {
    status: 'COMPLETED',
    exitReason: 'WINDOW_END',
    exitTime: new Date(exitTime),
    exitPricePaise: 1n,
    exitQuantity: 75,
  } as const
  return insertTrade(app.db, { userId: user.id, strategyId, ...ended, ...result, ...more })
}

describe('a strategy’s page', () => {
  test('and my strategies say what the subscription’s version lacks to signal, on the index of mine that lacks most', async () => {
    const { id } = await app.db.subscription.create({ data: { userId: asha.id, strategyId, instruments: ['NIFTY', 'BANKNIFTY'] } })
    const row = { strategyId, version: 1, sessionsNeeded: 207 }
    const readyAt = new Date('2026-11-20T10:00:00Z')
    await app.db.warmingUp.createMany({
      data: [
        { ...row, symbol: 'NIFTY', sessions: 100, readyAt: null },
        { ...row, symbol: 'BANKNIFTY', sessions: 61, readyAt },
        { ...row, symbol: 'SENSEX', sessions: 5, readyAt },
      ],
    })
    const warmingUp = { sessions: 61, sessionsNeeded: 207, readyAt: '2026-11-20T10:00:00.000Z' }
    const mine = async () => (await app.rest('GET', '/strategy/user', { token: asha.token })).body
    expect(await page()).toMatchObject({ data: { subscriptionId: id, warmingUp } })
    expect(await mine()).toMatchObject({ data: [{ warmingUp }] })
    expect(await page(ravi)).toMatchObject({ data: { warmingUp: null } })
    await app.db.warmingUp.deleteMany()
    expect(await page()).toMatchObject({ data: { warmingUp: null } })
    expect(await mine()).toMatchObject({ data: [{ warmingUp: null }] })
  })

  test('says what it does, when it closes, and what each version changed', async () => {
    await publishNext()
    expect(await page()).toMatchObject({
      data: {
        strategy: {
          name: 'EMA Crossover',
          version: 2,
          interval: '5min',
          longRule: 'price is above VWAP',
          shortRule: null,
          trailingStop: 8,
        },
        ...{ subscriptionId: null, subscribedVersion: null, backtest: null },
        exits: [
          'Target: the premium is 100% above the entry.',
          'Stop: the premium is 50% below the entry.',
          'Trailing stop: the premium is 8% below its highest since the entry.',
          'Time: at 13:00 IST, or earlier where positions are squared off before the session closes; live ones before the broker does it.',
        ],
        versions: [
          { version: 2, changes: ['Candles: 5min (was 1min).'], longRule: 'price is above VWAP', shortRule: null },
          { version: 1, changes: [], longRule: 'EMA(9) crosses above EMA(21)', shortRule: 'EMA(9) crosses below EMA(21)' },
        ],
      },
    })
  })

  test('says when it opens which legs, and that they have levels of their own', async () => {
    strategyId = await insertStrategy(app.db, 'short-straddle')
    const legs = [
      'Sell 1 lot of the call at the money, this week, with a stop at 25% of the premium, re-entered once at its original price.',
      'Sell 1 lot of the put at the money, this week, with a stop at 25% of the premium, re-entered once at its original price.',
      'When a leg hits its stop, the stops of the other legs move to their entry prices.',
    ]
    const rules = { longRule: null, shortRule: null, enterRule: 'at 09:20', legs }
    expect(await page()).toMatchObject({
      data: {
        strategy: { name: '09:20 Short Straddle', ...rules },
        exits: [
          'Levels: each leg closes at its own stop or target, and all legs at the stop or target of the whole position.',
          'Time: at 15:10 IST, or earlier where positions are squared off before the session closes; live ones before the broker does it.',
        ],
        versions: [{ version: 1, ...rules }],
      },
    })
    await app.db.subscription.create({ data: { userId: asha.id, strategyId } })
    expect((await app.rest('GET', '/strategy/user', { token: asha.token })).body).toMatchObject({ data: [{ legs }] })
  })

  test('has the record of everybody’s closed trades, day by day in India, paper and live apart, net of charges, with open ones as they were valued beside', async () => {
    await closed(asha, '2026-11-17T06:00:00Z', 50_000, 5_000, { entryTime: new Date('2026-11-17T05:00:00Z') })
    await closed(ravi, '2026-11-17T07:00:00Z', -20_000, 5_000)
    await closed(ravi, '2026-11-17T19:00:00Z', -30_000, 5_000)
    await closed(asha, '2026-11-19T06:00:00Z', 90_000, 5_000)
    await closed(asha, '2026-11-19T06:30:00Z', -1_000, 0, { mode: 'LIVE' })
    await insertTrade(app.db, { userId: asha.id, strategyId })
    await countPerformance(app)
    const valued = { strategyId, version: 1, market: 'test-market', mode: 'PAPER' } as const
    await app.db.strategyOpenDay.createMany({
      data: [
        { ...valued, day: new Date('2026-11-18'), trades: 1, unpriced: 0, netPaise: -20_000n, isCurrent: false },
        { ...valued, day: new Date('2026-11-20'), trades: 2, unpriced: 1, netPaise: 10_000n, isCurrent: true },
      ],
    })
    const paper = {
      ...{ trades: 4, winRate: 50, gross: 900, charges: 200, net: 700 },
      ...{ openTrades: 2, openUnpriced: 1, openNet: 100 },
      // From +200 to −150 and −200 more of what was open.
      worstDrawdown: 550,
      firstTradeAt: '2026-11-16T18:30:00.000Z',
      lastTradeAt: '2026-11-19T18:29:59.999Z',
      equity: [
        { at: '2026-11-17T18:29:59.999Z', equity: 200, drawdown: 0 },
        { at: '2026-11-18T18:29:59.999Z', equity: -350, drawdown: 550 },
        { at: '2026-11-19T18:29:59.999Z', equity: 700, drawdown: 0 },
        { at: '2026-11-20T18:29:59.999Z', equity: 800, drawdown: 0 },
      ],
    }
    const live = {
      trades: 1,
      winRate: 0,
      gross: -10,
      charges: 0,
      net: -10,
      ...{ openTrades: 0, openNet: 0, worstDrawdown: 10 },
      equity: [{ at: '2026-11-19T18:29:59.999Z', equity: -10, drawdown: 10 }],
    }
    expect(await page()).toMatchObject({ data: { paper, live, strategy: { performance: { totalTrades: 4 } } } })
    expect(JSON.stringify(await page())).not.toContain(ravi.id)
  })

  test('keeps the deepest drawdown that any update has seen, and its curve ends at the latest one', async () => {
    await closed(asha, '2026-11-20T05:00:00Z', 10_000, 5_000)
    await countPerformance(app)
    const valued = { strategyId, version: 1, market: 'test-market', mode: 'PAPER', day: new Date('2026-11-20') } as const
    const key = { strategyId, version: 1, market: 'test-market', mode: 'PAPER', day: valued.day } as const
    /** An update at a market time that finds what is open at a net. */
    const seen = async (time: string, net: bigint, worst: { drawdown: bigint; equity: bigint; at: string }) => {
      const open = { trades: 1, unpriced: 0, netPaise: net, isCurrent: true }
      await app.db.strategyOpenDay.upsert({
        where: { strategyId_version_market_mode_day: key },
        create: { ...valued, ...open },
        update: open,
      })
      const stands = {
        ...{ highPaise: 5_000n, worstDrawdownPaise: worst.drawdown, worstEquityPaise: worst.equity },
        ...{ worstAt: new Date(worst.at), seenAt: new Date(time) },
      }
      const of = { strategyId, market: 'test-market', mode: 'PAPER' } as const
      await app.db.strategyEquity.upsert({
        where: { strategyId_market_mode: of },
        create: { ...of, ...stands },
        update: stands,
      })
    }
    const deepest = { drawdown: 431_700n, equity: -426_700n, at: '2026-11-20T05:55:00Z' }
    await seen('2026-11-20T05:55:00Z', -431_700n, deepest)
    expect(await page()).toMatchObject({
      data: { paper: { worstDrawdown: 4_317, equity: [{ at: '2026-11-20T05:55:00.000Z', equity: -4_267, drawdown: 4_317 }] } },
    })
    await seen('2026-11-20T07:01:00Z', 0n, deepest)
    const end = { at: '2026-11-20T07:01:00.000Z', equity: 50, drawdown: 0 }
    expect(await page()).toMatchObject({
      data: {
        paper: {
          ...{ worstDrawdown: 4_317, lastTradeAt: end.at },
          equity: [{ at: '2026-11-20T05:55:00.000Z', equity: -4_267, drawdown: 4_317 }, end],
        },
      },
    })
  })

  test('without trades has a record without a rate: unknown is not 0', async () => {
    const none = { trades: 0, winRate: null, net: 0, worstDrawdown: 0, firstTradeAt: null, lastTradeAt: null, equity: [] }
    expect(await page()).toMatchObject({ data: { paper: none, live: none } })
  })

  test('has the reader’s own latest finished backtest, and nobody else’s', async () => {
    const run = {
      userId: ravi.id,
      strategyId,
      request: { symbol: 'NIFTY' },
      status: 'DONE',
      result: { net: 1 },
      endedAt: new Date(),
    } as const
    await app.db.backtestRun.create({ data: run })
    expect(await page(asha)).toMatchObject({ data: { backtest: null } })
    expect(await page(ravi)).toMatchObject({ data: { backtest: { symbol: 'NIFTY', result: { net: 1 } } } })
  })

  test('that is not public is there for its subscribers, past ones too, and for admins with two-factor sign-in; nobody else', async () => {
    await app.db.strategy.updateMany({ data: { isPublic: false } })
    const missing = { code: 'NOT_FOUND', message: 'This strategy is not available.' }
    expect(await page()).toMatchObject(missing)
    await app.db.user.update({ where: { id: asha.id }, data: { role: 'admin' } })
    expect(await page()).toMatchObject(missing)
    await app.db.user.update({ where: { id: asha.id }, data: { twoFactorAt: new Date() } })
    expect(await page()).toMatchObject({ success: true })
    await app.db.subscription.create({ data: { userId: ravi.id, strategyId, endedAt: new Date() } })
    expect(await page(ravi)).toMatchObject({ data: { subscriptionId: null } })
  })
})

describe('a subscription', () => {
  const move = (id: string, version: number, user = asha) =>
    app.rest('PATCH', `/strategy/user/${id}/version`, { token: user.token, body: { version } })
  const subscribed = async (user = asha) => (await app.db.subscription.create({ data: { userId: user.id, strategyId } })).id

  test('keeps rules and settings of its version, is offered the newest, and moves when its user says so', async () => {
    const id = await subscribed()
    await publishNext()
    const mine = async () => (await app.rest('GET', '/strategy/user', { token: asha.token })).body
    const old = { version: 1, newerVersion: 2, timeWindow: { start: '09:20', end: '15:10' }, stopLoss: { unit: 'PERCENT', value: 20 } }
    expect(await mine()).toMatchObject({ data: [old] })
    expect(await page()).toMatchObject({ data: { subscriptionId: id, subscribedVersion: 1 } })
    expect((await move(id, 2)).body).toMatchObject({
      message: 'The strategy trades by version 2.',
      data: { version: 2, newerVersion: null, timeWindow: { start: '10:00', end: '13:00' }, stopLoss: { unit: 'PERCENT', value: 50 } },
    })
    expect((await move(id, 2)).body).toMatchObject({ code: 'CONFLICT', message: 'Your subscription is already on version 2.' })
  })

  test('moves only to the newest version, as its user has seen it', async () => {
    const id = await subscribed()
    await publishNext()
    await publishNext()
    const message = 'Version 2 is no longer the newest: version 3 is. Check it first.'
    expect((await move(id, 2)).body).toMatchObject({ code: 'CONFLICT', message })
    expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ version: 1 })
  })

  test('item 18: moves to a version that may lose more with a password given within ten minutes', async () => {
    const id = await subscribed()
    await publishNext()
    const authenticatedAt = (minutesAgo: number) =>
      app.db.session.update({ where: { id: asha.id }, data: { authenticatedAt: new Date(Date.now() - minutesAgo * MINUTE) } })
    await authenticatedAt(11)
    expect(await move(id, 2)).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } })
    expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ version: 1 })
    await authenticatedAt(9)
    expect((await move(id, 2)).status).toBe(200)
  })

  test('whose own window does not fit to the new version stays where it is, and says why', async () => {
    const id = await subscribed()
    await app.db.subscription.update({ where: { id }, data: { windowStart: '14:00' } })
    await publishNext()
    const message = 'The trading window must end after its start, got 14:00 to 13:00'
    expect((await move(id, 2)).body).toMatchObject({ code: 'BAD_USER_INPUT', message })
    expect(await app.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ version: 1 })
  })

  test('of another user is not found', async () => {
    const id = await subscribed()
    await publishNext()
    expect((await move(id, 2, ravi)).body).toMatchObject({ code: 'NOT_FOUND', message: 'You have no such subscription.' })
  })

  test('that is new is to the newest version', async () => {
    await publishNext()
    const { body } = await app.rest('POST', '/strategy/subscribe', { token: asha.token, body: { strategyId } })
    expect(body).toMatchObject({ data: { version: 2, newerVersion: null } })
  })
})

test('why a trade was opened is told by the rules that decided, whatever the strategy has become since', async () => {
  await insertEntryOrder(app.db, await insertTrade(app.db, { userId: asha.id, strategyId }))
  await publishNext()
  const { body } = await app.graphql('{ liveTrades { opened } }', { token: asha.token })
  expect(body).toEqual({
    data: { liveTrades: [{ opened: 'EMA(9) crosses above EMA(21) on the 1min candle of 10:29, NIFTY at 24,512.30.' }] },
  })
})
