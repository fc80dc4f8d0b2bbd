import { describe, expect, it } from 'vitest'
import { paise, type Paise } from '../../../schema/money.ts'
import type { LegRule, PositionRule } from '../../../schema/rules/PositionRule.ts'
import { assess } from '../risk/assess.ts'
import { ACCOUNT, CANDIDATE, MOMENT, SETTINGS } from '../testing/decisions.ts'
import type { OptionChain } from './chooseLegs.ts'
import { planPosition, refusedByFunds, type PositionPlan } from './planPosition.ts'
import { chainOf, EXPIRY_MORNING } from '../testing/chains.ts'
import { legRule, percent, positionRule, rupees } from '../testing/positions.ts'

const at = (strikes: number) => ({ kind: 'ATM', strikes }) as const
const STRADDLE = [legRule(), legRule({ optionType: 'PE' })]
const STRANGLE = [legRule({ strike: at(4) }), legRule({ optionType: 'PE', strike: at(-4) })]
const WINGS = [legRule({ side: 'BUY', strike: at(14) }), legRule({ side: 'BUY', optionType: 'PE', strike: at(-14) })]
const CONDOR = [...STRANGLE, ...WINGS]
const STOP = { stop: percent(50) }

/** Premiums in rupees by option, such as "24200CE"; the others have model prices. */
function quoted(chain: OptionChain, premiums: Readonly<Record<string, number>>): OptionChain {
  return {
    ...chain,
    premiumOf: (contract) => {
      const premium = premiums[`${contract.strike / 100}${contract.optionType}`]
      return premium === undefined ? chain.premiumOf(contract) : paise(premium * 100)
    },
  }
}
const CHAIN = quoted(chainOf(), { '24000CE': 110, '24000PE': 100, '24200CE': 60, '23800PE': 55, '24700CE': 12, '23300PE': 10 })
const NO_RISK_LIMIT = paise(1_00_00_000_00)

interface Parts {
  readonly rule?: Partial<PositionRule>
  readonly lots?: number
  readonly risk?: Paise
  readonly chain?: OptionChain
}
const asked = (legs: readonly LegRule[], { rule = STOP, lots = 1, risk = NO_RISK_LIMIT, chain = CHAIN }: Parts = {}) =>
  planPosition({ rule: positionRule(legs, rule), settings: { lots, risk }, chain })
function planned(legs: readonly LegRule[], parts?: Parts): PositionPlan {
  const plan = asked(legs, parts)
  if (!plan.ok) throw new Error(JSON.stringify(plan.error))
  return plan.value
}
function refused(legs: readonly LegRule[], parts?: Parts) {
  const plan = asked(legs, parts)
  return plan.ok ? null : plan.error
}

