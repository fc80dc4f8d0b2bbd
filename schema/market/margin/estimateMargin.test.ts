import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '../../money.ts'
import { DAY, istInstant } from '../../time.ts'
import { premium } from '../options/premium.ts'
import { estimateMargin, type MarginLeg, type MarginMarket } from './estimateMargin.ts'
import { scenarios } from './scenarios.ts'
import { INDEX_OPTION_MARGIN } from './MarginRates.ts'

const market: MarginMarket = { spot: paise(24_000_00), now: istInstant('2026-11-18', 9 * 60 + 20), atmVolatility: 0.14 }
const expiresAt = istInstant('2026-11-23', 15 * 60 + 30)
const NOTIONAL = 24_000_00 * 65

const leg = (side: MarginLeg['side'], optionType: MarginLeg['optionType'], strike: number, at = expiresAt, units = 65): MarginLeg => {
  const { spot, now, atmVolatility } = market
  const terms = { strike: paise(strike * 100), expiresAt: at }
  return { side, optionType, units, ...terms, premium: premium({ type: optionType, spot, at: now, atmVolatility, ...terms }) }
}
const margin = (...legs: MarginLeg[]) => estimateMargin(legs, market)
const shareOf = (amount: number) => amount / NOTIONAL
const straddle = [leg('SELL', 'CE', 24_000), leg('SELL', 'PE', 24_000)]
const strangle = [leg('SELL', 'CE', 24_200), leg('SELL', 'PE', 23_800)]
const wings = [leg('BUY', 'CE', 24_700), leg('BUY', 'PE', 23_300)]

describe('the scenarios', () => {
  it('are sixteen: seven prices within the scan range with volatility up and down, and two extreme ones of which 35% counts', () => {
    const all = scenarios(0.14, INDEX_OPTION_MARGIN)
    expect(all).toHaveLength(16)
    expect(Math.max(...all.filter(({ weight }) => weight === 1).map(({ price }) => price))).toBeCloseTo(1.093, 12)
    expect(all.filter(({ weight }) => weight === 0.35).map(({ price }) => Number(price.toFixed(3)))).toEqual([1.186, 0.814])
    expect(new Set(all.map(({ volatility }) => volatility))).toEqual(new Set([0.04, -0.04, 0]))
  })

  it('reach six deviations of two days where that is more than 9.3%, and a quarter of the volatility where that is more than 4 points', () => {
    const all = scenarios(0.4, INDEX_OPTION_MARGIN)
    expect(Math.max(...all.filter(({ weight }) => weight === 1).map(({ price }) => price))).toBeCloseTo(
      1 + (6 * Math.SQRT2 * 0.4) / Math.sqrt(252),
      12,
    )
    expect(Math.max(...all.map(({ volatility }) => volatility))).toBeCloseTo(0.1, 12)
  })
})

