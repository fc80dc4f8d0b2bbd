import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dearestPremium, lossAtStop, type RiskTerms } from './lossAtStop.ts'

const TERMS: RiskTerms = { risk: 1_000, stopLoss: { unit: 'PERCENT', value: 50 }, lots: 1, sizeByRisk: false }
const ofTrade = (value: number, changes: Partial<RiskTerms> = {}): RiskTerms => ({
  ...TERMS,
  stopLoss: { unit: 'RUPEES', value },
  ...changes,
})

// By hand.
describe('lossAtStop', () => {
  it('is a share of what one lot cost, however many lots a trade has', () => {
    expect(lossAtStop(150, 65, TERMS)).toBe(4_875)
    expect(lossAtStop(150, 65, { ...TERMS, lots: 3 })).toBe(4_875)
  })

  it('is one lot’s share of a stop in rupees of the whole trade, and the whole of it where a trade may come down to one lot', () => {
    expect(lossAtStop(150, 65, ofTrade(3_000, { lots: 3 }))).toBe(1_000)
    expect(lossAtStop(150, 65, ofTrade(3_000, { lots: 3, sizeByRisk: true }))).toBe(3_000)
  })

  it('is never more than the lot cost', () => {
    expect(lossAtStop(10, 65, ofTrade(3_000))).toBe(650)
  })
})

describe('dearestPremium', () => {
  it('is where one lot loses just the risk', () => {
    expect(dearestPremium(65, { ...TERMS, risk: 1_300 })).toBe(40)
    expect(dearestPremium(65, ofTrade(3_000, { risk: 650 }))).toBe(10)
  })

  it('is none where the stop itself is within the risk', () => {
    expect(dearestPremium(65, ofTrade(1_000))).toBeNull()
  })

  it('parts the premiums that fit from those that do not', () => {
    const terms = fc.record({
      risk: fc.integer({ min: 100, max: 100_000 }),
      stopLoss: fc.oneof(
        fc.record({ unit: fc.constant('PERCENT' as const), value: fc.integer({ min: 1, max: 500 }).map((tenths) => tenths / 10) }),
        fc.record({ unit: fc.constant('RUPEES' as const), value: fc.integer({ min: 100, max: 1_000_000 }) }),
      ),
      lots: fc.integer({ min: 1, max: 50 }),
      sizeByRisk: fc.boolean(),
    })
    fc.assert(
      fc.property(terms, fc.integer({ min: 10, max: 140 }), fc.integer({ min: 1, max: 200_000 }), (given, lotSize, premium) => {
        const dearest = dearestPremium(lotSize, given)
        // Away from the boundary itself, where floating point decides.
        fc.pre(dearest === null || Math.abs(premium - dearest) > 1e-6)
        expect(lossAtStop(premium, lotSize, given) <= given.risk).toBe(dearest === null || premium < dearest)
      }),
    )
  })
})
