import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellPrices } from '../../../prisma/bus/prices.ts'
import { paise } from '../../../schema/money.ts'
import { insertPosition, STRADDLE } from '../../testing/insertPosition.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

/** What of a trade every answer shows. */
interface Shown {
  readonly id: string
  readonly status: string
  readonly profitLossRs: number | null
  readonly netProfitLossRs: number | null
}

const FIELDS = 'id status profitLossRs netProfitLossRs'

let app: TestGateway
let asha: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  admin = await app.user('Chitra')
  await app.db.user.update({ where: { id: admin.id }, data: { role: 'admin', twoFactorAt: new Date() } })
})
afterAll(() => app.close())

async function rest<T>(path: string): Promise<T> {
  return ((await app.rest('GET', path, { token: asha.token })).body as { data: T }).data
}
async function query<T>(text: string): Promise<T> {
  return ((await app.graphql(`{ ${text} }`, { token: asha.token })).body as { data: T }).data
}

/** Every answer that has a user's running trades in it. */
const ANSWERS: Readonly<Record<string, (id: string) => Promise<readonly Shown[]>>> = {
  'GET /trades': () => rest('/trades'),
  'GET /trades/live': () => rest('/trades/live'),
  'GET /dashboard/stats': async () => (await rest<{ liveTrades: Shown[] }>('/dashboard/stats')).liveTrades,
  liveTrades: async () => (await query<{ liveTrades: Shown[] }>(`liveTrades { ${FIELDS} }`)).liveTrades,
  trades: async () => (await query<{ trades: Shown[] }>(`trades { ${FIELDS} }`)).trades,
  trade: async (id) => [(await query<{ trade: Shown }>(`trade(id: "${id}") { ${FIELDS} }`)).trade],
  dashboard: async () =>
    (await query<{ dashboard: { liveTrades: Shown[] } }>(`dashboard { liveTrades { ${FIELDS} } }`)).dashboard.liveTrades,
}

/** Every answer that has them without what they have made before charges. */
const NET_ANSWERS: Readonly<Record<string, () => Promise<readonly Omit<Shown, 'profitLossRs'>[]>>> = {
  'GET /admin/users/:id': async () =>
    ((await app.rest('GET', `/admin/users/${asha.id}`, { token: admin.token })).body as { data: { trades: Shown[] } }).data.trades,
  managedUser: async () => {
    const text = `{ managedUser(id: "${asha.id}") { trades { id status netProfitLossRs } } }`
    return ((await app.graphql(text, { token: admin.token })).body as { data: { managedUser: { trades: Shown[] } } }).data.managedUser
      .trades
  },
}

test('a running trade has the same result in every answer: what it has made at its last price, and what closing it would leave', async () => {
  const strategyId = await insertStrategy(app.db, 'ema-crossover')
  const running = await insertTrade(app.db, { userId: asha.id, strategyId })
  const other = await insertStrategy(app.db, 'short-straddle')
  const position = await insertPosition(app.db, { userId: asha.id, strategyId: other, legs: STRADDLE })
  const closed = await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(1_000n) })
  for (const [name, ask] of Object.entries(ANSWERS)) {
    const unpriced = (await ask(running)).find(({ id }) => id === running)
    expect(unpriced, name).toMatchObject({ profitLossRs: null, netProfitLossRs: null })
  }

  for (const [name, ask] of Object.entries(NET_ANSWERS))
    expect((await ask()).find(({ id }) => id === running)?.netProfitLossRs, name).toBeNull()

  const at = Date.parse('2026-11-20T06:30:00Z')
  await tellPrices(app.db, {
    prices: [
      ['NIFTY24NOV2624500CE', paise(10_355), at],
      ['NIFTY24NOV2624500PE', paise(11_200), at],
    ],
    leftAt: 0,
  })
  // 75 × 3.55. Entry 26.55; of the exit brokerage 20, fees 2.77, GST 4.10 and STT 12, rounded once.
  const expected = { status: 'RUNNING', profitLossRs: 266.25, netProfitLossRs: 200.83 }
  for (const ask of Object.values(ANSWERS))
    await eventually(async () => (await ask(running)).find(({ id }) => id === running)).toMatchObject(expected)

  for (const [name, ask] of Object.entries(NET_ANSWERS)) {
    const shown = await ask()
    expect(
      shown.find(({ id }) => id === running),
      name,
    ).toMatchObject({ status: 'RUNNING', netProfitLossRs: 200.83 })
    expect(
      shown.find(({ id }) => id === position),
      name,
    ).toMatchObject({ status: 'RUNNING', netProfitLossRs: -1_113.23 })
    const booked = (await rest<Shown[]>('/trades')).find(({ id }) => id === closed)?.netProfitLossRs
    expect(shown.find(({ id }) => id === closed)?.netProfitLossRs, name).toBe(booked)
  }

  // Sold at 120 and 110, a put stopped at 137.50: 75 × 16.45 − 2,062.50 − 75 × 2; 80 so far, and two orders that buy back.
  const straddle = (await rest<(Shown & { legs: Shown[] })[]>('/trades/live')).find(({ id }) => id === position)
  expect(straddle).toMatchObject({ profitLossRs: -978.75, netProfitLossRs: -1_113.23 })
  expect(straddle?.legs.map(({ profitLossRs }) => profitLossRs)).toEqual([1_233.75, -2_062.5, -150])

  const mine = await rest<Shown[]>('/trades')
  // As the specification's client adds them up, and filters by profit.
  const sum = mine.reduce((total, { profitLossRs }) => total + (profitLossRs ?? 0), 0)
  expect(sum).toBeCloseTo(266.25 - 978.75 + 10, 6)
  expect(mine.filter(({ profitLossRs }) => (profitLossRs ?? 0) > 0).map(({ id }) => id)).toEqual(expect.arrayContaining([running, closed]))
})
