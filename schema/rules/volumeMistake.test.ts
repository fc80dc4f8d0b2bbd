import { expect, it } from 'vitest'
import { parseRuleSet } from './parseRuleSet.ts'
import type { RuleSource } from './RuleSource.ts'
import { STRATEGY_TEMPLATES } from './templates.ts'
import { volumeMistake } from './volumeMistake.ts'

function mistake(source: RuleSource): string | null {
  const parsed = parseRuleSet(source)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return volumeMistake(parsed.value)
}

it('rules that ask for volume, wherever they do, are told that indices have none', () => {
  expect(mistake({ interval: '5min', long: ['close', '>', 'vwap'], short: { not: ['volume', '>', 1_000] } })).toBe(
    'the volume cannot be compared, because indices have no volume',
  )
  expect(
    mistake({
      interval: '5min',
      long: {
        any: [
          ['close', '>', 'open'],
          ['obv', '>', 'obv[5]'],
        ],
      },
    }),
  ).toBe('on-balance volume cannot be compared, because indices have no volume')
  const position = { legs: [{ side: 'BUY', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1 }] } as const
  expect(mistake({ interval: '5min', enter: ['volume', '>', 1_000], position })).toBe(
    'the volume cannot be compared, because indices have no volume',
  )
})

it('no built-in strategy asks for volume', () => {
  for (const { rules } of STRATEGY_TEMPLATES) expect(mistake(rules)).toBeNull()
})
