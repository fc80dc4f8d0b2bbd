import { expect, it } from 'vitest'
import { agoText, bytesText, loadText, spanText } from './systemTexts.ts'

it('says spans, ages, sizes and loads with the unit that fits', () => {
  expect([0.4, 849.6, 2_540, 59_000, 180_000, 4 * 3_600_000, 5 * 86_400_000].map(spanText)).toEqual([
    ...['0 ms', '850 ms', '2.5 s', '59 s', '3 min', '4 h', '5 d'],
  ])
  expect(agoText('2026-07-01T05:00:00Z', Date.parse('2026-07-01T05:00:12Z'))).toBe('12 s ago')
  expect(agoText('2026-07-01T05:00:00Z', Date.parse('2026-07-01T04:59:59Z'))).toBe('0 ms ago')
  expect([150 * 1_048_576, 1_536 * 1_048_576].map(bytesText)).toEqual(['150 MB', '1.5 GB'])
  expect([0.256, null].map(loadText)).toEqual(['25.6%', '—'])
})
