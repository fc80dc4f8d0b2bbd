import { randomUUID } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tellPrices } from '../../../prisma/bus/prices.ts'
import { paise } from '../../../schema/money.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { NOT_WHOLE } from '../../../schema/trading/failedLeg.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'
import { CONDOR, insertPosition, STRADDLE } from '../../testing/insertPosition.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'

let app: TestGateway
let strategyId: string
let asha: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'supertrend')
  asha = await app.user('Asha')
})
afterAll(() => app.close())
beforeEach(() => app.db.trade.deleteMany())

const insert = (legs: typeof STRADDLE) => insertPosition(app.db, { userId: asha.id, strategyId, legs })
const told = (...prices: readonly (readonly [right: OptionType, price: number])[]) =>
  tellPrices(app.db, {
    prices: prices.map(([right, price]) => [`NIFTY24NOV2624500${right}`, paise(price), Date.parse('2026-11-20T06:30:00Z')]),
    leftAt: 0,
  })
async function one<T>(path: string): Promise<T> {
  const { status, body } = await app.rest('GET', path, { token: asha.token })
  expect(status).toBe(200)
  return (body as { data: T }).data
}

const notifications = async (query = '') =>
  (await one<{ notifications: { title: string; text: string }[] }>(`/notifications${query}`)).notifications

