import { expect, it } from 'vitest'
import { countColumns } from '../../../schema/rules/countColumns.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'
import { ColumnPool } from './ColumnPool.ts'
import { evaluate } from './evaluate.ts'
import { Series } from './Series.ts'
import { randomWalk } from '../testing/randomWalk.ts'

class CountingPool extends ColumnPool {
  taken = 0
  override take(length: number): Float64Array {
    this.taken++
    return super.take(length)
  }
}

it.each([
  ...STRATEGY_TEMPLATES.map(({ slug, rules }) => [slug, rules] as const),
  ['fifty bands', { interval: '1min', long: { any: Array.from({ length: 50 }, (_, i) => ['close', '>', `bollinger(${i + 2},2).upper`]) } }],
  [
    'a look back',
    {
      interval: '5min',
      long: {
        all: [
          ['ema(9)', '>', 'ema(9)[1]'],
          ['close', '>', 'close[2]'],
          ['time', '>', '10:00'],
        ],
      },
    },
  ],
] as const)('the columns counted for %s are those that its evaluation takes', (_what, source) => {
  const rules = parseRuleSet(source)
  if (!rules.ok) throw new Error(JSON.stringify(rules.error))
  const pool = new CountingPool()
  evaluate(rules.value, new Series(randomWalk(800, 1), rules.value.interval, pool))
  expect(countColumns(rules.value)).toBe(pool.taken)
})
