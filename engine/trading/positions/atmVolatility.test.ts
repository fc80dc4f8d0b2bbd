import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import { atmVolatility } from './atmVolatility.ts'
import { chainOf, EXPIRY_MORNING, MONDAY } from '../testing/chains.ts'

describe('the volatility of a chain', () => {
  it('is the one it was priced with, on any day of a week and also on the day of an expiry', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.08, max: 0.5, noNaN: true }),
        fc.integer({ min: 23_000, max: 25_000 }),
        fc.constantFrom(MONDAY, EXPIRY_MORNING, EXPIRY_MORNING + 300 * MINUTE, istInstant('2026-07-15', 12 * 60)),
        (volatility, spot, now) => {
          expect(Math.abs(atmVolatility(chainOf({ volatility, spot, now })) / volatility - 1)).toBeLessThan(0.02)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('comes from the next pair where the nearest is not quoted, and from the next expiry where none of the first is', () => {
    const chain = chainOf({ volatility: 0.2 })
    const [first] = chain.contracts
    const without = (missing: (strike: number, expiry: string) => boolean) =>
      atmVolatility({
        ...chain,
        premiumOf: (contract) => (missing(contract.strike, contract.expiry) ? null : chain.premiumOf(contract)),
      })
    expect(without((strike) => strike === 24_000_00)).toBeCloseTo(0.2, 2)
    expect(without((_strike, expiry) => expiry === first!.expiry)).toBeCloseTo(0.2, 2)
  })

  it('is a usual one where no pair near the money is quoted, or none makes sense', () => {
    const chain = chainOf({ volatility: 0.3 })
    expect(atmVolatility({ ...chain, premiumOf: ({ optionType }) => (optionType === 'CE' ? paise(100_00) : null) })).toBe(0.15)
    expect(
      atmVolatility({
        ...chain,
        premiumOf: (contract) => (Math.abs(contract.strike - 24_000_00) <= 240_00 ? null : chain.premiumOf(contract)),
      }),
    ).toBe(0.15)
    expect(atmVolatility({ ...chain, premiumOf: ({ optionType }) => paise(optionType === 'CE' ? 5 : 30_000_00) })).toBe(0.15)
  })

  it('leaves out an expiry in which entries have ended: its last minutes imply anything', () => {
    const late = chainOf({ volatility: 0.2, now: EXPIRY_MORNING + 365 * MINUTE })
    const [first] = late.contracts
    const odd = atmVolatility({
      ...late,
      premiumOf: (contract) => (contract.expiry === first!.expiry ? paise(300_00) : late.premiumOf(contract)),
    })
    expect(odd).toBeCloseTo(0.2, 2)
  })
})
