import { describe, expect, it } from 'vitest'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import { warmUpMinutes } from './warmUp.ts'

function minutes(source: RuleSource): number {
  const parsed = parseRuleSet(source)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return warmUpMinutes(parsed.value)
}

describe('the minutes a rule set needs', () => {
  it('are those of its slowest operand on either side, with the bars it looks back and the one before a crossing', () => {
    expect(minutes({ interval: '1min', long: ['close', '>', 100] })).toBe(1)
    expect(minutes({ interval: '1min', long: ['close', '>', 'close[3]'], short: ['sma(20)', '<', 'sma(5)'] })).toBe(20)
    expect(minutes({ interval: '1min', long: ['close', 'crosses above', 'sma(20)[2]'] })).toBe(23)
    const position = { legs: [{ side: 'BUY', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1 }] } as const
    expect(minutes({ interval: '1min', enter: ['close', '>', 'sma(20)'], position })).toBe(20)
    expect(minutes({ interval: '15min', long: { not: ['close', 'between', 1, 'highest(20)[1]'] } })).toBe(21 * 15)
  })

  it('of an average that fades are its window and what it takes to forget its beginning', () => {
    // By hand: 0.9960079840^5181 is 1.0e-9.
    expect(minutes({ interval: '15min', long: ['close', '>', 'ema(500)'] })).toBe((500 + 5181) * 15)
    expect(minutes({ interval: '1min', long: ['close', '>', 'ema(1)'] })).toBe(1)
  })

  it('of what begins with the day are a session', () => {
    expect(minutes({ interval: '5min', long: ['close', '>', 'vwap'], short: ['close', '<', 'opening_range(15).low'] })).toBe(375)
  })

  it('fit three years for the slowest rules of the language but those of the longest ADX', () => {
    const years = 3 * 249 * 375
    for (const slow of [
      'ema(500)',
      'rsi(500)',
      'atr(500)',
      'macd(500,499,500).signal',
      'plus_di(500)',
      'keltner(500,500,20).upper',
      'adx(450)',
    ])
      expect(minutes({ interval: '15min', long: ['close', '>', slow] }), slow).toBeLessThan(years)
  })
})
