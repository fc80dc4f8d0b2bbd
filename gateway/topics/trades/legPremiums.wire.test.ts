import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../schema/time.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

const OPTION = 'NIFTY24NOV2624500CE'
const ENTRY = Date.parse('2026-11-20T05:00:00.000Z')
const EXIT = ENTRY + 30 * MINUTE

let app: TestGateway
let asha: TestUser
let ravi: TestUser
let id: string
beforeAll(async () => {
  app = await startTestGateway()
  const strategyId = await insertStrategy(app.db, 'ema-crossover')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  const held = { ...closedWith(100n), entryTime: new Date(ENTRY), exitTime: new Date(EXIT) }
  id = await insertTrade(app.db, { userId: asha.id, strategyId, ...held })
  const { market } = await app.db.trade.findUniqueOrThrow({ where: { id } })
  const minute = (of: string, symbol: string, time: number, price: bigint) => ({
    ...{ market: of, symbol, time: new Date(time), open: price, high: price + 200n, low: price - 100n, close: price + 50n, volume: 65n },
  })
  await app.db.candle.createMany({
    data: [
      minute(market, OPTION, ENTRY - DAY, 50_00n),
      minute(market, OPTION, ENTRY - 5 * MINUTE, 100_00n),
      minute(market, OPTION, ENTRY - 4 * MINUTE, 101_00n),
      minute(market, OPTION, ENTRY, 102_00n),
      minute(market, OPTION, EXIT + 2 * HOUR, 60_00n),
      minute('another market', OPTION, ENTRY, 70_00n),
      minute(market, 'NIFTY24NOV2624500PE', ENTRY, 80_00n),
    ],
  })
})
afterAll(() => app.close())

const premiums = async (interval: string, { token } = asha, legId = id) =>
  (await app.graphql(`{ legPremiums(legId: "${legId}", interval: ${interval}) { time open high low close volume } }`, { token })).body

test('the premiums of a leg are those of its own option and market around its time, oldest first, in rupees', async () => {
  const bar = (time: number, open: number) => ({
    ...{ time: new Date(time).toISOString(), open, high: open + 2, low: open - 1, close: open + 0.5, volume: 65 },
  })
  expect(await premiums('ONE_MINUTE')).toEqual({
    data: { legPremiums: [bar(ENTRY - 5 * MINUTE, 100), bar(ENTRY - 4 * MINUTE, 101), bar(ENTRY, 102)] },
  })
})

test('they are folded into longer candles', async () => {
  expect(await premiums('FIVE_MINUTES')).toMatchObject({
    data: { legPremiums: [{ open: 100, high: 103, low: 99, close: 101.5, volume: 130 }, { open: 102 }] },
  })
})

test('those of others are refused as if there were none', async () => {
  expect(await premiums('ONE_MINUTE', ravi)).toMatchObject({
    errors: [{ message: 'You have no such trade.', extensions: { code: 'NOT_FOUND' } }],
  })
})
