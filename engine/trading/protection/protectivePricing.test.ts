import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { priceRangeOf } from '../orders/protectedLimit.ts'
import { protectivePricing } from './protectivePricing.ts'

const TICK = paise(5)
const NSE = SHIPPED_MARKET_RULES.priceProtectionOf('NFO', '2026-07-01')
const limitOf = (side: 'BUY' | 'SELL', stop: number) => protectivePricing(side, paise(stop), TICK, NSE).limit

describe('the limit of a protective stop', () => {
  it.each([
    // A bought leg is sold, a sold one bought back.
    ['BUY', 30_00, 24_00],
    ['BUY', 75_00, 60_00],
    ['BUY', 100_00, 85_00],
    ['BUY', 150_00, 135_00],
    ['BUY', 400_00, 360_00],
    ['SELL', 30_00, 36_00],
    ['SELL', 75_00, 84_00],
    ['SELL', 100_00, 112_00],
    ['SELL', 150_00, 165_00],
    ['SELL', 400_00, 440_00],
    ['BUY', 5, 5],
    ['BUY', 60, 10],
    ['SELL', 60, 1_10],
  ] as const)('of a leg on the side %s with its stop at %i paise is %i', (side, stop, limit) => {
    expect(limitOf(side, stop)).toBe(limit)
  })

  it('lies a tenth to a fifth beyond the trigger, on the steps, and where the exchange takes it around any price the option had shortly before', () => {
    const legs = fc.record({
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      stop: fc.integer({ min: 1, max: 2_000_00 }),
      // How far the average of the trades before the trigger lies from it, at most as far as the pricing allows for.
      apart: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(legs, ({ side, stop, apart }) => {
        const { trigger, limit } = protectivePricing(side, paise(stop), TICK, NSE)
        expect([trigger % TICK, limit % TICK]).toEqual([0, 0])
        const beyond = side === 'BUY' ? trigger - limit : limit - trigger
        if (trigger > 10 * TICK) expect(beyond).toBeGreaterThan(0)
        expect(beyond).toBeGreaterThanOrEqual(0)
        expect(beyond).toBeLessThanOrEqual(Math.max(0.2 * trigger, 10 * TICK))
        if (trigger >= 10_00) expect(beyond).toBeGreaterThan(0.1 * trigger - TICK)
        const reference = paise(Math.round(side === 'BUY' ? trigger * (1 + 0.25 * apart) : trigger * (1 - 0.2 * apart)))
        const { low, high } = priceRangeOf({ tick: TICK }, NSE, reference)!
        expect(limit).toBeGreaterThanOrEqual(low)
        expect(limit).toBeLessThanOrEqual(high)
      }),
    )
  })

  it('follows its exchange where that takes less, and never lies on the wrong side of the trigger', () => {
    const narrow = { exchange: 'BFO', from: '2026-01-01', nearPaise: 10_00, amountPaise: 4_00, percent: 30 } as const
    expect(protectivePricing('SELL', paise(100_00), TICK, narrow).limit).toBe(104_00)
    expect(protectivePricing('SELL', paise(100_00), TICK, { ...narrow, percent: 20 }).limit).toBe(100_00)
    expect(protectivePricing('SELL', paise(100_00), TICK, null).limit).toBe(115_00)
  })
})