describe('an estimated margin', () => {
  it('of a sold straddle is what the scan range moves it by, less the premium it brought, and 2% of the notional for each leg', () => {
    const { scanRisk, exposure, netPremium, needed } = margin(...straddle)
    // At +9.3% a call struck at 24 000 is worth its intrinsic value of 2 232, and its carry of 0.06 × 5.26 / 365; the put next to nothing.
    const credit = straddle.reduce((total, { premium: price }) => total + price * 65, 0)
    expect(netPremium).toBe(-credit)
    const carry = 24_000_00 * 0.06 * (5.2569 / 365) * 65
    expect(Math.abs(scanRisk - (0.093 * NOTIONAL + carry - credit)) / NOTIONAL).toBeLessThan(0.0005)
    expect(exposure).toBe(0.04 * NOTIONAL)
    // The credit lowers the scan risk, which is counted from what the straddle is worth now, and nothing else.
    expect(needed).toBe(scanRisk + exposure)
  })

  // market-rules.md §8: a straddle about 11 to 13% of the notional; a condor with wings at 2% a fraction of the strangle.
  it('is a tenth to an eighth of the notional for a straddle, and less than half of the strangle for a condor', () => {
    expect(shareOf(margin(...straddle).needed)).toBeGreaterThan(0.1)
    expect(shareOf(margin(...straddle).needed)).toBeLessThan(0.13)
    expect(margin(...strangle, ...wings).needed).toBeLessThan(margin(...strangle).needed / 2)
  })

  it('of bought options is their premium', () => {
    const bought = [leg('BUY', 'CE', 24_000), leg('BUY', 'PE', 24_000)]
    const paid = bought.reduce((total, { premium: price, units }) => total + price * units, 0)
    expect(margin(...bought)).toEqual({ scanRisk: 0, exposure: 0, netPremium: paid, needed: paid })
  })

  it('of an option sold deep in the money is that of the future it moves like, however much it brought', () => {
    // 9.3% of the notional that it can lose, and 2% of exposure.
    expect(shareOf(margin(leg('SELL', 'CE', 21_000)).needed)).toBeCloseTo(0.113, 3)
  })

  it('counts the loss from the premiums that are traded, also where the volatility of the scenarios would give others', () => {
    const [call, put] = straddle
    const dearer = [call!, put!].map((each) => ({ ...each, premium: paise(each.premium + 10_00) }))
    expect(margin(...straddle).scanRisk - margin(...dearer).scanRisk).toBe(2 * 10_00 * 65)
  })

  it('of a spread that is paid for is what was paid, which is all it can lose, and the exposure of its sold leg', () => {
    const spread = margin(leg('BUY', 'CE', 24_000), leg('SELL', 'CE', 24_200))
    expect(spread.netPremium).toBeGreaterThan(0)
    expect(spread.needed).toBe(spread.netPremium + 0.02 * NOTIONAL)
  })

  it('asks 2% more of the notional on the day of the expiry, on which a later option covers nothing', () => {
    const onExpiry = { ...market, now: istInstant('2026-11-23', 9 * 60 + 20) }
    const sold = leg('SELL', 'CE', 24_000)
    const hedge = leg('BUY', 'CE', 24_000, expiresAt + 8 * DAY)
    expect(estimateMargin([sold], onExpiry).exposure).toBe(0.04 * NOTIONAL)
    expect(estimateMargin([sold, hedge], onExpiry).scanRisk).toBeGreaterThanOrEqual(estimateMargin([sold], onExpiry).scanRisk)
    expect(margin(sold, hedge).scanRisk).toBeLessThan(margin(sold).scanRisk / 2)
  })

  it('charges 1.75% of the notional for units that hedge units of another expiry', () => {
    const later = expiresAt + 8 * DAY
    const spread = margin(leg('SELL', 'CE', 24_000), leg('BUY', 'CE', 24_000, later))
    const free = estimateMargin([leg('SELL', 'CE', 24_000), leg('BUY', 'CE', 24_000, later)], market, {
      ...INDEX_OPTION_MARGIN,
      calendarSpread: 0,
    })
    expect(spread.scanRisk - free.scanRisk).toBe(Math.round(0.0175 * NOTIONAL))
  })

  const anyLeg = fc
    .tuple(fc.constantFrom('BUY', 'SELL'), fc.constantFrom('CE', 'PE'), fc.integer({ min: -12, max: 12 }), fc.integer({ min: 1, max: 4 }))
    .map(([side, type, offset, lots]) => leg(side, type, 24_000 + offset * 50, expiresAt, lots * 65))
  const anyLegs = fc.array(anyLeg, { minLength: 1, maxLength: 5 })

  it('adds up, and is never negative', () => {
    fc.assert(
      fc.property(anyLegs, (legs) => {
        const { scanRisk, exposure, netPremium, needed } = margin(...legs)
        expect(scanRisk).toBeGreaterThanOrEqual(0)
        expect(needed).toBe(Math.max(scanRisk, netPremium) + exposure)
      }),
    )
  })

  it('grows with the lots, and a hedge never adds to the loss of the scenarios', () => {
    fc.assert(
      fc.property(anyLegs, anyLeg, (legs, other) => {
        const twice = legs.map((each) => ({ ...each, units: each.units * 2 }))
        expect(Math.abs(margin(...twice).needed - 2 * margin(...legs).needed)).toBeLessThanOrEqual(4)
        const bought = { ...other, side: 'BUY' as const }
        const loss = (all: readonly MarginLeg[]) => margin(...all).scanRisk
        // A bought option loses its premium at most.
        expect(loss([...legs, bought])).toBeLessThanOrEqual(loss(legs) + bought.premium * bought.units + 1)
      }),
    )
  })
})
