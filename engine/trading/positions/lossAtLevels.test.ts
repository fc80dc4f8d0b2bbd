import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LegRule, PositionRule } from '../../../schema/rules/PositionRule.ts'
import { contractOf } from '../testing/contracts.ts'
import type { HeldPosition } from './HeldPosition.ts'
import { lossAtLevels } from './lossAtLevels.ts'
import { heldLeg, legRule, percent, positionRule, rupees, straddle } from '../testing/positions.ts'

type Part = readonly [strike: number, entry: number, rule?: Partial<LegRule> | undefined, expiry?: string]

/** Legs of 65 units each, by strike and entry in rupees. */
function position(parts: readonly Part[], rule: Partial<PositionRule> = {}): HeldPosition {
  const rules = parts.map(([, , part]) => legRule(part))
  const legs = parts.map(([strike, entry, , expiry], i) => heldLeg(i, contractOf('NIFTY', strike, rules[i]!.optionType, expiry), entry))
  return { rule: positionRule(rules, rule), lots: 1, legs, kept: null }
}
const lossOf = (parts: readonly Part[], rule?: Partial<PositionRule>) => lossAtLevels(position(parts, rule))
const CONDOR: readonly Part[] = [
  [24_200, 60],
  [23_800, 55, { optionType: 'PE' }],
  [24_700, 12, { side: 'BUY' }],
  [23_300, 10, { side: 'BUY', optionType: 'PE' }],
]

describe('the loss at the levels of a position', () => {
  it('of one bought option is the way to its stop, and its premium without one', () => {
    // 30% of ₹100 is ₹30 a unit.
    expect(lossOf([[24_000, 100, { side: 'BUY', stop: percent(30) }]])).toBe(30_00 * 65)
    expect(lossOf([[24_000, 100, { side: 'BUY' }]])).toBe(100_00 * 65)
  })

  it('of a straddle with a stop for each leg is that of both: prices that swing reach one after the other', () => {
    // 25% of ₹100 and of ₹90.
    expect(lossAtLevels(straddle({}, { stop: percent(25) }))).toBe((25_00 + 22_50) * 65)
  })

  it('counts a stop once more for each time that its leg may be opened again', () => {
    expect(lossAtLevels(straddle({}, { stop: percent(25), reentries: 2 }))).toBe(3 * (25_00 + 22_50) * 65)
  })

  it('is that of the combined stop where it comes first: rupees, or per cent of the net premium', () => {
    expect(lossAtLevels(straddle({ stop: rupees(2_000) }))).toBe(2_000_00)
    // 10% of ₹190.
    expect(lossAtLevels(straddle({ stop: percent(10) }, { stop: percent(25) }))).toBe(19_00 * 65)
    expect(lossAtLevels(straddle({ stop: rupees(50_000) }, { stop: percent(25) }))).toBe((25_00 + 22_50) * 65)
  })

  it('of a hedged position without stops is its worst pay-off at expiry', () => {
    // 500 points between the strikes, less 60 + 55 − 12 − 10 = 93 that they brought.
    expect(lossOf(CONDOR)).toBe((500_00 - 93_00) * 65)
    // A bull call spread loses its net premium.
    const spread: readonly Part[] = [
      [24_000, 110, { side: 'BUY' }],
      [24_200, 40],
    ]
    expect(lossOf(spread)).toBe(70_00 * 65)
    expect(lossOf(CONDOR, { stop: rupees(5_000) })).toBe(5_000_00)
  })

  it('of a sold leg with a target counts what that earns, and not the premium it might have kept', () => {
    // The calls are closed for half of ₹60, and the puts then lose 500 − 55 + 10; the bought call 12.
    expect(lossOf(CONDOR.map((part, i) => (i === 0 ? [24_200, 60, { target: percent(50) }] : part)))).toBe((500_00 - 93_00 + 30_00) * 65)
  })

  it('of sold legs with stops is not lowered by hedges, which lose their premiums when the stops have been reached', () => {
    const stopped = CONDOR.map(([strike, entry, rule], i): Part => [strike, entry, i < 2 ? { ...rule, stop: percent(100) } : rule])
    expect(lossOf(stopped)).toBe((60_00 + 55_00 + 12_00 + 10_00) * 65)
  })

  it('has no bound where a call is sold that nothing covers until it expires', () => {
    expect(lossOf([[24_000, 100]])).toBeNull()
    const [near, far] = ['2026-07-07', '2026-07-14']
    const sold = (expiry: string): Part => [24_000, 100, {}, expiry]
    const bought = (expiry: string): Part => [24_200, 40, { side: 'BUY' }, expiry]
    expect(lossOf([sold(far), bought(near)])).toBeNull()
    expect(lossOf([sold(near), bought(far)])).toBe((200_00 - 60_00) * 65)
    // A put cannot lose more than its strike.
    expect(lossOf([[24_000, 100, { optionType: 'PE' }]])).toBe(23_900_00 * 65)
  })

  it('of sold legs without stops and with bounds is what no index price at expiry exceeds', () => {
    const part = fc
      .tuple(fc.constantFrom('BUY', 'SELL'), fc.constantFrom('CE', 'PE'), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 400 }))
      .map(([side, optionType, i, entry]): Part => [23_500 + 50 * i, entry, { side, optionType }])
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 60_000 }), (parts, price) => {
        const loss = lossOf(parts)
        const earned = parts.reduce((total, [strike, entry, rule]) => {
          const intrinsic = Math.max(0, rule!.optionType === 'CE' ? price - strike : strike - price)
          return total + (rule!.side === 'BUY' ? intrinsic - entry : entry - intrinsic)
        }, 0)
        expect(-earned * 100 * 65).toBeLessThanOrEqual(loss ?? Infinity)
      }),
    )
  })
})
