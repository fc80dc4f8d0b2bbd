import { expect, it } from 'vitest'
import { keepUnits, withUnit } from './withUnit.ts'

it('an amount and its unit stay on one line', () => {
  expect(withUnit(60, 's')).toBe('60\u00a0s')
})

it.each([
  ['no quote of NIFTY26NOV24500CE after 60 s.', 'no quote of NIFTY26NOV24500CE after 60\u00a0s.'],
  ['a quote 2.5 s old, 850 ms late, 3 min, 4 h, 5 d', 'a quote 2.5\u00a0s old, 850\u00a0ms late, 3\u00a0min, 4\u00a0h, 5\u00a0d'],
  ['2 lots sold, 10 days, 3 minutes, 5 dry runs', '2 lots sold, 10 days, 3 minutes, 5 dry runs'],
])('a text from elsewhere keeps its units and its words: %s', (text, kept) => {
  expect(keepUnits(text)).toBe(kept)
})
