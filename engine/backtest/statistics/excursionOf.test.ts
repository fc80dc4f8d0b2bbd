import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { runBacktest } from '../run/runBacktest.ts'
import { minutesFrom, niftyHistory, testPlan, type Minute } from '../testing/history.ts'
import { excursionOf } from './excursionOf.ts'
import { growthOf } from './growthOf.ts'
import { dailyBalances, drawdownOf, equityAfter } from './equity.ts'
import { randomWalk } from '../../analysis/testing/randomWalk.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { BacktestMarket } from '../history/BacktestMarket.ts'

const OPTIONS = { kind: 'OPTIONS', volatility: 0.14, candles: new Map() } as const

describe('the excursions of a trade', () => {
  it('of the index are those of its minutes, turned round for a short one', () => {
    const still: Minute[] = [100, 100]
    // Entered at the open of the third minute, closed at the open of the sixth by the end of the window.
    const minutes = minutesFrom('2024-01-01', '09:15', [
      ...still,
      [101, 104, 99, 102],
      [102, 110, 95, 100],
      [100, 103, 98, 101],
      [97, 120, 80, 90],
    ])
    const market = niftyHistory(minutes, { kind: 'INDEX' })
    const settings = { windowStart: 9 * 60 + 17, windowEnd: 9 * 60 + 20, maxTrades: 1 }
    const of = (side: 'long' | 'short') => {
      const [trade, ...more] = runBacktest(testPlan({ interval: '1min', [side]: ['close', '>', 1] }, { settings }), market).trades
      expect([more, trade?.exitPrice, trade?.quantity]).toEqual([[], 97_00, 50])
      return excursionOf(trade!, market)
    }
    expect(of('long')).toEqual({ adverse: 6_00 * 50, favourable: 9_00 * 50 })
    expect(of('short')).toEqual({ adverse: 9_00 * 50, favourable: 6_00 * 50 })
  })

  it('of an option are those of the premiums it was watched at; a loss is never deeper than the worst of them', () => {
    const market = new BacktestMarket({ index: 'NIFTY', minutes: randomWalk(5 * 375, 11), tables: SHIPPED_MARKET_TABLES, traded: OPTIONS })
    const plan = testPlan({ interval: '5min', long: ['close', 'crosses above', 'ema(9)'], short: ['close', 'crosses below', 'ema(9)'] })
    const { trades } = runBacktest(plan, market)
    expect(trades.length).toBeGreaterThan(20)
    const excursions = trades.map((trade) => excursionOf(trade, market))
    trades.forEach((trade, i) => {
      const { adverse, favourable } = excursions[i]!
      expect(adverse).toBeGreaterThanOrEqual(Math.max(0, -trade.gross))
      expect(favourable).toBeGreaterThanOrEqual(Math.max(0, trade.gross))
      // A stop ends what goes against a trade, half a spread beyond its level.
      const worst = Math.min(trade.extremes!.lowest, trade.exitPrice!)
      expect(adverse).toBe(Math.max(0, (trade.entryPrice! - worst) * trade.quantity))
      if (trade.exitReason === 'STOP') expect(trade.extremes!.lowest).toBeGreaterThan(trade.levels!.stop!)
    })
    expect(excursions.some(({ favourable }, i) => favourable > Math.max(0, trades[i]!.gross))).toBe(true)
    const { funds } = plan.account
    const { intratradeDrawdown } = growthOf(trades, excursions, dailyBalances(trades, plan, market), funds)
    expect(intratradeDrawdown.amount).toBeGreaterThan(drawdownOf(equityAfter(trades, funds)).amount)
  })

  it('of a trade without a moment between entry and exit are what it came to', () => {
    const market = niftyHistory(minutesFrom('2024-01-01', '09:15', [100, 100]), { kind: 'INDEX' })
    const entry = {
      side: 'LONG',
      candleTime: 0,
      indexPrice: paise(1),
      contract: null,
      option: null,
      source: 'MODEL',
      quantity: 2,
      entryTime: 0,
    } as const
    const trade = {
      ...entry,
      entryPrice: paise(100),
      exitTime: 0,
      exitPrice: paise(90),
      exitReason: 'STOP',
      levels: null,
      legs: [],
    } as const
    const left = { ...trade, extremes: { lowest: paise(100), highest: paise(100) }, gross: paise(-20), charges: paise(0), net: paise(-20) }
    expect(excursionOf(left, market)).toEqual({ adverse: 20, favourable: 0 })
  })
})
