import { describe, expect, it } from 'vitest'
import {
  formatCount,
  formatLakhs,
  formatPrice,
  formatRate,
  formatRupees,
  formatSignedPercent,
  formatSignedRupees,
  formatSignedWholeRupees,
  formatSignedThousands,
  formatTyped,
} from './formatMoney.ts'

describe('money on screens', () => {
  it('is grouped the Indian way with two decimals', () => {
    expect(formatRupees(1_234_567)).toBe('₹12,34,567.00')
    expect(formatPrice(24_512.3)).toBe('24,512.30')
    expect(formatCount(12_547)).toBe('12,547')
    expect(formatTyped(637_250.1)).toBe('6,37,250.10')
    expect(formatTyped(1_000_000)).toBe('10,00,000')
  })

  it('carries a sign on a profit and a true minus on a loss, and none on zero', () => {
    expect(formatSignedRupees(512.5)).toBe('+₹512.50')
    expect(formatSignedRupees(-512.5)).toBe('\u2212₹512.50')
    expect(formatSignedRupees(0)).toBe('₹0.00')
    expect(formatSignedWholeRupees(512.5)).toBe('+₹513')
    expect(formatSignedWholeRupees(-251_847.87)).toBe('\u2212₹2,51,848')
    expect(formatSignedWholeRupees(-0.2)).toBe('₹0')
    expect(formatSignedPercent(-0.4)).toBe('\u22120.40%')
  })

  it('is a dash when unknown, never a zero', () => {
    for (const format of [formatRupees, formatSignedRupees, formatSignedWholeRupees, formatPrice, formatRate])
      expect(format(null)).toBe('—')
  })

  it('shows thousands with sign and two decimals', () => {
    expect(formatSignedThousands(12_345.6)).toBe('+₹12.35K')
    expect(formatSignedThousands(-512.5)).toBe('\u2212₹0.51K')
    expect(formatSignedThousands(0)).toBe('₹0.00K')
    expect(formatSignedThousands(null)).toBe('—')
  })

  it('shows lakhs with the rupee sign', () => {
    expect(formatLakhs(2_847_500)).toBe('₹28.48L')
    expect(formatRate(73.2)).toBe('73.2%')
  })
})
