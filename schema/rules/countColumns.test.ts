import { expect, it } from 'vitest'
import { backtestSizeMistake } from './backtestSizeMistake.ts'
import { countColumns } from './countColumns.ts'
import { parseRuleSet } from './parseRuleSet.ts'
import type { RuleSet } from './RuleSet.ts'
import { STRATEGY_TEMPLATES } from './templates.ts'

function parsed(rules: unknown): RuleSet {
  const result = parseRuleSet(rules)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

const bands = (count: number) =>
  parsed({
    interval: '1min',
    long: { any: Array.from({ length: count }, (_, i) => ['close', '>', `bollinger(${i + 2},2).upper`]) },
  })

it.each([
  ['prices', { interval: '5min', long: ['close', '>', 'open'] }, 0],
  ['an indicator, named twice', { interval: '5min', long: ['close', '>', 'ema(9)'], short: ['close', '<', 'ema(9)'] }, 1],
  ['all outputs of an indicator of which one is used', { interval: '5min', long: ['close', '>', 'macd(12,26,9).line'] }, 3],
  [
    'an indicator by which a position is opened',
    {
      ...{ interval: '5min', enter: ['close', '>', 'macd(12,26,9).line'] },
      position: { legs: [{ side: 'BUY', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1 }] },
    },
    3,
  ],
  ['what looks back at what is there', { interval: '5min', long: ['ema(9)', '>', 'ema(9)[1]'] }, 1],
  [
    'the time, beside a price that looks back and a number',
    {
      interval: '5min',
      long: {
        all: [
          ['close', '>', 'close[1]'],
          ['close', '>', 100],
          ['time', '<', '14:30'],
        ],
      },
    },
    1,
  ],
])('%s: so many columns', (_what, rules, columns) => {
  expect(countColumns(parsed(rules))).toBe(columns)
})

it('fifty Bollinger bands over five years of minutes do not fit, and why is told', () => {
  expect(backtestSizeMistake(bands(50), 464_625)).toEqual({
    reason: 'These rules need 150 columns of 464,625 bars each, 69,693,750 values; at most 20,000,000 fit.',
    advice: 'take fewer indicators or longer bars',
    fitting: 133_333,
  })
  expect(backtestSizeMistake(bands(14), 464_625)).toBeNull()
  for (const template of STRATEGY_TEMPLATES) expect(backtestSizeMistake(parsed(template.rules), 464_625)).toBeNull()
})
