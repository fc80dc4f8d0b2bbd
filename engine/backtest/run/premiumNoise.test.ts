import { expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { HOUR, MINUTE } from '../../../schema/time.ts'
import { closedTrade } from '../testing/history.ts'
import type { BacktestTrade } from '../trades/BacktestResult.ts'
import { premiumNoise } from './premiumNoise.ts'

const trade = (minutes: number, more: Partial<BacktestTrade> = {}): BacktestTrade => {
  const { entryTime, ...closed } = closedTrade('2024-01-01', 600, 660, 0)
  const option = { source: 'MODEL', entryPrice: paise(100_00), quantity: 50, legs: [] } as const
  return { ...closed, ...option, entryTime, exitTime: entryTime + minutes * MINUTE, ...more }
}

it('of one trade is twice 1.05 % of its premium for a minute, and grows with the fourth root of the time', () => {
  expect(premiumNoise([trade(1)])).toBe(105_00)
  expect(premiumNoise([trade(0)])).toBe(105_00)
  expect(premiumNoise([trade(16)])).toBe(210_00)
  expect(premiumNoise([trade(HOUR / MINUTE)])).toBe(292_23)
})

it('of many is that of a sum of independent ones', () => {
  expect(premiumNoise(Array.from({ length: 4 }, () => trade(16)))).toBe(420_00)
})

it('is none of recorded premiums and of the index, and each leg of a position has its own', () => {
  const leg = {
    source: 'MODEL',
    entryPrice: paise(100_00),
    quantity: 50,
    entryTime: 0,
    exitTime: 16 * MINUTE,
  } as BacktestTrade['legs'][number]
  expect(premiumNoise([trade(16, { source: 'CANDLES' }), trade(16, { source: 'INDEX' })])).toBe(0)
  const position = trade(16, { entryPrice: null, legs: [leg, { ...leg, source: 'CANDLES' }, leg, leg, leg] })
  expect(premiumNoise([position])).toBe(420_00)
  expect(premiumNoise([trade(16, { source: 'ANCHORED' })])).toBe(210_00)
})
