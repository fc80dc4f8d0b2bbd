import { describe, expect, it } from 'vitest'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'
import { parseTimeOfDay } from '../../../schema/time.ts'
import type { Interval } from '../../../schema/market/candles.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { randomWalk } from '../../analysis/testing/randomWalk.ts'
import { realCandles } from '../../analysis/testing/realCandles.ts'
import { BacktestMarket, type Traded } from '../history/BacktestMarket.ts'
import { premiumNoise } from './premiumNoise.ts'
import { assumptionsOf } from '../report/assumptionsOf.ts'
import { runBacktest } from './runBacktest.ts'
import { runWithRange } from './runWithRange.ts'
import { minutesFrom, niftyHistory, testPlan } from '../testing/history.ts'

const RULES: RuleSource = { interval: '1min', long: ['close', '>', 'ema(5)'], short: ['close', '<', 'ema(5)'] }
const WALK = randomWalk(3 * 375, 7)
const at = (volatility: number): Traded => ({ kind: 'OPTIONS', volatility, candles: new Map() })
const netOf = (plan: ReturnType<typeof testPlan>, traded: Traded) =>
  runBacktest(plan, niftyHistory(WALK, traded)).trades.reduce((sum, { net }) => sum + net, 0)

/** A history that counts how often rules are evaluated on it. */
class CountingMarket extends BacktestMarket {
  evaluations = 0
  override series(interval: Interval) {
    this.evaluations++
    return super.series(interval)
  }
}

describe('the range of a backtest’s net', () => {
  it('is that of backtests with volatility four points lower and higher and with double slippage, wider by the noise of premiums, and contains the net', () => {
    const plan = testPlan(RULES)
    const { result, range } = runWithRange(plan, niftyHistory(WALK, at(0.14)))
    expect(result.trades).toEqual(runBacktest(plan, niftyHistory(WALK, at(0.14))).trades)
    const cases = {
      lowerVolatility: netOf(plan, at(0.1)),
      higherVolatility: netOf(plan, at(0.18)),
      doubleSlippage: netOf({ ...plan, slippage: 2 }, at(0.14)),
    }
    const nets = [netOf(plan, at(0.14)), ...Object.values(cases)]
    expect(new Set(nets).size).toBe(4)
    const noise = premiumNoise(result.trades)
    expect(noise).toBeGreaterThan(0)
    expect(range).toEqual({ ...cases, low: Math.min(...nets) - noise, high: Math.max(...nets) + noise, premiumNoise: noise })
  })

  it('takes one evaluation of the rules and two passes over the history, one where no price was modelled', () => {
    const passes = (traded: Traded, minutes = WALK, rules = RULES) => {
      const market = new CountingMarket({ index: 'NIFTY', minutes, tables: SHIPPED_MARKET_TABLES, traded })
      const shares: number[] = []
      runWithRange(testPlan(rules), market, (share) => shares.push(share))
      const { signals } = runBacktest(testPlan(rules), niftyHistory(minutes, traded))
      return [market.evaluations, shares.length / signals]
    }
    expect(passes(at(0.14))).toEqual([1, 2])
    const minutes = minutesFrom('2024-01-01', '10:00', [21_695, 21_705, 21_705])
    const candles = new Map([['NIFTY04JAN2421700CE', minutesFrom('2024-01-01', '10:00', [90, 95, 100])]])
    const crossing: RuleSource = { interval: '1min', long: ['close', 'crosses above', 21_700] }
    expect(passes({ kind: 'OPTIONS', volatility: new Map(), candles }, minutes, crossing)).toEqual([1, 1])
  })

  it('is one of trades that outlive their records: from the last one on their prices are the model’s, and its level is told', () => {
    const date = '2024-01-01'
    const minutes = minutesFrom(
      date,
      '10:00',
      Array.from({ length: 325 }, (_, i) => (i === 0 ? 21_695 : 21_705)),
    )
    const premiums = minutesFrom(date, '10:00', [90, 95, 100, 100, 100])
    const crossing: RuleSource = { interval: '1min', long: ['close', 'crosses above', 21_700] }
    const leg = { side: 'SELL', strike: 'ATM', expiry: 'this week', lots: 1, stop: '400%' } as const
    const straddle: RuleSource = {
      ...{ interval: '1min', enter: '10:02' },
      position: {
        legs: [
          { ...leg, option: 'CE' },
          { ...leg, option: 'PE' },
        ],
      },
    }
    const candles = new Map([
      ['NIFTY04JAN2421700CE', premiums],
      ['NIFTY04JAN2421700PE', premiums],
    ])
    for (const rules of [crossing, straddle]) {
      const settings = { stopLoss: { unit: 'PERCENT', value: 90 } as const, takeProfit: { unit: 'PERCENT', value: 300 } as const }
      const plan = testPlan(rules, { settings })
      const { result, range } = runWithRange(plan, niftyHistory(minutes, { kind: 'OPTIONS', volatility: new Map(), candles }))
      expect(result.trades).toMatchObject([{ source: 'ANCHORED' }])
      const { net } = result.trades[0]!
      // What loses time value faster at a higher volatility is the bought option's loss, and the sold ones' gain.
      const [worse, better] =
        rules === crossing ? (['higherVolatility', 'lowerVolatility'] as const) : (['lowerVolatility', 'higherVolatility'] as const)
      expect(range![worse]).toBeLessThan(net - 100_00)
      expect(range![better]).toBeGreaterThan(net + 100_00)
      const { volatility } = assumptionsOf(result, plan)
      expect(volatility).toMatchObject([{ source: 'OPTIONS', days: 1 }])
      expect(volatility[0]!.low).toBeGreaterThan(3)
    }
  })

  it('is one of positions whose strikes were chosen by modelled prices, though what was traded is recorded', () => {
    const minutes = minutesFrom('2024-01-01', '10:00', [21_700, 21_700, 21_700, 21_700, 21_700])
    const position = (premium: number): RuleSource => ({
      ...{ interval: '1min', enter: '10:02' },
      position: { legs: [{ side: 'BUY', option: 'CE', strike: { premium }, expiry: 'this week', lots: 1 }] },
    })
    const candles = new Map([['NIFTY04JAN2421700CE', minutesFrom('2024-01-01', '10:00', [100, 100, 100, 100, 100])]])
    const plan = testPlan(position(100), { settings: { windowEnd: 10 * 60 + 4 } })
    const { result, range } = runWithRange(plan, niftyHistory(minutes, { kind: 'OPTIONS', volatility: 0.14, candles }))
    expect(result.trades).toMatchObject([{ source: 'CANDLES', option: 'NIFTY04JAN2421700CE' }])
    expect(assumptionsOf(result, plan).volatility).toEqual([{ source: 'GIVEN', days: 1, low: 14, high: 14 }])
    expect(range).not.toBeNull()
  })

  it('is none for the index itself', () => {
    expect(runWithRange(testPlan(RULES), niftyHistory(WALK, { kind: 'INDEX' })).range).toBeNull()
  })
})

