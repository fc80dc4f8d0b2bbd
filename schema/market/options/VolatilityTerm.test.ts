import { expect, test } from 'vitest'
import { DAY, istInstant, MINUTE } from '../../time.ts'
import { SHIPPED_MARKET_RULES } from '../MarketRules.ts'
import { VolatilityTerm } from './VolatilityTerm.ts'

const term = new VolatilityTerm(SHIPPED_MARKET_RULES)

const OPEN = 9 * 60 + 15
const CLOSE = 15 * 60 + 30
/** A Tuesday with an ordinary week before it. */
const EXPIRY = '2026-12-15'
const expiresAt = istInstant(EXPIRY, CLOSE)
const YEAR = 365 * DAY

/** Variance to expiry in trading days. */
const days = (date: string, minute: number) => {
  const at = istInstant(date, minute)
  return (term.at(at, expiresAt) ** 2 * (expiresAt - at) * 252) / YEAR
}

test('a whole week is a week either way', () => {
  expect(term.at(istInstant('2026-12-08', CLOSE), expiresAt)).toBeCloseTo(Math.sqrt((5 / 252) * (365 / 7)), 10)
})

test('the night has 31% of a day’s variance, whatever the clock says, and a weekend is a night', () => {
  for (const [before, after] of [
    ['2026-12-14', '2026-12-15'],
    ['2026-12-11', '2026-12-14'],
  ] as const) {
    expect(days(before, CLOSE) - days(after, OPEN)).toBeCloseTo(0.31, 10)
  }
})

test('the first minutes of a session take more of it than the last', () => {
  const first = days(EXPIRY, OPEN) - days(EXPIRY, OPEN + 15)
  const last = days(EXPIRY, CLOSE - 15) - days(EXPIRY, CLOSE - 1)
  expect(first).toBeGreaterThan(4 * last)
})

test('it is finite to the last minute and nothing at the end', () => {
  expect(term.at(expiresAt - MINUTE, expiresAt)).toBeGreaterThan(0)
  expect(term.at(expiresAt, expiresAt)).toBe(0)
})
