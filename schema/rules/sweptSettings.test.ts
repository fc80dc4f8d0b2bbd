import { expect, it } from 'vitest'
import { fillPlaceholders, placeholdersOf } from './parameterGrid.ts'
import { parseRuleText } from './parseRuleSet.ts'
import { sweptLevelMistake } from './sweptSettings.ts'

function mistake(rules: object, parameters: Readonly<Record<string, number>>): string | null {
  const text = JSON.stringify({ interval: '1min', ...rules })
  const parsed = parseRuleText(fillPlaceholders(text, parameters))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return sweptLevelMistake(parsed.value, Object.keys(parameters), placeholdersOf(text))
}

const straddle = (stop: string) => ({
  enter: '09:20',
  position: { legs: [{ side: 'SELL', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1, stop }] },
})

it('levels of an option are not swept with legs, which have their own', () => {
  const said = 'has no effect on legs, which have levels of their own: write placeholders there, such as "{stop}%"'
  expect(mistake(straddle('25%'), { maxTrades: 2, stopLoss: 20 })).toBe(`stopLoss ${said}`)
  expect(mistake(straddle('25%'), { trailingStop: 5 })).toBe(`trailingStop ${said}`)
})

it('levels of legs are swept by placeholders, whatever these are called, and all settings where one option is bought', () => {
  expect(mistake(straddle('{stop}%'), { stop: 30, maxTrades: 2 })).toBeNull()
  expect(mistake(straddle('{stopLoss}%'), { stopLoss: 30 })).toBeNull()
  expect(mistake({ long: ['close', '>', 1] }, { stopLoss: 20 })).toBeNull()
})
