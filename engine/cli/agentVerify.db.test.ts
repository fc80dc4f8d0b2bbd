import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { requestAnalysis } from '../../prisma/agent/requestAnalysis.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import { DrawnMarket } from '../agent/testing/DrawnMarket.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { agent } from './agent.ts'

const TODAY = '2026-07-01'
const OPEN = istInstant(TODAY, 9 * 60 + 15)

let market: DrawnMarket
beforeAll(async () => {
  market = await DrawnMarket.create(TODAY, 2)
  vi.stubEnv('DATABASE_URL', market.database.url)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await market.close()
})

const verify = (...args: readonly string[]) => agent(['verify', ...args])

it('computes the newest analyses anew, or one by its number or id, and says so where one comes out otherwise', async () => {
  const { db } = market
  expect(await verify()).toBe('There are no analyses.\n')
  const { userId } = await createTestSubscription(db)
  await db.agentSettings.create({ data: { userId, enabled: true, enabledAt: new Date(), lookbackPeriod: 200, analysisIntervalMinutes: 2 } })
  const node = await market.serve({ now: OPEN + 3 * MINUTE })
  try {
    // The scan of the second minute, before any candle has come.
    await expect.poll(() => db.agentAnalysis.count()).toBe(1)
    for (const [lookback, minute] of [
      [50, 0],
      // The minute between them has not come yet, though it is stored.
      [60, 2],
    ] as const) {
      market.tick(OPEN + minute * MINUTE, market.days.at(-1)!.closes[minute]!)
      await node.answer(await db.$transaction((tx) => requestAnalysis(tx, userId, 'NIFTY', lookback)))
    }
  } finally {
    await node.stop()
  }
  const all = 'drawn: the chain of 3 analyses holds'
  expect(await verify()).toBe(`${all}; the 3 newest, computed anew from the candles, are the same bit for bit.\n`)
  expect(await verify('--recompute', '1')).toContain('; the 1 newest,')
  expect(await verify('--number', '1')).toBe(`${all}; analysis 1, computed anew from the candles, is the same bit for bit.\n`)
  const { id } = await db.agentAnalysis.findFirstOrThrow({ where: { number: 3 } })
  expect(await verify('--id', id)).toContain('; analysis 3, computed anew')

  await db.$executeRaw`UPDATE "Candle" SET close = close + 5, high = high + 5 WHERE time = ${new Date(OPEN + 2 * MINUTE)}::timestamptz`
  expect(await verify('--number', '1')).toContain('is the same bit for bit')
  await expect(verify('--id', id)).rejects.toThrow(`${all}, but analysis 3, computed anew from the candles, comes out otherwise.`)
  await expect(verify()).rejects.toThrow(`${all}, but of the 3 newest, computed anew from the candles, 1 come out otherwise: 3.`)
})

it('says what it cannot look at', async () => {
  await expect(verify('--number', '4')).rejects.toThrow('but there is no analysis 4, or it is not kept any more')
  await expect(verify('--number', '0')).rejects.toThrow('--number must be a whole number from 1 to')
  await expect(verify('--id', 'mine')).rejects.toThrow('--id must be the id of an analysis, not "mine"')
  await expect(verify('--id', '01900000-0000-7000-8000-000000000000')).rejects.toThrow('There is no analysis 01900000')
  expect(await verify('--market', 'elsewhere')).toBe('There are no analyses of market elsewhere.\n')
  const first = await market.db.agentAnalysis.findFirstOrThrow({ where: { number: 1 } })
  const { hash, prevHash, record, candleAt } = first
  const same = { symbol: 'NIFTY', lookback: 50, version: 1, candleAt, verdict: 'NO_TRADE', hash, prevHash, record: record! } as const
  await market.db.agentAnalysis.create({ data: { ...same, market: 'another', number: 1 } })
  await expect(verify('--number', '1')).rejects.toThrow('--number is of one market: name it with --market (another, drawn)')
  await expect(verify('--market', 'another')).rejects.toThrow('another: analysis 1 does not hold: its')
})
