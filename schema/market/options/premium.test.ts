import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '../../money.ts'
import { DAY, HOUR, istInstant, MINUTE } from '../../time.ts'
import { black76, black76Delta, normalDistribution } from './black76.ts'
import { modelDelta, modelPremium, premium, putByParity, type PremiumInput } from './premium.ts'
import { smile } from './smile.ts'
import type { OptionType } from '../OptionType.ts'

const expiresAt = istInstant('2026-11-23', 15 * 60 + 30)
const FORWARD_RATE = 0.06
const YEAR = 365 * DAY

const anyChain = fc.record({
  spot: fc.integer({ min: 12_000_00, max: 90_000_00 }).map(paise),
  left: fc.integer({ min: MINUTE, max: 40 * DAY }),
  atmVolatility: fc.double({ min: 0.08, max: 0.6, noNaN: true }),
})
const anyMoney = fc.double({ min: -0.08, max: 0.08, noNaN: true })

type Chain = { spot: PremiumInput['spot']; left: number; atmVolatility: number }
const option = ({ spot, left, atmVolatility }: Chain, type: OptionType, strike: number): PremiumInput => ({
  type,
  spot,
  strike: paise(Math.round(strike)),
  at: expiresAt - left,
  expiresAt,
  atmVolatility,
})

describe('black76', () => {
  it('agrees with the tabulated normal distribution', () => {
    expect(normalDistribution(0)).toBe(0.5)
    expect(normalDistribution(1)).toBeCloseTo(0.841344746068543, 14)
    expect(normalDistribution(-1.96)).toBeCloseTo(0.0249978951482204, 14)
    expect(normalDistribution(9)).toBe(1)
  })

  // F = 24 000, ATM, no discount: the table of premiums by hours left and volatility.
  it.each([
    [2, 0.1, 14],
    [24, 0.13, 65],
    [30.25, 0.2, 113],
    [168, 0.16, 212],
  ])('gives the premium at the money with %d hours left at volatility %d: %d', (hours, volatility, premiumRupees) => {
    const price = black76('CE', 24_000, 24_000, (hours * HOUR) / YEAR, volatility, 0)
    expect(Math.abs(price - premiumRupees)).toBeLessThan(1)
  })
})

describe('delta', () => {
  it('is the slope of the price', () => {
    fc.assert(
      fc.property(anyChain, anyMoney, fc.constantFrom('CE', 'PE'), ({ spot, left, atmVolatility }, money, type) => {
        const years = left / YEAR
        const price = (forward: number) => black76(type, forward, spot * Math.exp(money), years, atmVolatility, FORWARD_RATE)
        const h = spot * 1e-5
        const slope = (price(spot + h) - price(spot - h)) / (2 * h)
        const gap = Math.abs(black76Delta(type, spot, spot * Math.exp(money), years, atmVolatility, FORWARD_RATE) - slope)
        // Close to the expiry the price bends within the step.
        expect(gap).toBeLessThan(left < DAY / 4 ? 0.01 : 1e-5)
      }),
    )
  })

  it('of a call and a put of one strike are one apart, on the index', () => {
    fc.assert(
      fc.property(anyChain, (chain) => {
        const [call, put] = [modelDelta(option(chain, 'CE', chain.spot)), modelDelta(option(chain, 'PE', chain.spot))]
        expect(call - put).toBeCloseTo(1, 9)
        expect(call).toBeGreaterThan(0.4)
      }),
    )
  })
})

describe('the smile', () => {
  it('is the measured one near the money, within 5% of it further out, and level far away', () => {
    expect(smile(0)).toBe(0.991)
    expect(smile(1)).toBeCloseTo(0.999, 12)
    expect(smile(-2)).toBeCloseTo(1.275, 12)
    for (let z = -3.2; z <= 3.2; z += 0.1) expect(Math.abs(smile(z) - (0.991 - 0.042 * z + 0.05 * z * z))).toBeLessThan(0.06)
    expect(smile(-40)).toBe(smile(-400))
  })
})

describe('a modelled premium', () => {
  it('of a put follows from the call of its strike', () => {
    fc.assert(
      fc.property(anyChain, anyMoney, (chain, money) => {
        const [call, put] = [option(chain, 'CE', chain.spot * Math.exp(money)), option(chain, 'PE', chain.spot * Math.exp(money))]
        expect(putByParity(modelPremium(call), call)).toBeCloseTo(modelPremium(put), 5)
      }),
    )
  })

  it('keeps put-call parity', () => {
    fc.assert(
      fc.property(anyChain, anyMoney, (chain, money) => {
        const strike = Math.round(chain.spot * Math.exp(money))
        const years = chain.left / YEAR
        const parity = chain.spot - strike * Math.exp(-FORWARD_RATE * years)
        const difference = modelPremium(option(chain, 'CE', strike)) - modelPremium(option(chain, 'PE', strike))
        expect(Math.abs(difference - parity)).toBeLessThan(0.01)
      }),
    )
  })

  it('falls for calls and rises for puts with the strike, and no butterfly costs less than nothing', () => {
    fc.assert(
      fc.property(anyChain, anyMoney, fc.integer({ min: 25_00, max: 500_00 }), (chain, money, step) => {
        const middle = chain.spot * Math.exp(money)
        const [c1, c2, c3] = [-1, 0, 1].map((side) => modelPremium(option(chain, 'CE', middle + side * step)))
        const [p1, p2, p3] = [-1, 0, 1].map((side) => modelPremium(option(chain, 'PE', middle + side * step)))
        expect(c1! - c2!).toBeGreaterThan(-0.05)
        expect(p3! - p2!).toBeGreaterThan(-0.05)
        // A hundredth of a rupee: strikes are rounded to the paisa.
        expect(c1! - 2 * c2! + c3!).toBeGreaterThan(-1)
        expect(p1! - 2 * p2! + p3!).toBeGreaterThan(-1)
      }),
      { numRuns: 2_000 },
    )
  })

  it('rises with the spot for a call and falls for a put', () => {
    fc.assert(
      fc.property(anyChain, anyMoney, fc.integer({ min: 5, max: 500_00 }), (chain, money, move) => {
        const strike = chain.spot * Math.exp(money)
        const higher = { ...chain, spot: paise(chain.spot + move) }
        expect(premium(option(higher, 'CE', strike))).toBeGreaterThanOrEqual(premium(option(chain, 'CE', strike)))
        expect(premium(option(higher, 'PE', strike))).toBeLessThanOrEqual(premium(option(chain, 'PE', strike)))
      }),
      { numRuns: 1_000 },
    )
  })

  it('is a multiple of five paise and never below five', () => {
    fc.assert(
      fc.property(anyChain, anyMoney, fc.constantFrom('CE', 'PE'), (chain, money, type) => {
        const price = premium(option(chain, type, chain.spot * Math.exp(money)))
        expect(price).toBeGreaterThanOrEqual(5)
        expect(price % 5).toBe(0)
      }),
    )
  })

  it('is worth five paise far out of the money a minute before expiry', () => {
    const chain: Chain = { spot: paise(24_500_00), left: MINUTE, atmVolatility: 0.13 }
    expect(premium(option(chain, 'PE', 23_500_00))).toBe(5)
    expect(premium(option(chain, 'CE', 25_500_00))).toBe(5)
  })
})
