import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { addDays, istDate } from '../../../schema/time.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import { measure, type Metrics } from '../statistics/measure.ts'
import { joined, minutesFrom, niftyHistory, testPlan } from '../testing/history.ts'
import { defaultRanking, rankOf } from '../statistics/rankOf.ts'
import { foldsOf, walkForward } from './walkForward.ts'
import { randomWalk } from '../../analysis/testing/randomWalk.ts'
import { runBacktest } from '../run/runBacktest.ts'
import { runWithRange } from '../run/runWithRange.ts'
import { rangeInRupees } from './assumptionsOf.ts'
import { walkForwardReport } from './walkForwardReport.ts'

const days = (count: number) => Array.from({ length: count }, (_, i) => addDays('2024-01-01', i))
const NONE: Metrics = {
  ...{ trades: 0, wins: 0, gross: paise(0), charges: paise(0), net: paise(0), winRate: null, expectancy: null, profitFactor: null },
  ...{ maxDrawdown: paise(0), maxDrawdownShare: 0, sharpe: null, sortino: null, days: 1, skewness: null, kurtosis: null, exposure: 0 },
}

describe('the folds of a walk-forward', () => {
  it('validate each day after the first training once, the last fold what is left', () => {
    expect(foldsOf(days(8), 3, 2)).toEqual([
      { train: ['2024-01-01', '2024-01-03'], validate: ['2024-01-04', '2024-01-05'] },
      { train: ['2024-01-03', '2024-01-05'], validate: ['2024-01-06', '2024-01-07'] },
      { train: ['2024-01-05', '2024-01-07'], validate: ['2024-01-08', '2024-01-08'] },
    ])
  })

  it('are none when no day is left to validate on', () => {
    expect(foldsOf(days(3), 3, 2)).toEqual([])
  })
})

