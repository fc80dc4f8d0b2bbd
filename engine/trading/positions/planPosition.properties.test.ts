import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { LEG_EXPIRIES, type LegRule } from '../../../schema/rules/PositionRule.ts'
import type { OptionChain } from './chooseLegs.ts'
import { entryCosts } from './entryCosts.ts'
import { planPosition, type PositionPlan } from './planPosition.ts'
import { chainOf, EXPIRY_MORNING, MONDAY } from '../testing/chains.ts'
import { legRule, percent, positionRule } from '../testing/positions.ts'

/** A brokerage of ₹20 with its GST: the fixed cost of an order. */
const ORDER = 23_60

const anyStrike = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map((strikes) => ({ kind: 'ATM', strikes }) as const),
  fc.integer({ min: 1, max: 300 }).map((rupees) => ({ kind: 'PREMIUM', premium: paise(rupees * 100) }) as const),
  fc.integer({ min: 1, max: 99 }).map((percents) => ({ kind: 'DELTA', delta: percents / 100 }) as const),
)
const anyLeg: fc.Arbitrary<LegRule> = fc
  .record({
    ...{ side: fc.constantFrom('BUY', 'SELL'), optionType: fc.constantFrom('CE', 'PE'), strike: anyStrike },
    ...{ expiry: fc.constantFrom(...LEG_EXPIRIES), lots: fc.integer({ min: 1, max: 3 }) },
  })
  .map(legRule)
const anyLegs = fc.array(anyLeg, { minLength: 1, maxLength: 6 })
const anyMarket = fc.record({
  ...{ index: fc.constantFrom('NIFTY', 'SENSEX'), spot: fc.integer({ min: 22_000, max: 26_000 }) },
  ...{ now: fc.constantFrom(MONDAY, EXPIRY_MORNING), volatility: fc.double({ min: 0.08, max: 0.3, noNaN: true }) },
})
const anyChain = anyMarket.map((market) => chainOf({ strikes: 20, ...market }))

function planned(legs: readonly LegRule[], lots: number, chain: OptionChain): PositionPlan | null {
  const plan = planPosition({ rule: positionRule(legs, { stop: percent(50) }), settings: { lots, risk: paise(1e12) }, chain })
  return plan.ok ? plan.value : null
}
const units = (legs: readonly { readonly quantity: number }[]) => legs.reduce((total, { quantity }) => total + quantity, 0)

describe('a planned position', () => {
  it('has as much on its legs as it sets aside, and nothing less than nothing on any', () => {
    fc.assert(
      fc.property(anyLegs, fc.integer({ min: 1, max: 60 }), anyChain, (legs, lots, chain) => {
        const plan = planned(legs, lots, chain)
        if (!plan) return
        expect(plan.legs.reduce((total, { reserved }) => total + reserved, 0)).toBe(plan.reserved)
        expect(Math.min(...plan.legs.map(({ reserved }) => reserved))).toBeGreaterThanOrEqual(0)
        expect(plan.reserved).toBeGreaterThan(plan.margin.needed)
        expect(plan.legs.map(({ leg }) => leg).toSorted()).toEqual(legs.map((_leg, i) => i))
        expect(units(plan.legs)).toBe(legs.reduce((total, { lots: each }) => total + each, 0) * lots * chain.contracts[0]!.lotSize)
      }),
    )
  })

  it('sets aside in proportion to its lots, but for the brokerage of each order and what each rounds', () => {
    fc.assert(
      fc.property(anyLegs, fc.integer({ min: 2, max: 60 }), anyChain, (legs, lots, chain) => {
        const [one, many] = [planned(legs, 1, chain), planned(legs, lots, chain)]
        if (!one || !many) return
        const { index, lotSize } = chain.contracts[0]!
        const largest = Math.floor(chain.rules.freezeFor(index, '2026-07-13') / lotSize) * lotSize
        const orders = (plan: PositionPlan) => plan.legs.reduce((total, { quantity }) => total + Math.ceil(quantity / largest), 0)
        const evenly = (plan: PositionPlan) => plan.reserved - orders(plan) * ORDER
        // STT is rounded to the rupee, the bill and the allowance to the paisa; of the margin the scenarios and each leg's exposure.
        const rounding = (plan: PositionPlan) => orders(plan) * 52 + 3 + plan.legs.length
        expect(Math.abs(evenly(many) - lots * evenly(one))).toBeLessThanOrEqual(rounding(many) + lots * rounding(one))
      }),
    )
  })

  it('needs no more for a hedge than its premium and what its entry costs', () => {
    fc.assert(
      fc.property(anyLegs, anyLeg, fc.integer({ min: 1, max: 40 }), anyChain, (legs, other, lots, chain) => {
        // Of one expiry: across expiries the exchange charges for the spread.
        const naked = legs.map((leg) => ({ ...leg, expiry: 'this week' as const }))
        const hedge = { ...other, side: 'BUY' as const, expiry: 'this week' as const }
        const [without, hedged] = [planned(naked, lots, chain), planned([...naked, hedge], lots, chain)]
        if (!without || !hedged) return
        const bought = hedged.legs.find(({ leg }) => leg === naked.length)!
        const costs = entryCosts({ ...bought, rule: hedge }, '2026-07-13', chain.rules)
        expect(hedged.reserved - without.reserved).toBeLessThanOrEqual(bought.premium * bought.quantity + costs + 1)
      }),
    )
  })

  it('is the same in whatever order contracts are listed', () => {
    const shuffled = anyChain.chain((chain) =>
      fc.tuple(fc.constant(chain), fc.shuffledSubarray([...chain.contracts], { minLength: chain.contracts.length })),
    )
    fc.assert(
      fc.property(anyLegs, shuffled, (legs, [chain, contracts]) => {
        expect(planned(legs, 1, { ...chain, contracts })).toEqual(planned(legs, 1, chain))
      }),
      { numRuns: 50 },
    )
  })
})
