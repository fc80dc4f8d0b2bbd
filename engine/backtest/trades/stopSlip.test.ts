import { expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { stopSlip } from './stopSlip.ts'
import { joined, minutesFrom } from '../testing/history.ts'

const QUARTER = Array.from({ length: 16 }, () => 24_000)
const market = (time: string, date = '2024-01-02') => ({ minutes: minutesFrom(date, time, QUARTER) })
/** Rupees that were last paid when each minute begins. */
const premiums = (...last: readonly (number | null)[]) => ({
  lastBefore: (minute: number) => {
    const price = last[minute] ?? null
    return price === null ? null : paise(price * 100)
  },
})

it('a stop slips by the root mean square of the premium’s recent one-minute moves, times the root of 300 ms in minutes', () => {
  // Moves of 3, 4 and 0: √(25 / 3) × √(0.3 / 60) = 0.2041 rupees.
  expect(stopSlip(premiums(null, 100, 103, 99, 99), 4, market('12:00'))).toBeCloseTo(20.41, 2)
})

it('moves of more than a quarter of an hour ago, and of the day before, do not count', () => {
  const quiet = Array.from({ length: 15 }, () => 101)
  expect(stopSlip(premiums(null, ...quiet), 15, market('12:00'))).toBe(0)
  const over = { minutes: joined(market('15:10', '2024-01-01').minutes, market('12:00').minutes) }
  const prices = [...Array.from({ length: 16 }, (_, i) => 100 + 50 * (i % 2)), null, 100, 101, 102, 103]
  // Three moves of one: √(0.3 / 60) rupees.
  expect(stopSlip(premiums(...prices), 20, over)).toBeCloseTo(7.07, 2)
})

it('with too few moves known a stop slips by what an option at the money of 24,000 does at the measured 3.4 bp a minute of noon', () => {
  // market-rules: 0.59 points × √(1 s) at 3.8 bp; 24,000 × 3.4 bp ÷ 2 × √(0.3 / 60) = 0.2885.
  expect(stopSlip(premiums(null, 100, 110), 2, market('12:00'))).toBeCloseTo(28.85, 2)
  expect(stopSlip(premiums(null), 0, market('09:15'))).toBeCloseTo((28.85 * 11.4) / 3.4, 1)
})