const NIFTY = realCandles('NIFTY-1min-2024Q1')

describe.skipIf(!NIFTY)('opening-range breakout on Nifty’s first quarter of 2024', () => {
  it('gains at a volatility of 14% and loses at 16%, and the range of either says so', () => {
    const template = STRATEGY_TEMPLATES.find(({ slug }) => slug === 'opening-range-breakout')!
    const plan = testPlan(template.rules, {
      settings: {
        ...{ windowStart: parseTimeOfDay(template.windowStart)!, windowEnd: parseTimeOfDay(template.windowEnd)! },
        maxTrades: template.maxTrades,
      },
    })
    const tried = (volatility: number) => runWithRange(plan, niftyHistory(NIFTY!, at(volatility)))
    const [lower, higher] = [tried(0.14), tried(0.16)]
    const net = ({ result }: typeof lower) => result.trades.reduce((sum, trade) => sum + trade.net, 0)
    expect(net(lower)).toBeGreaterThan(10_000_00)
    expect(net(higher)).toBeLessThan(0)
    for (const { range } of [lower, higher]) {
      expect(range!.low).toBeLessThan(0)
      expect(range!.high).toBeGreaterThan(0)
    }
  })
})

describe.skipIf(!NIFTY)('Supertrend with a trail of 10% on the same quarter', () => {
  it('loses by the worse of both paths within a minute, though the path that favours it gained', () => {
    const template = STRATEGY_TEMPLATES.find(({ slug }) => slug === 'supertrend')!
    const plan = testPlan(template.rules, {
      settings: {
        ...{ windowStart: parseTimeOfDay(template.windowStart)!, windowEnd: parseTimeOfDay(template.windowEnd)! },
        ...{ maxTrades: template.maxTrades, trailingStopPercent: 10 },
      },
    })
    const { trades } = runBacktest({ ...plan, slippage: 1 }, niftyHistory(NIFTY!, at(0.14)))
    // The low before the high: +3,286; the high before the low: −9,818, before stops slipped.
    const net = trades.reduce((sum, trade) => sum + trade.net, 0)
    expect(net).toBeLessThan(-9_000_00)
    expect(net).toBeGreaterThan(-14_000_00)
  })
})
