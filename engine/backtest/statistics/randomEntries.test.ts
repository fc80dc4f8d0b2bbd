import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { paise } from '../../../schema/money.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import type { Direction } from '../../../schema/trading/SignalSide.ts'
import { randomWalk } from '../../analysis/testing/randomWalk.ts'
import { BacktestMarket } from '../history/BacktestMarket.ts'
import { runBacktest } from '../run/runBacktest.ts'
import { testPlan } from '../testing/history.ts'
import { bootstrapInterval } from './bootstrapInterval.ts'
import { compareWithPool, randomEntries } from './randomEntries.ts'
import { reportStatistics } from './reportStatistics.ts'

const normals = (seed: string, count: number, mean: number, side: Direction = 'LONG') => {
  const random = new SeededRandom(seed)
  return Array.from({ length: count }, () => ({ side, net: paise(Math.round(mean + 1_000_00 * random.normal())) }))
}

describe('random entries', () => {
  const market = new BacktestMarket({
    index: 'NIFTY',
    minutes: randomWalk(40 * 375, 3),
    tables: SHIPPED_MARKET_TABLES,
    traded: { kind: 'INDEX' },
  })
  const plan = testPlan({ interval: '5min', long: ['close', 'crosses above', 'ema(9)'], short: ['close', 'crosses below', 'ema(9)'] })
  const { trades } = runBacktest(plan, market)

  it('are as many trades at least as are compared with, and the same each time', () => {
    const few = trades.slice(0, 60)
    const found = randomEntries(few, plan, market)!
    expect(found.trades).toBeGreaterThan(150)
    expect(randomEntries(few, plan, market)).toEqual(found)
  })

  it('lie on both sides of rules that know nothing, and below rules that know the next hour', () => {
    // On a random walk no rule earns anything before costs, and the index costs none.
    const blind = randomEntries(trades, plan, market)!
    expect(blind.percentile).toBeGreaterThan(0.02)
    expect(blind.percentile).toBeLessThan(0.98)
    const knowing = trades.map((trade) => ({ ...trade, net: paise(Math.abs(trade.net)) }))
    expect(randomEntries(knowing, plan, market)!.percentile).toBe(1)
  })

  it('are compared side by side: a pool with the sides in other numbers says the same', () => {
    const longs = normals('longs', 100, 200_00)
    const shorts = normals('shorts', 100, -200_00, 'SHORT')
    const pool = [...normals('pool of longs', 2_000, 200_00), ...normals('pool of shorts', 300, -200_00, 'SHORT')]
    const found = compareWithPool([...longs, ...shorts], pool)!
    // Its mean covers a hundred of each, not two thousand longs.
    expect(Math.abs(found.expectancy)).toBeLessThan(100_00)
    expect(found.percentile).toBeGreaterThan(0.02)
    expect(found.percentile).toBeLessThan(0.98)
  })

  it('put rules without skill anywhere alike: a tenth of them among the best tenth, the chance of a small pool included', () => {
    let best = 0
    for (let i = 0; i < 300; i++)
      best += compareWithPool(normals(`rules ${i}`, 40, 0), normals(`pool ${i}`, 40, 0))!.percentile > 0.9 ? 1 : 0
    expect(best / 300).toBeGreaterThan(0.06)
    expect(best / 300).toBeLessThan(0.14)
  })

  it('are entered within the window of the plan', () => {
    const narrow = { ...plan, settings: { ...plan.settings, windowStart: 10 * 60, windowEnd: 11 * 60 } }
    const within = runBacktest(narrow, market).trades
    const runs = Math.min(10, Math.ceil(300 / within.length))
    // Outside of it they would be denied: nine of ten bars are.
    expect(randomEntries(within, narrow, market)!.trades).toBeGreaterThan((runs * within.length) / 2)
  })

  it('are none without a trade, or without a random one on a side that was traded', () => {
    expect(randomEntries([], plan, market)).toBeNull()
    expect(compareWithPool(normals('a', 3, 0), normals('b', 3, 0, 'SHORT'))).toBeNull()
  })

  it('and the interval are left out of a report of fewer than thirty trades, which says so', () => {
    expect(reportStatistics(trades.slice(0, 29), plan, market)).toMatchObject({
      ...{ randomEntries: null, expectancyInterval: null, verdict: '29 trades are too few to judge: 30 are needed.' },
    })
    const judged = reportStatistics(trades.slice(0, 30), plan, market)
    expect(judged.randomEntries).not.toBeNull()
    expect(judged.expectancyInterval).toMatchObject({ confidence: 0.95 })
    // Rupees.
    const { low, high } = bootstrapInterval(trades.slice(0, 30).map(({ net }) => net))!
    expect(judged.expectancyInterval).toMatchObject({ low: low / 100, high: high / 100 })
  })
})
