import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../prisma/client.ts'
import { requestExits } from '../../../prisma/exitRequests.ts'
import { countingPool, createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { paise } from '../../../schema/money.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { PriceBoard } from '../market/PriceBoard.ts'
import { Effects } from '../../kit/Effects.ts'
import { changeTrade, closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { TradeService } from './service.ts'

let database: TestDatabase
let counted: ReturnType<typeof countingPool>
let db: Database
let strategyId: string
beforeAll(async () => {
  database = await createTestDatabase()
  counted = countingPool(database.url)
  db = openDatabase(counted.pool)
  strategyId = await insertStrategy(database.db, 'ema-crossover')
})
afterAll(async () => {
  await db.$disconnect()
  await counted.pool.end()
  await database.drop()
})

let prices: PriceBoard
let trades: TradeService
let asha: string
let ravi: string
let running: string
let closed: string
beforeEach(async () => {
  prices = new PriceBoard()
  trades = new TradeService({ db, pool: counted.pool, effects: new Effects(db), prices, rules: { rules: SHIPPED_MARKET_RULES } })
  const user = async (name: string) =>
    (await database.db.user.create({ data: { name, email: `${name}@example.com`, passwordHash: 'none' } })).id
  ;[asha, ravi] = [await user('asha'), await user('ravi')]
  running = await insertTrade(database.db, { userId: asha, strategyId })
  closed = await insertTrade(database.db, { userId: asha, strategyId, entryTime: new Date('2026-11-19T05:00:00Z'), ...closedWith(500n) })
  await insertTrade(database.db, { userId: ravi, strategyId })
})
afterEach(async () => {
  prices.close()
  await database.db.user.deleteMany()
})

const ids = (shown: readonly { readonly id: string }[]) => shown.map(({ id }) => id)

test('a page that is what it was is not read again', async () => {
  const first = await trades.latest(asha, {})
  expect(ids(first)).toEqual([running, closed])
  counted.statements = 0
  expect(await trades.latest(asha, {})).toEqual(first)
  expect(counted.statements).toBe(1)
})

test.each([
  ['a stop raised, of which nobody tells', () => changeTrade(database.db, running, { stopPaise: 9_900n }), { sl: 99 }],
  ['an exit asked for', () => requestExits(database.db, { tradeIds: [running], reason: 'MANUAL', by: 'asha' }), { closing: true }],
  [
    'a strategy renamed',
    () => database.db.strategy.update({ where: { id: strategyId }, data: { name: 'Renamed' } }),
    { strategy: 'Renamed' },
  ],
  ['a part sold', () => changeTrade(database.db, running, { exitQuantity: 25 }), { exitQuantity: 25 }],
])('%s is on the next page that is asked for, and on the list of running trades', async (_what, change, shown) => {
  await trades.latest(asha, {})
  await trades.live(asha)
  await change()
  expect((await trades.latest(asha, {}))[0]).toMatchObject(shown)
  expect((await trades.live(asha))[0]).toMatchObject(shown)
})

test('a trade opened, and one closed, are on the next page that is asked for', async () => {
  await trades.latest(asha, {})
  await trades.live(asha)
  const opened = await insertTrade(database.db, { userId: asha, strategyId, entryTime: new Date('2026-11-20T06:00:00Z') })
  expect(ids(await trades.latest(asha, {}))).toEqual([opened, running, closed])
  await changeTrade(database.db, running, closedWith(-500n))
  expect(ids(await trades.live(asha))).toEqual([opened])
  expect((await trades.latest(asha, {}))[1]).toMatchObject({ id: running, status: 'STOPLOSS_HIT' })
})

test('a change that is committed while a page is being read is on the next one', async () => {
  await trades.latest(asha, {})
  for (let exitQuantity = 1; exitQuantity <= 40; exitQuantity++) {
    const reading = trades.latest(asha, {})
    await changeTrade(database.db, running, { exitQuantity })
    expect((await trades.latest(asha, {}))[0]).toMatchObject({ exitQuantity })
    await reading
  }
})

test('pages are of their user, their length and their beginning', async () => {
  expect(ids(await trades.latest(asha, { limit: 1 }))).toEqual([running])
  expect(ids(await trades.latest(asha, { limit: 2 }))).toEqual([running, closed])
  expect(ids(await trades.latest(ravi, { limit: 2 }))).not.toContain(running)
  expect(await trades.latest(ravi, { limit: 2 })).toHaveLength(1)
  expect(ids(await trades.live(asha))).toEqual([running])
})

test('the last price is that of the moment, also on a page that is what it was', async () => {
  const [trade] = await trades.live(asha)
  expect(trade!.ltp).toBeNull()
  prices.apply([[trade!.option, paise(101_50), Date.parse('2026-11-20T06:30:00Z')]])
  expect((await trades.live(asha))[0]?.ltp).toBe(101.5)
  expect((await trades.latest(asha, {})).map((trade) => trade.ltp)).toEqual([101.5, null])
  prices.clear()
  expect((await trades.live(asha))[0]?.ltp).toBeNull()
})
