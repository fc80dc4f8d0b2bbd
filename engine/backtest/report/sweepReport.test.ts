import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { nameOfParameters, parameterGrid } from '../../../schema/rules/parameterGrid.ts'
import { measure, type Metrics } from '../statistics/measure.ts'
import { neighboursOf } from './neighboursOf.ts'
import { sweepReport } from './sweepReport.ts'
import { minutesFrom, niftyHistory, testPlan } from '../testing/history.ts'
import { randomWalk } from '../../analysis/testing/randomWalk.ts'
import { runBacktest } from '../run/runBacktest.ts'
import { runWithRange } from '../run/runWithRange.ts'
import { withParameters } from '../run/withParameters.ts'
import { rangeInRupees } from './assumptionsOf.ts'

const plan = testPlan({ interval: '1min', long: ['close', '>', 1] })
const MARKET = niftyHistory(minutesFrom('2024-01-01', '10:00', [100]), { kind: 'INDEX' })
const NONE = measure([], plan, MARKET)
const GRID = parameterGrid(
  new Map([
    ['fast', [9, 3, 5]],
    ['slow', [21, 34]],
  ]),
)
const VARIANTS = GRID.map((parameters) => ({ name: nameOfParameters(parameters), parameters, plan }))

describe('the neighbours of a set of parameters', () => {
  it('are one step away in one parameter, by the order of the values and not of how they were given', () => {
    const named = neighboursOf(GRID).map((around) => around.map((place) => nameOfParameters(GRID[place]!)).sort())
    expect(Object.fromEntries(GRID.map((set, i) => [nameOfParameters(set), named[i]]))).toMatchObject({
      'fast=5 slow=21': ['fast=3 slow=21', 'fast=5 slow=34', 'fast=9 slow=21'],
      'fast=3 slow=34': ['fast=3 slow=21', 'fast=5 slow=34'],
      'fast=9 slow=21': ['fast=5 slow=21', 'fast=9 slow=34'],
    })
    expect(neighboursOf([{ fast: 3 }])).toEqual([[]])
  })
})

describe('the report of a sweep', () => {
  const report = (nets: readonly number[]) =>
    sweepReport(
      VARIANTS,
      nets.map((net): Metrics => ({ ...NONE, net: paise(net * 100) })),
      'net',
      MARKET,
    )

  it('lists the best first, each beside the median of its neighbours in rupees', () => {
    // In the order of the grid: 9/21, 9/34, 3/21, 3/34, 5/21, 5/34.
    const { rankedBy, variants } = report([100, 60, 90, 80, 120, 70])
    expect(rankedBy).toBe('net')
    expect(variants.map(({ name, metrics, neighbours }) => [name, metrics.net, neighbours])).toEqual([
      ['fast=5 slow=21', 120, { count: 3, median: 90 }],
      ['fast=9 slow=21', 100, { count: 2, median: 90 }],
      ['fast=3 slow=21', 90, { count: 2, median: 100 }],
      ['fast=3 slow=34', 80, { count: 2, median: 80 }],
      ['fast=5 slow=34', 70, { count: 3, median: 80 }],
      ['fast=9 slow=34', 60, { count: 2, median: 85 }],
    ])
    expect(variants.some(({ standsAlone }) => standsAlone)).toBe(false)
    expect(variants.every(({ deflatedSharpe }) => deflatedSharpe === null)).toBe(true)
  })

  it('says of one that is good among bad ones that it stands alone, and of a bad one nothing', () => {
    const alone = report([-10, 5, 20, -30, 1_000, 10]).variants.filter(({ standsAlone }) => standsAlone)
    expect(alone.map(({ name }) => name)).toContain('fast=5 slow=21')
    expect(report([-1, -9, -9, -9, -2, -9]).variants.some(({ standsAlone }) => standsAlone)).toBe(false)
  })

  it('says so by the Sharpe ratio itself where that is deflated: half of it may be a hundredth of the probability', () => {
    const metrics = [1.6, -9, 1.6, -9, 3, 1.6].map((sharpe): Metrics => ({ ...NONE, sharpe, days: 250, skewness: 0, kurtosis: 3 }))
    const [best] = sweepReport(VARIANTS, metrics, 'deflatedSharpe', MARKET).variants
    expect(best).toMatchObject({ name: 'fast=5 slow=21', standsAlone: false })
    expect(best!.neighbours!.median! * 2).toBeLessThan(best!.deflatedSharpe!)
  })

  it('gives every variant its deflated Sharpe ratio, whatever it is ranked by', () => {
    const metrics = [1, 2, 3, 4, 5, 6].map((sharpe): Metrics => ({ ...NONE, sharpe, days: 250, skewness: 0, kurtosis: 3 }))
    const byLuck = sweepReport(VARIANTS, metrics, 'deflatedSharpe', MARKET)
    expect(byLuck.variants.map(({ metrics: { sharpe } }) => sharpe)).toEqual([6, 5, 4, 3, 2, 1])
    const probabilities = byLuck.variants.map(({ deflatedSharpe }) => deflatedSharpe!)
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a))
    expect(sweepReport(VARIANTS, metrics, 'net', MARKET).variants.every(({ deflatedSharpe }) => deflatedSharpe !== null)).toBe(true)
  })
})

