import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { joined, minutesFrom, niftyHistory } from '../testing/history.ts'
import { optionsAt } from '../testing/optionsAt.ts'
import { VolatilityLevels } from './VolatilityLevels.ts'
import type { VixCloses } from '../history/vixLevel.ts'

const [MONDAY, TUESDAY] = ['2024-01-01', '2024-01-02'] as const
const EXPIRY = '2024-01-04'
const HOUR = Array.from({ length: 60 }, (_, i) => 21_700 + 20 * Math.sin(i / 7))
const twoDays = joined(minutesFrom(MONDAY, '09:15', HOUR), minutesFrom(TUESDAY, '09:15', HOUR))
const market = niftyHistory(twoDays, { kind: 'INDEX' })
const term = new VolatilityTerm(SHIPPED_MARKET_RULES)
const levels = (volatility: number | VixCloses, candles: ReturnType<typeof optionsAt> = new Map()) =>
  new VolatilityLevels(market, { kind: 'OPTIONS', volatility, candles }, term)

describe('the volatility of the option model', () => {
  it('is the one that was given, on every day, whatever options say', () => {
    const options = optionsAt(market, 0, 120, () => 0.2)
    expect(levels(0.11, options).at(90, TUESDAY, EXPIRY)).toEqual({ level: 0.11, source: 'GIVEN' })
  })

  it('is what recorded options imply, whatever level they were priced at', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.07, max: 0.6, noNaN: true }), fc.integer({ min: 1, max: 119 }), (level, minute) => {
        const implied = levels(
          new Map(),
          optionsAt(market, 0, 120, () => level),
        ).at(minute, MONDAY, EXPIRY)
        expect(implied.source).toBe('OPTIONS')
        // Premiums are on steps of five paise.
        expect(Math.abs(implied.level / level - 1)).toBeLessThan(0.005)
      }),
      { numRuns: 30 },
    )
  })

  it('is of the half hour before the minute, and knows nothing of the minute itself or later', () => {
    const options = optionsAt(market, 0, 120, (minute) => (minute < 20 ? 0.4 : minute < 50 ? 0.12 : 0.3))
    const by = levels(new Map(), options)
    expect(by.at(50, MONDAY, EXPIRY).level).toBeCloseTo(0.12, 2)
    expect(by.at(20, MONDAY, EXPIRY).level).toBeCloseTo(0.4, 2)
    expect(by.at(90, TUESDAY, EXPIRY).level).toBeCloseTo(0.3, 2)
  })

  it('is not implied by what is first recorded in the minute itself', () => {
    const by = levels(
      new Map(),
      optionsAt(market, 50, 51, () => 0.3),
    )
    expect(by.at(50, MONDAY, EXPIRY)).toEqual({ level: 0.14, source: 'USUAL' })
    expect(by.at(51, MONDAY, EXPIRY)).toEqual({ level: expect.closeTo(0.3, 2), source: 'OPTIONS' })
  })

  it('stays what was last implied when records end, to the close of the next trading day', () => {
    const thirdDay = joined(twoDays, minutesFrom('2024-01-03', '09:15', HOUR))
    const longer = niftyHistory(thirdDay, { kind: 'INDEX' })
    const by = new VolatilityLevels(longer, { kind: 'OPTIONS', volatility: new Map(), candles: optionsAt(market, 0, 40, () => 0.2) }, term)
    expect(by.at(119, TUESDAY, EXPIRY)).toEqual({ level: expect.closeTo(0.2, 2), source: 'OPTIONS' })
    expect(by.at(130, '2024-01-03', EXPIRY)).toEqual({ level: 0.14, source: 'USUAL' })
  })

  it('is by India VIX of the last close before the day where no options are recorded, never of the day itself', () => {
    const vix = new Map([
      ['2023-12-29', 0.2],
      [MONDAY, 0.1],
      [TUESDAY, 0.9],
    ])
    expect(levels(vix).at(10, MONDAY, EXPIRY)).toEqual({ level: expect.closeTo(0.2 * 1.12, 10), source: 'VIX' })
    expect(levels(vix).at(70, TUESDAY, EXPIRY)).toEqual({ level: expect.closeTo(0.1 * 1.12, 10), source: 'VIX' })
  })

  it('is the usual one of the index where nothing is known, and where the last VIX is older than a week', () => {
    expect(levels(new Map([['2023-12-25', 0.2]])).at(10, MONDAY, EXPIRY)).toEqual({ level: 0.14, source: 'USUAL' })
  })
})
