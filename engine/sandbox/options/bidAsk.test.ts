import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import { depthAround } from './bidAsk.ts'
import { optionContract } from './optionContract.ts'

const contract = optionContract('NIFTY', '2026-11-23', paise(24_500_00), 'CE')
const open = istInstant('2026-11-20', 9 * 60 + 15)
const expiryOpen = istInstant('2026-11-23', 9 * 60 + 15)

function spread(premium: number, at: number): number {
  const { buys, sells } = depthAround(contract, paise(premium), at)
  return sells[0]!.price - buys[0]!.price
}

describe('the order book of an option', () => {
  it('has the premium between bid and ask, five levels a side in whole lots, worse with every level', () => {
    const anyPremium = fc.integer({ min: 1, max: 40_000 }).map((ticks) => paise(ticks * 5))
    fc.assert(
      fc.property(anyPremium, fc.integer({ min: 0, max: 374 * MINUTE }), (premium, after) => {
        const { buys, sells } = depthAround(contract, premium, open + after)
        expect(sells).toHaveLength(5)
        expect(sells[0]!.price).toBeGreaterThanOrEqual(premium)
        for (const level of buys) expect(level.price).toBeLessThanOrEqual(premium)
        for (const level of [...buys, ...sells]) {
          expect(level.price % 5).toBe(0)
          expect(level.price).toBeGreaterThan(0)
          expect(level.quantity % contract.lot).toBe(0)
          expect(level.quantity).toBeGreaterThan(0)
        }
        const prices = sells.map((level) => level.price)
        expect(prices).toEqual([...new Set(prices)].sort((a, b) => a - b))
      }),
    )
  })

  it('is apart by 0.24% of the premium, at least one tick', () => {
    expect(spread(100_00, open + 60 * MINUTE)).toBe(25)
    expect(spread(700_00, open + 60 * MINUTE)).toBe(170)
    expect(spread(2_00, open + 60 * MINUTE)).toBe(5)
  })

  it('is wide after the open and narrows in three minutes', () => {
    const seconds = [14, 59, 179, 180]
    expect(seconds.map((second) => spread(2_00, open + second * SECOND))).toEqual([40, 25, 15, 5])
  })

  it('widens again in the last hour of expiry day, and only then', () => {
    const minutes = [314, 315, 360]
    expect(minutes.map((minute) => spread(2_00, expiryOpen + minute * MINUTE))).toEqual([5, 10, 15])
    expect(minutes.map((minute) => spread(2_00, open + minute * MINUTE))).toEqual([5, 5, 5])
  })

  it('has no bid below the smallest price', () => {
    expect(depthAround(contract, paise(5), open + 60 * MINUTE).buys).toEqual([])
  })
})