describe('the range in the report of a sweep', () => {
  const walk = randomWalk(2 * 375, 3)
  const market = niftyHistory(walk, { kind: 'OPTIONS', volatility: 0.14, candles: new Map() })
  const crossing = { interval: '1min', long: ['close', '>', 'ema(5)'], short: ['close', '<', 'ema(5)'] } as const
  const swept = (count: number, on = market) => {
    const variants = parameterGrid(new Map([['stopLoss', Array.from({ length: count }, (_, i) => 3 + i)]])).map((parameters) => {
      const settings = withParameters(testPlan(crossing).settings, parameters)
      return { name: nameOfParameters(parameters), parameters, plan: { ...testPlan(crossing), settings } }
    })
    const metrics = variants.map((variant) => measure(runBacktest(variant.plan, on).trades, variant.plan, on))
    let ranged = 0
    return { variants, report: sweepReport(variants, metrics, 'net', on, () => ranged++), ranged: () => ranged }
  }

  it('is that of each of the best ten, as a backtest of its own has it; the others have none, and the report says how many do', () => {
    const { variants, report, ranged } = swept(12)
    expect([report.ranged, ranged()]).toEqual([10, 10])
    expect(report.variants.map(({ range }) => range !== null)).toEqual([...Array<boolean>(10).fill(true), false, false])
    for (const place of [0, 9]) {
      const { name, range, metrics } = report.variants[place]!
      const { plan: own } = variants.find((variant) => variant.name === name)!
      expect(range).toEqual(rangeInRupees(runWithRange(own, market).range))
      expect([range!.low <= metrics.net, range!.high >= metrics.net, range!.low < range!.high]).toEqual([true, true, true])
    }
  })

  it('stands beside what is assumed', () => {
    const { report } = swept(2)
    expect(report.ranged).toBe(2)
    expect(report.assumptions).toEqual({
      volatility: [{ source: 'GIVEN', days: 2, low: 14, high: 14 }],
      ...{ slippage: 1, latencyMs: 300, positions: false },
    })
  })

  it('is none where the index itself is traded', () => {
    const { report } = swept(2, niftyHistory(walk, { kind: 'INDEX' }))
    expect([report.ranged, report.variants.map(({ range }) => range), report.assumptions.volatility]).toEqual([0, [null, null], []])
  })
})

describe('swept settings', () => {
  it('take the place of the strategy’s, levels in per cent; the others stay', () => {
    expect(withParameters(plan.settings, { fast: 3 })).toEqual(plan.settings)
    expect(withParameters(plan.settings, { stopLoss: 12.5, takeProfit: 40, trailingStop: 5, maxTrades: 3 })).toEqual({
      ...plan.settings,
      ...{ stopLoss: { unit: 'PERCENT', value: 12.5 }, takeProfit: { unit: 'PERCENT', value: 40 }, trailingStopPercent: 5, maxTrades: 3 },
    })
  })
})