// Charges are as in entryCosts.test.ts. Margins by hand from market-rules.md §8, one lot of 65: the index 9.3% higher is 26,232; a
// call struck at K, 30 h 10 min before its expiry at 6%, is then worth 26,232 − 0.9997934 K, and a put nothing. Exposure is 2% of
// 24,000 × 65 = 15,60,000 for each sold leg: 31,200.
describe('a planned position', () => {
  // The call is worth 2,236.958. It cost 2,236.958 − 110 − 100 = 2,026.958 a unit, 1,31,752.27 in all; with 62,400 it is 1,94,152.27.
  it('sets aside margin and charges for a straddle: an eighth of the notional', () => {
    const { margin, reserved } = planned(STRADDLE)
    expect(Math.abs(margin.needed - 1_94_152_27)).toBeLessThan(1_00)
    expect(margin.needed / (24_000_00 * 65)).toBeGreaterThan(0.1)
    expect(margin.needed / (24_000_00 * 65)).toBeLessThan(0.13)
    // Sold at 110 (7,150): 20 + 2.540395 + 0.00715, GST 4.0585581, STT 10.725 → 11: 37.6061031. At 100: 36.33.
    expect(reserved).toBe(margin.needed + 37_61 + 36_33)
  })

  // The strangle: 26,232 − 24,195 = 2,037 less 115, 1,922 a unit: 1,24,930; with 62,400 it is 1,87,330.
  // The condor: 500 × 0.9997934 = 499.897 less 115 − 22 = 93, 406.897 a unit: 26,448.28; with 62,400 it is 88,848.28.
  it('sets aside less than half as much for an iron condor as for its strangle', () => {
    const condor = planned(CONDOR)
    const strangle = planned(STRANGLE)
    expect(Math.abs(strangle.margin.needed - 1_87_330_00)).toBeLessThan(1_00)
    expect(Math.abs(condor.margin.needed - 88_848_28)).toBeLessThan(1_00)
    expect(condor.reserved / strangle.reserved).toBeGreaterThan(1 / 3)
    expect(condor.reserved / strangle.reserved).toBeLessThan(1 / 2)
    expect(condor.reserved).toBe(condor.margin.needed + 31_24 + 30_10 + 62_97 + 56_41)
  })

  it('sets aside 2% more of the notional for each sold leg on the day on which it expires', () => {
    expect(planned(STRADDLE, { chain: chainOf({ now: EXPIRY_MORNING }) }).margin.exposure).toBe(4 * 31_200_00)
    expect(planned(STRADDLE).margin.exposure).toBe(2 * 31_200_00)
  })

  // 110 − 60 = 50 a unit is 3,250, all that it can lose; and the exposure of the sold leg.
  it('sets aside its worst loss for a bull call spread, and exposure', () => {
    const spread = [legRule({ side: 'BUY' }), legRule({ strike: at(4) })]
    expect(planned(spread, { rule: {} }).margin).toMatchObject({ scanRisk: 3_250_00, needed: 3_250_00 + 31_200_00 })
    expect(refused(spread, { rule: {}, risk: paise(3_249_99) })).toEqual({
      reason: 'RISK_TOO_SMALL',
      numbers: { risk: 3_249_99, needed: 3_250_00 },
    })
  })

  // 20 units of a straddle at 80,000, expiring on Thursday: 20 × 80,000 = 16,00,000, 2% of it is 32,000.
  it('of SENSEX options pays by the BSE’s rates', () => {
    const chain = quoted(chainOf({ index: 'SENSEX', spot: 80_000 }), { '80000CE': 200, '80000PE': 200 })
    const { margin, reserved, legs } = planned(STRADDLE, { chain })
    expect(legs.map(({ quantity }) => quantity)).toEqual([20, 20])
    expect(margin.exposure).toBe(64_000_00)
    expect(margin.needed / (80_000_00 * 20)).toBeCloseTo(0.13, 2)
    expect(reserved).toBe(margin.needed + 2 * 31_14)
  })

  it('of one bought option sets aside what a single option does, and no margin', () => {
    const { contract, premium } = MOMENT
    const single = assess(CANDIDATE, ACCOUNT, MOMENT)
    const chain = { ...chainOf({ spot: 24_510, now: MOMENT.now }), contracts: [contract!], premiumOf: () => premium }
    const plan = planned([legRule({ side: 'BUY' })], { lots: SETTINGS.lots, chain })
    expect(plan.margin).toMatchObject({ scanRisk: 0, exposure: 0 })
    expect(single).toMatchObject({ ok: true, value: { legs: [{ quantity: plan.legs[0]!.quantity }], reserved: plan.reserved } })
  })

  it('opens what is bought first, and names its legs by their place in the rule', () => {
    const { legs } = planned(CONDOR, { lots: 2 })
    expect(legs.map(({ leg, side, quantity, contract }) => `${leg} ${side} ${quantity} ${contract.strike / 100}`)).toEqual([
      ...['2 BUY 130 24700', '3 BUY 130 23300', '0 SELL 130 24200', '1 SELL 130 23800'],
    ])
    expect(legs.map(({ premium }) => premium)).toEqual([12_00, 10_00, 60_00, 55_00])
  })

  it('has its funds on the legs that need them: premiums on what is bought, the rest by units on what is sold', () => {
    const { legs, margin } = planned(CONDOR)
    const bought = (12_00 + 10_00) * 65
    const half = Math.floor((margin.needed - bought) / 2)
    expect(legs.map(({ reserved }) => reserved)).toEqual([
      ...[12_00 * 65 + 62_97, 10_00 * 65 + 56_41],
      ...[half + 31_24, margin.needed - bought - half + 30_10],
    ])
  })
})

