import { expect, it } from 'vitest'
import { countByMode } from './countByMode.ts'

it.each([
  [[], '0'],
  [['PAPER', 'PAPER'], '2'],
  [['LIVE'], '1 LIVE'],
  [['PAPER', 'LIVE', 'PAPER'], '1 LIVE, 2 on paper'],
] as const)('trades %j are counted as %s', (modes, count) => {
  expect(countByMode(modes.map((mode) => ({ mode })))).toBe(count)
})
