import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { paise } from '../../../schema/money.ts'
import { contractOf } from '../../trading/testing/contracts.ts'
import { minutesFrom, niftyHistory } from '../testing/history.ts'
import { anchoredPremiums } from './anchoredPremiums.ts'
import { ModelledStrike } from './ModelledStrike.ts'
import { ModelPremiums } from './ModelPremiums.ts'

const HOURS = Array.from({ length: 300 }, (_, i) => 21_700 + 60 * Math.sin(i / 40))
const market = niftyHistory(minutesFrom('2024-01-01', '09:15', HOURS), { kind: 'INDEX' })
const term = new VolatilityTerm(SHIPPED_MARKET_RULES)
const otherwise = () => ({ level: 0.3, source: 'USUAL' }) as const

it('a price that the model gave at some level is gone on from at that level, for any strike', () => {
  for (const strike of [21_500, 21_700, 21_900]) {
    const call = contractOf('NIFTY', strike, 'CE', '2024-01-04')
    const known = new ModelPremiums('CE', new ModelledStrike(market, call, { level: 0.1, source: 'GIVEN' }, term))
    const anchored = anchoredPremiums(market, call, term, { minute: 20, price: known.candle(20)!.close }, otherwise, 0)
    for (let minute = 20; minute < HOURS.length; minute += 7)
      expect(Math.abs(anchored.candle(minute)!.close - known.candle(minute)!.close)).toBeLessThanOrEqual(10)
  }
})

it('a price that no level gives is gone on from without a jump', () => {
  const deep = contractOf('NIFTY', 21_000, 'CE', '2024-01-04')
  const below = paise(600_00)
  const anchored = anchoredPremiums(market, deep, term, { minute: 20, price: below }, otherwise, 0)
  expect(anchored.candle(20)!.close).toBe(below)
  expect(anchored.volatilityIn()).toEqual(otherwise())
})

it('a shift of the volatility moves what follows the price, and not the price itself', () => {
  const call = contractOf('NIFTY', 21_700, 'CE', '2024-01-04')
  const price = paise(180_00)
  const at = (moved: number) => anchoredPremiums(market, call, term, { minute: 20, price }, otherwise, moved)
  const [lower, level, higher] = [at(-0.04), at(0), at(0.04)]
  expect([lower, level, higher].map((each) => each.candle(20)!.close)).toEqual([price, price, price])
  expect(higher.volatilityIn().level - level.volatilityIn().level).toBeCloseTo(0.04, 10)
  // The minute whose index is where it was: the dearer the volatility, the more of it time has taken.
  const back = HOURS.findIndex((spot, minute) => minute > 200 && spot <= HOURS[20]!)
  const closes = [lower, level, higher].map((each) => each.candle(back)!.close)
  expect(closes[0]! - closes[1]!).toBeGreaterThan(20)
  expect(closes[1]! - closes[2]!).toBeGreaterThan(20)
  expect(at(-1).volatilityIn().level).toBe(0.01)
})
