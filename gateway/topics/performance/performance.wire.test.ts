import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../../prisma/client.ts'
import { DAY, istDate } from '../../../schema/time.ts'
import { closedWith, insertStrategy, insertTrade, type TradeChanges } from '../../testing/rows.ts'
import { ReadTooLong } from '../../../prisma/readUntil.ts'
import { publicError } from '../../kit/publicError.ts'
import { startTestGateway, type Answer, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { PerformanceService } from './service.ts'

const OWN =
  'query ($mode: TradeMode!, $by: [PerformanceDimension!]!, $filter: ClosedTradeFilterInput) { performance(mode: $mode, by: $by, filter: $filter) { day strategy version symbol weekday hour trades unknown wins gross charges net worstDrawdown } }'
const ALL =
  'query ($mode: TradeMode!, $by: [PerformanceDimension!]!, $filter: ClosedTradeFilterInput) { performanceOfAll(mode: $mode, by: $by, filter: $filter) { day strategy symbol hour trades wins gross charges net asOf } }'

type Cell = Readonly<Record<string, string | number | null>>
let app: TestGateway
let ema: string
let supertrend: string
let asha: TestUser
let analyst: TestUser
let people = 0
/** 25 users, with a trade each of what they are given. */
let crowd: TestUser[]
beforeAll(async () => {
  app = await startTestGateway()
  ema = await insertStrategy(app.db, 'ema-crossover')
  supertrend = await insertStrategy(app.db, 'supertrend')
  asha = await app.user('Asha')
  analyst = await app.user('Analyst')
  await app.db.user.update({ where: { id: analyst.id }, data: { role: 'analyst' } })
  crowd = await Promise.all(Array.from({ length: 25 }, () => app.user(`Crowd${people++}`)))
})
afterAll(() => app.close())

async function closed(userId: string, strategyId: string, gross: bigint, changes: Partial<TradeChanges> = {}): Promise<void> {
  const closedAt = new Date(Date.now() - 2 * DAY)
  await insertTrade(app.db, { userId, strategyId, ...closedWith(gross), closedAt, ...changes })
}
const cellsOf = ({ body }: Answer): Cell[] => Object.values((body as { data: Record<string, Cell[]> }).data)[0]!
const own = async (by: readonly string[], filter: object | null = null, mode = 'PAPER', { token }: TestUser = asha) =>
  app.graphql(OWN, { variables: { mode, by, filter }, token })
const ofAll = async (by: readonly string[], filter: object | null = null, { token }: TestUser = analyst, mode = 'PAPER') =>
  app.graphql(ALL, { variables: { mode, by, filter }, token })

test('own trades are grouped by what is asked, in rupees, each group with the drawdown of its trades alone', async () => {
  const at = (hour: string) => ({ entryTime: new Date(`2026-11-20T${hour}:00Z`), exitTime: new Date(`2026-11-20T${hour}:30Z`) })
  const isha = await app.user(`Isha${people++}`)
  const ravi = await app.user(`Ravi${people++}`)
  const ofIsha = async (by: readonly string[], filter: object | null = null, mode = 'PAPER') => cellsOf(await own(by, filter, mode, isha))
  await closed(isha.id, ema, 100_000n, at('04:00'))
  await closed(isha.id, ema, -50_000n, at('05:00'))
  await closed(isha.id, ema, -20_000n, at('06:00'))
  await closed(isha.id, supertrend, 30_000n, { ...at('05:10'), index: 'MIDCPNIFTY' })
  await closed(isha.id, supertrend, 10_000n, { ...at('05:20'), exitPricePaise: null, grossPaise: null, netPaise: null })
  await closed(isha.id, ema, 999_900n, { ...at('05:00'), mode: 'LIVE' })
  await closed(ravi.id, ema, 777_700n, at('04:00'))
  const cells = await ofIsha(['STRATEGY'])
  expect(cells).toMatchObject([
    { day: null, symbol: null, trades: 3, unknown: 0, wins: 1, gross: 300, charges: 192.39, net: 107.61, worstDrawdown: 828.26 },
    { trades: 1, unknown: 1, wins: 1, gross: 300, charges: 64.13, net: 235.87, worstDrawdown: 0 },
  ])
  expect(await ofIsha(['DAY', 'STRATEGY', 'VERSION', 'SYMBOL', 'WEEKDAY', 'HOUR'], { strategyId: supertrend })).toMatchObject([
    { day: '2026-11-20', version: 1, symbol: 'MIDCAP', weekday: 5, hour: 10, trades: 1, unknown: 0 },
    { day: '2026-11-20', version: 1, symbol: 'NIFTY', weekday: 5, hour: 10, trades: 0, unknown: 1, net: 0 },
  ])
  expect((await ofIsha(['HOUR'])).map(({ hour, trades }) => [hour, trades])).toEqual([
    [9, 1],
    [10, 2],
    [11, 1],
  ])
  expect(await ofIsha([], null, 'LIVE')).toMatchObject([{ trades: 1, gross: 9_999 }])
  expect(await ofIsha([], { from: '2026-11-21' })).toEqual([])
  expect(await ofIsha([], { symbol: 'MIDCAP' })).toMatchObject([{ trades: 1 }])
})

test.each([
  [['VERSION'], null, 'by needs STRATEGY beside VERSION: versions are numbered by strategy'],
  [['DAY'], { from: '2026-11-21', to: '2026-11-20' }, 'to must not be before from'],
  [['DAY'], { symbol: 'FTSE' }, 'symbol must be one of'],
] as const)('grouping by %j with %j is refused in words', async (by, filter, message) => {
  expect((await own(by, filter)).body).toMatchObject({
    errors: [{ message: expect.stringContaining(message) as string, extensions: { code: 'BAD_USER_INPUT' } }],
  })
})

test('figures over all users are for analysts and admins', async () => {
  expect((await ofAll(['STRATEGY'], null, asha)).body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
})

test('item 53: over all users a group is told when twenty have a part in it, and is in no total before', async () => {
  const nineteen = await insertStrategy(app.db, 'ema-crossover', { slug: `nineteen-${people++}`, name: 'Nineteen' })
  const twenty = await insertStrategy(app.db, 'ema-crossover', { slug: `twenty-${people++}`, name: 'Twenty' })
  for (const { id } of crowd.slice(0, 19)) await closed(id, nineteen, 10_000n)
  for (const { id } of crowd.slice(0, 20)) await closed(id, twenty, 10_000n)
  // A crowd of trades of few is none.
  for (let i = 0; i < 10; i++) await closed(crowd[0]!.id, nineteen, 10_000n)
  const shown = cellsOf(await ofAll(['STRATEGY']))
  expect(shown.map(({ strategy }) => strategy)).toContain('Twenty')
  expect(shown.map(({ strategy }) => strategy)).not.toContain('Nineteen')
  expect(shown.find(({ strategy }) => strategy === 'Twenty')).toMatchObject({
    trades: 20,
    wins: 20,
    gross: 2_000,
    charges: 1_282.6,
    net: 717.4,
    asOf: istDate(Date.now() - DAY),
  })
  expect(cellsOf(await ofAll([], { strategyId: nineteen }))).toEqual([])
  await closed(crowd[19]!.id, nineteen, 10_000n)
  expect(cellsOf(await ofAll([], { strategyId: nineteen }))).toMatchObject([{ trades: 30 }])
})

test('item 53: no difference of answers is of fewer than twenty: totals, narrow filters and other groupings have the same trades in them', async () => {
  const id = await insertStrategy(app.db, 'ema-crossover', { slug: `difference-${people++}`, name: 'Difference' })
  const later = { entryTime: new Date('2026-11-19T07:00:00Z'), exitTime: new Date('2026-11-19T07:30:00Z') }
  for (const user of crowd) await closed(user.id, id, 10_000n)
  // One alone, on another index, at another hour, on another day.
  const alone = crowd[3]!.id
  await closed(alone, id, 123_400n, { index: 'BANKNIFTY' })
  await closed(alone, id, 234_500n, { entryTime: new Date('2026-11-20T07:00:00Z'), exitTime: new Date('2026-11-20T07:30:00Z') })
  await closed(alone, id, 345_600n, later)
  const figures = async (by: readonly string[], filter: object = {}) => {
    const cells = cellsOf(await ofAll(by, { strategyId: id, ...filter }))
    return [cells.reduce((sum, { trades }) => sum + Number(trades), 0), cells.reduce((sum, { gross }) => sum + Number(gross), 0)]
  }
  const whole = await figures([])
  expect(whole).toEqual([25, 2_500])
  const groupings = [['SYMBOL'], ['DAY'], ['HOUR'], ['WEEKDAY'], ['STRATEGY', 'VERSION'], ['DAY', 'SYMBOL', 'HOUR']]
  for (const by of groupings) expect(await figures(by), by.join()).toEqual(whole)
  expect(await figures([], { from: '2026-11-20' })).toEqual(whole)
  expect(await figures([], { from: '2026-11-19', to: '2026-11-20' })).toEqual(whole)
  expect(await figures([], { to: '2026-11-19' })).toEqual([0, 0])
  expect(await figures([], { symbol: 'BANKNIFTY' })).toEqual([0, 0])
})

test('item 53: what is booked today is told when the day is over, so that one more trade makes no difference to see', async () => {
  const id = await insertStrategy(app.db, 'ema-crossover', { slug: `today-${people++}`, name: 'Today' })
  for (const user of crowd.slice(0, 20)) await closed(user.id, id, 10_000n)
  const before = cellsOf(await ofAll([], { strategyId: id }))
  expect(before).toMatchObject([{ trades: 20 }])
  await closed(crowd[20]!.id, id, 50_000n, { closedAt: new Date(Date.now() - DAY) })
  expect(cellsOf(await ofAll([], { strategyId: id }))).toEqual(before)
  for (const user of crowd) {
    await closed(user.id, id, 50_000n, { closedAt: new Date() })
    expect(cellsOf(await ofAll([], { strategyId: id }))).toEqual(before)
  }
})

test('item 53: a group in which one user has more than half of the money is not told', async () => {
  const id = await insertStrategy(app.db, 'ema-crossover', { slug: `large-${people++}`, name: 'Large' })
  for (const user of crowd.slice(0, 24)) await closed(user.id, id, 10_000n)
  await closed(crowd[24]!.id, id, 990_000n, { fundUsedPaise: 25n * 750_000n })
  expect(cellsOf(await ofAll([], { strategyId: id }))).toEqual([])
})

test('paper and live are never in one figure', async () => {
  const id = await insertStrategy(app.db, 'ema-crossover', { slug: `modes-${people++}`, name: 'Modes' })
  for (const [i, user] of crowd.entries()) await closed(user.id, id, 10_000n, { mode: i < 12 ? 'PAPER' : 'LIVE' })
  for (const mode of ['PAPER', 'LIVE']) expect(cellsOf(await ofAll([], { strategyId: id }, analyst, mode))).toEqual([])
})

test('a question about all users that nobody waits for any more is cancelled, and gives its connection back', async () => {
  const pool = openPool(app.databaseUrl, 'test', 1)
  const service = new PerformanceService(app.db, pool)
  const question = (deadline: number) => service.ofAll({ role: 'analyst' }, { mode: 'PAPER', by: [] }, deadline)
  try {
    await app.owner.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE "Trade" IN ACCESS EXCLUSIVE MODE`
      const began = Date.now()
      await expect(question(began + 200)).rejects.toThrow(ReadTooLong)
      expect(Date.now() - began).toBeLessThan(4_000)
      expect(publicError(await question(Date.now() + 50).catch((error: unknown) => error))).toEqual({
        ...{ code: 'UNAVAILABLE', status: 503, retryAfterSeconds: 5 },
        message: 'This took too long and was stopped. Ask for fewer days or for less at once, or export it to a file.',
      })
      expect(
        await tx.$queryRaw`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query ~ 'of_users' AND state = 'active' AND pid <> pg_backend_pid()`,
      ).toEqual([])
    })
    expect(await question(Date.now() + 10_000)).toEqual(expect.any(Array))
    await expect(question(Date.now() - 1)).rejects.toThrow(ReadTooLong)
  } finally {
    await pool.end()
  }
})
