import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import type { IsoDate } from '../../../schema/time.ts'
import { SyntheticSource } from '../sources/SyntheticSource.ts'
import { ImpliedVolatility } from './ImpliedVolatility.ts'

const source = new SyntheticSource(1)
const implied = new ImpliedVolatility(source)
const REALISED_OVER = 20

/** Sessions from a date on: what quotes imply at the open, and what the index moved by in the sessions before, per trading year. */
function mornings(from: IsoDate, count: number) {
  const closes: number[] = []
  const found: { readonly implied: number; readonly realised: number }[] = []
  for (let date = source.sessionFrom(from); found.length < count; date = SHIPPED_MARKET_RULES.nextTradingDay(date)) {
    const moves = closes.slice(-REALISED_OVER).map((close, i, all) => (i === 0 ? 0 : Math.log(close / all[i - 1]!)))
    const squares = moves.reduce((sum, move) => sum + move * move, 0)
    const spot = source.close('NIFTY', date)!
    const { open } = SHIPPED_MARKET_RULES.sessionHours(date)
    if (closes.length >= REALISED_OVER)
      found.push({ implied: implied.at('NIFTY', open, spot), realised: Math.sqrt((squares / (REALISED_OVER - 1)) * 252) })
    closes.push(spot)
  }
  return found
}

it('asks a little more than the index moved by lately, in lively months as in quiet ones', () => {
  const found = mornings('2025-06-02', 500).sort((a, b) => a.realised - b.realised)
  const ratio = (of: typeof found) => {
    const ratios = of.map((each) => each.implied / each.realised).sort((a, b) => a - b)
    return ratios[ratios.length >> 1]!
  }
  expect(ratio(found)).toBeGreaterThan(1)
  expect(ratio(found)).toBeLessThan(1.2)
  for (const quarter of [0, 1, 2, 3]) {
    const some = ratio(found.slice(quarter * 125, (quarter + 1) * 125))
    expect(some).toBeGreaterThan(0.8)
    expect(some).toBeLessThan(1.4)
  }
})

it('moves against the index within a day', () => {
  const at = SHIPPED_MARKET_RULES.sessionHours('2026-11-20').open
  const level = source.close('NIFTY', '2026-11-19')!
  const volatilityAt = (share: number) => implied.at('NIFTY', at, paise(Math.round(level * share)))
  expect(volatilityAt(0.99) / volatilityAt(1)).toBeCloseTo(Math.exp(0.07), 2)
  expect(volatilityAt(1.01)).toBeLessThan(volatilityAt(1))
})