describe('a walk-forward', () => {
  const plans = [1, 2, 3].map((lots) =>
    testPlan({ interval: '1min', long: ['close', '>', 1] }, { settings: { lots, maxTrades: 1, windowEnd: 14 * 60 + 4 } }),
  )
  /** Days that rise by a rupee to the end of the window, 3 and 4 January, or fall by two. */
  const dates = [...days(5), '2024-01-08']
  const market = niftyHistory(
    joined(...dates.map((date) => minutesFrom(date, '14:00', [100, 100, 100, 100, /-0[34]$/.test(date) ? 101 : 98]))),
    { kind: 'INDEX' },
  )
  /** The plan with as many lots as the day of the month it starts on wins. */
  const run = (asked: readonly BacktestPlan[]) =>
    Promise.resolve(asked.map(({ settings, from }) => ({ ...NONE, net: paise(Number(from?.slice(-2)) === settings.lots ? 100 : 1) })))

  it('validates what was best on the training days on the days after them, and on no other', async () => {
    const outcomes = await walkForward(plans, foldsOf(dates, 3, 2), 'net', run, market)
    expect(outcomes.map(({ plan, trained }) => [plan, trained.net])).toEqual([
      [0, 100],
      [2, 100],
    ])
    expect(outcomes.map(({ trades }) => trades.map(({ entryTime, quantity }) => [istDate(entryTime), quantity]))).toEqual([
      [
        ['2024-01-04', 50],
        ['2024-01-05', 50],
      ],
      [['2024-01-08', 150]],
    ])
    expect(outcomes.map(({ validated }) => validated)).toEqual(
      outcomes.map(({ trades, validate: [from, to] }) => measure(trades, { ...plans[0]!, from, to }, market)),
    )
  })

  it('reports the days that nothing was chosen by as one equity, fold after fold', async () => {
    const variants = plans.map((plan, i) => ({ name: `lots=${i + 1}`, parameters: {}, plan }))
    const { folds, outOfSample } = walkForwardReport(
      variants,
      await walkForward(plans, foldsOf(dates, 3, 2), 'net', run, market),
      'net',
      market,
    )
    expect(folds.map(({ variant, validated }) => [variant, validated.trades])).toEqual([
      ['lots=1', 2],
      ['lots=3', 1],
    ])
    // One rupee up on 50, two down on 50, two down on 150.
    expect(outOfSample.equity.map(({ equity, drawdown }) => [equity, drawdown])).toEqual([
      [10_00_050, 0],
      [9_99_950, 100],
      [9_99_650, 400],
    ])
    expect(outOfSample.metrics).toMatchObject({ trades: 3, net: -350, maxDrawdown: 400, days: 3 })
    expect(outOfSample.verdict).toBe('3 trades are too few to judge: 30 are needed.')
  })

  it('has the range of every fold’s validation and, summed case by case, that of all of them, beside what is assumed', async () => {
    const traded = niftyHistory(randomWalk(4 * 375, 5), { kind: 'OPTIONS', volatility: 0.14, candles: new Map() })
    const crossing = { interval: '1min', long: ['close', '>', 'ema(5)'], short: ['close', '<', 'ema(5)'] } as const
    const variants = [1, 2].map((lots) => ({ name: `lots=${lots}`, parameters: {}, plan: testPlan(crossing, { settings: { lots } }) }))
    const asked = variants.map((variant) => variant.plan)
    const dates_ = traded.days.map(({ date }) => date)
    const runAll = (some: readonly BacktestPlan[]) =>
      Promise.resolve(some.map((plan) => measure(runBacktest(plan, traded).trades, plan, traded)))
    const outcomes = await walkForward(asked, foldsOf(dates_, 1, 2), 'net', runAll, traded)
    const { folds, outOfSample, assumptions } = walkForwardReport(variants, outcomes, 'net', traded)
    expect(folds).toHaveLength(2)
    const ranges = outcomes.map(({ plan, validate: [from, to] }) => runWithRange({ ...asked[plan]!, from, to }, traded).range!)
    expect(folds.map(({ range }) => range)).toEqual(ranges.map(rangeInRupees))
    const sum = (name: 'lowerVolatility' | 'higherVolatility' | 'doubleSlippage') =>
      ranges.reduce((total, range) => total + range[name], 0) / 100
    const cases = {
      lowerVolatility: sum('lowerVolatility'),
      higherVolatility: sum('higherVolatility'),
      doubleSlippage: sum('doubleSlippage'),
    }
    const nets = [outOfSample.metrics.net, ...Object.values(cases)]
    const noise = Math.round(Math.hypot(...ranges.map((range) => range.premiumNoise))) / 100
    expect(outOfSample.range).toEqual({
      ...cases,
      low: expect.closeTo(Math.min(...nets) - noise, 4),
      high: expect.closeTo(Math.max(...nets) + noise, 4),
      premiumNoise: noise,
    })
    expect(assumptions).toMatchObject({ volatility: [{ source: 'GIVEN', days: 3, low: 14, high: 14 }], slippage: 1 })
  })

  it('has no range where the index itself is traded', async () => {
    const variants = plans.map((plan, i) => ({ name: `lots=${i + 1}`, parameters: {}, plan }))
    const outcomes = await walkForward(plans, foldsOf(dates, 3, 2), 'net', run, market)
    const { folds, outOfSample } = walkForwardReport(variants, outcomes, 'net', market)
    expect([folds.map(({ range }) => range), outOfSample.range]).toEqual([[null, null], null])
  })

  it('needs a plan', async () => {
    await expect(walkForward([], foldsOf(days(6), 3, 2), 'net', run, market)).rejects.toThrow('at least one plan')
  })
})

describe('a ranking', () => {
  it('has the highest first, equals in their order, and those without a value last', () => {
    const ranked = rankOf(
      [null, 1, 2, 1].map((sharpe) => ({ ...NONE, sharpe })),
      'sharpe',
    )
    expect(ranked).toEqual([2, 1, 3, 0])
  })

  it('by the deflated Sharpe ratio prefers what luck explains least: of the same ratio, the one of more days', () => {
    const trial = (sharpe: number | null, days: number) => ({ ...NONE, sharpe, days, skewness: 0, kurtosis: 3 })
    expect(rankOf([trial(null, 500), trial(2, 40), trial(2, 250), trial(-1, 250)], 'deflatedSharpe')).toEqual([2, 1, 3, 0])
  })

  it('is by the net below twenty days', () => {
    expect([19, 20].map(defaultRanking)).toEqual(['net', 'deflatedSharpe'])
  })
})