describe('a short straddle of which a leg was stopped and opened again', () => {
  test('is one running trade of three legs, in the order in which they were opened; nulls where several have nothing in common', async () => {
    const id = await insert(STRADDLE)
    const query = `query ($id: ID!) { trade(id: $id) {
      option strike optionType expiry signal entryPrice exitPrice target sl lots quantity exitQuantity fundUsed estimatedMargin kept
      profitLossRs charges status ltp
      legs { option strike optionType expiry side lots quantity entryPrice exitPrice target sl ltp charges profitLossRs status exitReason closed entryTime exitTime }
    } }`
    const { body } = await app.graphql(query, { variables: { id }, token: asha.token })
    const open = { side: 'SELL', strike: 24_500, expiry: '2026-11-24', lots: 1, quantity: 75, target: null, ltp: null, status: 'RUNNING' }
    const running = { ...open, exitPrice: null, charges: 20, profitLossRs: null, exitReason: null, closed: null, exitTime: null }
    const put = { option: 'NIFTY24NOV2624500PE', optionType: 'PE', entryPrice: 110, sl: 137.5 }
    expect(body).toEqual({
      data: {
        trade: {
          ...{ option: 'NIFTY24NOV2624500CE NIFTY24NOV2624500PE', strike: null, optionType: null, expiry: null, signal: 'NEUTRAL' },
          ...{ entryPrice: null, exitPrice: null, target: null, sl: null, lots: 1, quantity: 225, exitQuantity: 75 },
          ...{ fundUsed: 182_450, estimatedMargin: 182_450, kept: null, profitLossRs: null, charges: 80, status: 'RUNNING', ltp: null },
          legs: [
            {
              ...{ ...running, option: 'NIFTY24NOV2624500CE', optionType: 'CE', entryPrice: 120, sl: 150 },
              entryTime: '2026-11-20T03:50:00.000Z',
            },
            {
              ...{ ...running, ...put, exitPrice: 137.5, charges: 40, profitLossRs: -2_062.5, status: 'STOPLOSS_HIT', exitReason: 'STOP' },
              ...{ closed: 'Closed at 11:00 for ₹137.50: the premium reached the stop loss of ₹137.50.' },
              ...{ entryTime: '2026-11-20T03:50:01.000Z', exitTime: '2026-11-20T05:30:00.000Z' },
            },
            { ...running, ...put, entryTime: '2026-11-20T06:10:00.000Z' },
          ],
        },
      },
    })
  })

  test('has its legs, its margin and what is locked in REST as well, beside the keys that every trade has', async () => {
    await insertTrade(app.db, { userId: asha.id, strategyId, entryTime: new Date('2026-11-19T05:00:00Z') })
    const id = await insert(STRADDLE)
    await app.db.trade.update({ where: { id }, data: { keptPaise: 250_000n } })
    const [position, single] = await one<Record<string, unknown>[]>('/trades/live')
    expect(position).toMatchObject({
      ...{ _id: id, strike: null, optionType: null, expiry: null, entryPrice: null, target: null, sl: null, ltp: null },
      ...{ estimatedMargin: 182_450, kept: 2_500 },
      legs: [{ side: 'SELL', entryTimeIST: '2026-11-20T09:20:00+05:30' }, { exitTimeIST: '2026-11-20T11:00:00+05:30' }, { exitTime: null }],
    })
    expect(Object.keys(position ?? {}).sort()).toEqual([...Object.keys(single ?? {}), 'estimatedMargin', 'kept', 'legs'].sort())
    expect(single).toMatchObject({ strike: 24_500, entryPrice: 100 })
  })

  test('stands at what its closed legs made and its open ones would, once both their prices are known', async () => {
    await insert(STRADDLE)
    await told(['CE', 110_50])
    const dashboard = () => one<{ todayStats: { totalPnL: number | null; totalNetPnL: number | null } }>('/dashboard/stats')
    await eventually(() => one('/trades/live')).toMatchObject([{ ltp: null, legs: [{ ltp: 110.5 }, { ltp: null }, { ltp: null }] }])
    expect((await dashboard()).todayStats.totalPnL).toBeNull()
    await told(['PE', 112_00])
    // 75 × 9.50 gained, 2,062.50 lost, 75 × 2 lost; charges of 80 so far, and 54.71 of the two orders that would buy back.
    await eventually(dashboard).toMatchObject({ todayStats: { totalPnL: -1_500, totalNetPnL: -1_634.71 } })
    expect(await one('/trades/live')).toMatchObject([{ legs: [{ ltp: 110.5 }, { ltp: null }, { ltp: 112 }] }])
  })

  test('is closed as a whole by one request', async () => {
    const id = await insert(STRADDLE)
    const { body } = await app.rest('POST', `/trades/${id}/close`, { token: asha.token })
    expect(body).toMatchObject({ message: 'The trade is being closed.', data: { id, closing: true, legs: [{}, {}, {}] } })
    expect(await app.db.exitRequest.findMany()).toMatchObject([{ tradeId: id, reason: 'MANUAL' }])
  })

  test('holds its margin in the account, and what its closed legs lost counts today', async () => {
    const before = await one<Record<string, number>>('/account')
    await insert(STRADDLE)
    const after = await one<Record<string, number>>('/account')
    expect(after['inTrades']! - before['inTrades']!).toBe(182_450)
    expect(after['realisedToday']! - before['realisedToday']!).toBe(-2_102.5)
  })

  test('is on the next page that is asked for when the stop of one leg is moved, of which nobody tells', async () => {
    const id = await insert(STRADDLE)
    await one('/trades')
    const { id: leg } = await app.db.leg.findFirstOrThrow({ where: { tradeId: id }, orderBy: { entryTime: 'asc' } })
    await app.db.leg.update({ where: { id: leg }, data: { stopPaise: 12_000n } })
    expect(await one('/trades')).toMatchObject([{ legs: [{ sl: 120 }, {}, {}] }])
  })

  test('is told of with what was sold and what it sets aside, a leg that is opened again not twice', async () => {
    const id = await insert(STRADDLE)
    expect((await notifications())[0]).toMatchObject({
      title: 'Paper trade opened',
      text: 'Supertrend sold 75 × NIFTY 24,500 CE, 24 Nov at ₹120; sold 75 × NIFTY 24,500 PE, 24 Nov at ₹110; estimated margin ₹1,82,450.',
    })
    const openWhenFailing = ['CE', 'PE'].map((type) => ({ option: `NIFTY24NOV2624500${type}`, units: 75 }))
    await app.db.trade.update({ where: { id }, data: { exitFailingAt: new Date(), openWhenFailing } })
    expect((await notifications('?kinds=EXIT_FAILING'))[0]?.text).toBe(
      'Supertrend has tried to close 75 × NIFTY 24,500 CE, 24 Nov and 75 × NIFTY 24,500 PE, 24 Nov three times without success. Sakha keeps trying, waiting longer each time.',
    )
  })

  test('is in the own data with every leg, and what its owner asked of its levels', async () => {
    const id = await insert(STRADDLE)
    const { id: legId } = await app.db.leg.findFirstOrThrow({ where: { tradeId: id }, orderBy: { id: 'asc' } })
    await app.db.levelChange.create({ data: { legId, stopPaise: 14_000 } })
    const { body } = await app.rest('POST', '/user/export', { token: asha.token })
    const { trades } = (body as { data: { trades: { id: string; legs: { option: string }[] }[] } }).data
    expect(trades).toMatchObject([
      { id, legs: [{ levelChanges: [{ stopPaise: 14_000 }] }, { exitPricePaise: 13_750 }, { exitPricePaise: null }] },
    ])
  })
})