describe('a position is refused', () => {
  it('for a leg that is not listed, has no quote, or comes to be another leg’s option', () => {
    expect(refused([legRule(), legRule({ strike: at(31) })])).toEqual({
      ...{ reason: 'LEG_NOT_LISTED', numbers: { leg: 1, indexPrice: 24_000_00, listedContracts: 61 } },
    })
    expect(refused(STRADDLE, { chain: { ...CHAIN, premiumOf: () => null } })).toEqual({
      ...{ reason: 'LEG_WITHOUT_QUOTE', numbers: { leg: 0, strike: 24_000_00, ageMs: null, limitMs: 5_000 } },
    })
    expect(refused([legRule(), legRule({ strike: { kind: 'PREMIUM', premium: paise(110_00) } })])).toEqual({
      ...{ reason: 'LEGS_COINCIDE', numbers: { leg: 1, other: 0, strike: 24_000_00 } },
    })
  })

  it('when one lot may lose more at its levels than the risk, however many lots there are', () => {
    // ₹1,300 a lot.
    const rule = { stop: rupees(1_300) }
    for (const lots of [1, 3]) {
      expect(refused(STRADDLE, { rule, lots, risk: paise(1_300_00) })).toBeNull()
      expect(refused(STRADDLE, { rule, lots, risk: paise(1_299_99) })).toEqual({
        ...{ reason: 'RISK_TOO_SMALL', numbers: { risk: 1_299_99, needed: 1_300_00 } },
      })
    }
  })

  it('by the stops of its legs for one lot', () => {
    // 25% of 110 and of 100 are 52.50 a unit, 3,412.50 a lot.
    const stopped = STRADDLE.map((leg) => ({ ...leg, stop: percent(25) }))
    for (const lots of [1, 3]) expect(refused(stopped, { rule: {}, lots, risk: paise(0) })).toMatchObject({ numbers: { needed: 3_412_50 } })
  })

  it('by the worst of the margin’s scenarios for one lot where no level and no hedge bounds its loss', () => {
    const one = planned(STRADDLE, { rule: {} }).margin.scanRisk
    const needed = Math.ceil(planned(STRADDLE, { rule: {}, lots: 3 }).margin.scanRisk / 3)
    expect(Math.abs(needed - one)).toBeLessThanOrEqual(1)
    expect(refused(STRADDLE, { rule: {}, lots: 3, risk: paise(1_00) })).toMatchObject({ numbers: { needed } })
  })

  it('whole when the funds reach for a part of its legs: for want of margin if it sells, of funds if it only buys', () => {
    const straddle = planned(STRADDLE)
    expect(refusedByFunds(straddle, straddle.reserved)).toBeNull()
    for (const available of [paise(straddle.reserved - 1), straddle.legs[0]!.reserved])
      expect(refusedByFunds(straddle, available)).toEqual({
        ...{ reason: 'MARGIN_SHORT', numbers: { needed: straddle.reserved, available } },
      })
    const bought = planned(STRADDLE.map((leg) => ({ ...leg, side: 'BUY' as const })))
    expect(refusedByFunds(bought, paise(0))).toEqual({ reason: 'FUNDS_SHORT', numbers: { needed: bought.reserved, available: 0 } })
  })
})
