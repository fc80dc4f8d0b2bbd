import { describe, expect, it } from 'vitest'
import { paise } from '../money.ts'
import { payoffAtExpiry, type PayoffLeg } from './payoffAtExpiry.ts'

const leg = (side: PayoffLeg['side'], optionType: PayoffLeg['optionType'], strike: number, premium: number): PayoffLeg => {
  return { side, optionType, strike: paise(strike * 100), premium: paise(premium * 100), units: 65 }
}
const rupees = (values: readonly number[]) => values.map((value) => value / 100)
const INDEX = paise(24_000_00)

describe('the pay-off at expiry', () => {
  it('of a sold straddle bends at its strike, where it keeps both premiums, and breaks even as far away as they reach', () => {
    const { points, breakEvens } = payoffAtExpiry([leg('SELL', 'CE', 24_000, 150), leg('SELL', 'PE', 24_000, 130)], INDEX)
    expect(points).toHaveLength(3)
    expect(points[1]).toEqual({ indexPrice: INDEX, gross: 280 * 65 * 100 })
    expect(rupees(breakEvens)).toEqual([23_720, 24_280])
    expect(points[0]!.gross).toBe((280 - 720) * 65 * 100)
    expect(points[2]!.gross).toBe((280 - 720) * 65 * 100)
  })

  it('of an iron condor is flat outside its wings: the worst is a wing’s width less what it brought', () => {
    const legs = [leg('SELL', 'CE', 24_200, 60), leg('SELL', 'PE', 23_800, 55), leg('BUY', 'CE', 24_400, 25), leg('BUY', 'PE', 23_600, 20)]
    const { points, breakEvens } = payoffAtExpiry(legs, INDEX)
    const worst = (200 - 70) * 65 * 100
    expect(points.map(({ gross }) => gross)).toEqual([-worst, -worst, 70 * 65 * 100, 70 * 65 * 100, -worst, -worst])
    expect(rupees(breakEvens)).toEqual([23_730, 24_270])
  })

  it('shows its break-evens also where the premiums are large: they are never beyond its ends', () => {
    const { points, breakEvens } = payoffAtExpiry([leg('BUY', 'CE', 24_000, 700), leg('BUY', 'PE', 24_000, 650)], INDEX)
    expect(rupees(breakEvens)).toEqual([22_650, 25_350])
    expect(points[0]!.gross).toBeGreaterThan(0)
    expect(points.at(-1)!.gross).toBeGreaterThan(0)
  })
})