describe('an iron condor that is closed', () => {
  test('counts as one trade of the history, with the result of all legs', async () => {
    const id = await insert(CONDOR)
    await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(-30_000n) })
    // 75 × (13 + 10 − 4.50 − 2.50) gained.
    expect(await one('/trades/history')).toMatchObject({
      ...{ totalTrades: 2, profitableTrades: 1, winRate: 50, totalProfitRs: 900, totalNetRs: 900 - 160 - 64.13 },
      trades: [
        {},
        {
          ...{ id, profitLossRs: 1_200, netProfitLossRs: 1_040, charges: 160, status: 'COMPLETED', exitReason: 'WINDOW_END' },
          ...{
            closed: 'Closed at 15:00: the trading window ended.',
            legs: [{ side: 'SELL' }, { side: 'SELL' }, { side: 'BUY' }, { side: 'BUY' }],
          },
        },
      ],
    })
    expect(await one('/trades/history?search=24900ce')).toMatchObject({ trades: [{ id }] })
  })

  test('sorts among trades of one option: its unknown premiums come last, page by page', async () => {
    const id = await insert(CONDOR)
    const single = await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(100n) })
    for (const sort of ['ENTRY_PRICE', 'EXIT_PRICE'])
      for (const descending of [true, false]) {
        const query = `/trades/history?sort=${sort}&descending=${descending}&first=1`
        expect(await one(query)).toMatchObject({ trades: [{ id: single }] })
        expect(await one(`${query}&after=${single}`)).toMatchObject({ trades: [{ id }] })
        expect(await one(`${query}&after=${id}`)).toMatchObject({ trades: [] })
      }
  })

  test('is one line of the file: its symbols together, its premiums empty, its side neutral', async () => {
    await insert(CONDOR)
    const response = await fetch(`${app.url}/api/trades/history.csv`, { headers: { authorization: `Bearer ${asha.token}` } })
    const symbols = ['24700CE', '24300PE', '24900CE', '24100PE'].map((name) => `NIFTY24NOV26${name}`).join(' ')
    expect((await response.text()).split('\r\n').slice(1)).toEqual([
      `"${symbols}","Supertrend","NEUTRAL","","","2026-11-20T09:30:00+05:30","2026-11-20T15:00:03+05:30","1200","COMPLETED","2026-11-20",` +
        '"PAPER","300","160","1040","the trading window ended",""',
      '',
    ])
  })

  test('is one trade of a report, and told of with its result', async () => {
    await insert(CONDOR)
    expect(await one('/reports?mode=PAPER')).toMatchObject({ trades: 1, gross: 1_200, net: 1_040 })
    expect((await notifications('?kinds=TRADE_CLOSED'))[0]?.text).toBe(
      'Supertrend closed all its legs: the trading window ended. Net +₹1,040 after charges.',
    )
  })
})

describe('a straddle of which the put was not opened', () => {
  const CALL = STRADDLE[0]!
  const REASON = 'no quote of NIFTY 24,500 PE, 24 Nov after 30 s'
  const TEXT = `Leg 2, to sell 75 × NIFTY 24,500 PE, 24 Nov, was not opened: ${REASON}.`

  /** An entry of the put that ended unfilled, or with so many units. */
  async function fail(tradeId: string, note: string, { filled = 0, leg = 1 } = {}): Promise<void> {
    const { userId, subscriptionId, mode, terms } = await app.db.trade.findUniqueOrThrow({ where: { id: tradeId } })
    const position = { ...(terms as { position: object }).position, leg }
    const id = uuid()
    await app.db.order.create({
      data: {
        ...{ id, userId, subscriptionId, tradeId, legId: randomUUID(), mode, clientOrderId: id.slice(-15), quantity: 75, note },
        ...{ purpose: 'ENTRY', side: 'SELL', status: filled > 0 ? 'CANCELLED' : 'REJECTED', filledQuantity: filled, slice: 1 },
        ...{ contract: { tradingSymbol: 'NIFTY24NOV2624500PE' }, terms: { position }, intendedAt: new Date('2026-11-20T03:50:00Z') },
      },
    })
  }

  test('says which leg failed and why, with the numbers, from the moment it fails: in the API, over REST and in the file', async () => {
    const id = await insert([CALL])
    const shown = async () => (await one<{ failedLegs: unknown }[]>('/trades/live'))[0]?.failedLegs
    expect(await shown()).toEqual([])
    await fail(id, REASON)
    await fail(id, NOT_WHOLE, { leg: 0 })
    const failed = { leg: 2, side: 'SELL', option: 'NIFTY24NOV2624500PE', quantity: 75, filledQuantity: 0, reason: REASON, text: TEXT }
    expect(await shown()).toEqual([failed])

    await app.db.trade.delete({ where: { id } })
    const closed = await insert([{ ...CALL, exit: { price: 12_100, time: '2026-11-20T03:51:00Z', reason: 'LEG_FAILED' } }])
    await fail(closed, REASON)
    await fail(closed, 'nothing wanted at ₹110 or more after 30 s', { filled: 25 })
    const part = 'Leg 2, to sell 75 × NIFTY 24,500 PE, 24 Nov, was opened with 25 units only: nothing wanted at ₹110 or more after 30 s.'
    const query = '{ tradeHistory { edges { node { closed failedLegs { text } } } } }'
    expect((await app.graphql(query, { token: asha.token })).body).toEqual({
      data: {
        tradeHistory: {
          edges: [{ node: { closed: 'Closed at 09:21: the entry of another leg failed.', failedLegs: [{ text: TEXT }, { text: part }] } }],
        },
      },
    })
    const file = await fetch(`${app.url}/api/trades/history.csv`, { headers: { authorization: `Bearer ${asha.token}` } })
    expect(await file.text()).toContain(`"the entry of another leg failed","${TEXT} ${part}"`)
  })
})

test('the document of the API describes what several legs add to a trade, as not always there', async () => {
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Record<string, object> }
  const described = JSON.stringify(document.paths['/api/trades/live'] ?? document.paths['/trades/live'])
  for (const name of ['legs', 'kept', 'estimatedMargin']) expect(described).toContain(`"${name}":{`)
  expect(described).not.toMatch(/"required":\[[^\]]*"(legs|kept|estimatedMargin)"/)
})
