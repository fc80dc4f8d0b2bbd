import { describe, expect, it } from 'vitest'
import { paise } from '../../schema/money.ts'
import { addDays } from '../../schema/time.ts'
import type { BacktestPlan } from './BacktestPlan.ts'
import type { Metrics } from './measure.ts'
import { testPlan } from './testHistory.ts'
import { foldsOf, rankOf, walkForward } from './walkForward.ts'

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
  const plans = [1, 2, 3].map((lots) => testPlan({ interval: '1min', long: ['close', '>', 1] }, { settings: { lots } }))
  /** The plan with as many lots as the day of the month it starts on wins. */
  const run = (asked: readonly BacktestPlan[]) =>
    Promise.resolve(asked.map(({ settings, from }) => ({ ...NONE, net: paise(Number(from?.slice(-2)) === settings.lots ? 100 : 1) })))

  it('validates what was best on the training days on the days after them, and on no other', async () => {
    const outcomes = await walkForward(plans, foldsOf(days(6), 3, 2), 'net', run)
    expect(outcomes.map(({ plan, trained, validated }) => [plan, trained.net, validated.net])).toEqual([
      [0, 100, 1],
      [2, 100, 1],
    ])
  })

  it('needs a plan', async () => {
    await expect(walkForward([], foldsOf(days(6), 3, 2), 'net', run)).rejects.toThrow('at least one plan')
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
})
