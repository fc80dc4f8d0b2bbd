import { describe, expect, it } from 'vitest'
import { fromRupees } from '../../../schema/money.ts'
import { addDays } from '../../../schema/time.ts'
import { dailyBalances, equityAfter } from './equity.ts'
import { measure } from './measure.ts'
import { closedTrade as trade, joined, minutesFrom, niftyHistory, testPlan } from '../testing/history.ts'

const TEN = 10 * 60
const DATES = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04'] as const
/** Four days of ten minutes from 10:00. */
const market = niftyHistory(
  joined(
    ...DATES.map((date) =>
      minutesFrom(
        date,
        '10:00',
        Array.from({ length: 10 }, () => 21_700),
      ),
    ),
  ),
  { kind: 'INDEX' },
)
const plan = testPlan(
  { interval: '1min', long: ['close', '>', 1] },
  { account: { funds: fromRupees(100_000), maxOpenTrades: 1, maxDailyLoss: null, squareOffAtDailyLoss: false } },
)
const TRADES = [
  trade('2024-01-01', TEN, TEN + 2, 1_000),
  trade('2024-01-02', TEN + 1, TEN + 3, -500),
  trade('2024-01-02', TEN + 2, TEN + 4, -500),
  trade('2024-01-04', TEN + 5, TEN + 7, 2_000),
]

describe('the metrics, worked out by hand', () => {
  it('are those of four trades on four days', () => {
    const metrics = measure(TRADES, plan, market)
    expect(metrics).toMatchObject({
      ...{ trades: 4, wins: 2, winRate: 0.5 },
      ...{ gross: 2_200_00, charges: 200_00, net: 2_000_00, expectancy: 500_00 },
      // 3,000 won, 1,000 lost.
      profitFactor: 3,
      // From 1,01,000 to 1,00,000.
      maxDrawdown: 1_000_00,
      maxDrawdownShare: 1_000 / 101_000,
    })
    // Four days say nothing by ratios.
    expect(metrics).toMatchObject({ sharpe: null, sortino: null })
    // Minutes 10:00–10:02 (it ends in 10:02's first second), 10:01–10:04 of two that overlap, 10:05–10:07: 3 + 4 + 3 of 40.
    expect(metrics.exposure).toBe(10 / 40)
  })

  it('have no answer where their formula has none', () => {
    expect(measure([], plan, market)).toEqual({
      ...{ trades: 0, wins: 0, gross: 0, charges: 0, net: 0, winRate: null, expectancy: null, profitFactor: null },
      ...{ maxDrawdown: 0, maxDrawdownShare: 0, sharpe: null, sortino: null, exposure: 0 },
      ...{ days: 4, skewness: null, kurtosis: null },
    })
    const won = measure(TRADES.slice(0, 1), plan, market)
    expect(won).toMatchObject({ profitFactor: null, sharpe: null, sortino: null })
    const oneDay = measure(TRADES.slice(0, 1), { ...plan, to: '2024-01-01' }, market)
    expect(oneDay).toMatchObject({ sharpe: null, sortino: null, exposure: 3 / 10 })
  })

  it('are of the days traded only', () => {
    expect(dailyBalances(TRADES.slice(3), { ...plan, from: '2024-01-03', to: '2024-01-04' }, market)).toEqual([
      { date: '2024-01-03', net: 0, equity: 100_000_00, drawdown: 0 },
      { date: '2024-01-04', net: 2_000_00, equity: 102_000_00, drawdown: 0 },
    ])
  })
})

describe('the ratios', () => {
  it('are there from twenty days on', () => {
    const dates = Array.from({ length: 20 }, (_, i) => addDays('2024-01-01', i))
    const minutes = joined(...dates.map((date) => minutesFrom(date, '10:00', [21_700])))
    const month = niftyHistory(minutes, { kind: 'INDEX' })
    // Returns of 0.01, −0.01, 0, 0.02, five times.
    const nets = [1_000, -1_000, 0, 2_000]
    const traded = dates.map((date, i) => trade(date, TEN, TEN, nets[i % 4]!))
    const { sharpe, sortino } = measure(traded, plan, month)
    // Mean 0.005; s = √(5 × 0.0005 / 19); five returns below zero: √(5 × 0.0001 / 20) = 0.005.
    expect(sharpe).toBeCloseTo((0.005 / Math.sqrt(0.0025 / 19)) * Math.sqrt(252), 10)
    expect(sortino).toBeCloseTo(Math.sqrt(252), 10)
  })
})

describe('the equity', () => {
  it('follows every closed trade, its drawdown from the highest value before, the funds included', () => {
    expect(equityAfter(TRADES.slice(1), plan.account.funds).map(({ equity, drawdown }) => [equity, drawdown])).toEqual([
      [99_500_00, 500_00],
      [99_000_00, 1_000_00],
      [101_000_00, 0],
    ])
  })
})
