import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalQuantile, normalShare } from './normal.ts'

// Values of scipy.stats.norm (SciPy 1.17).
describe('the normal distribution', () => {
  it.each([
    [-3.5, 0.00023262907903552502],
    [-1, 0.15865525393145707],
    [0, 0.5],
    [0.3, 0.6179114221889526],
    [2, 0.9772498680518208],
    [5, 0.9999997133484281],
  ])('has the share SciPy gives below %s', (value, share) => {
    expect(normalShare(value)).toBeCloseTo(share, 14)
  })

  it.each([
    [0.1, -1.2815515655446004],
    [0.9, 1.2815515655446004],
    [0.975, 1.959963984540054],
    [0.999, 3.090232306167813],
    [0.999999999, 5.997807019601637],
  ])('has the quantile SciPy gives for %s', (share, value) => {
    expect(normalQuantile(share)).toBeCloseTo(value, 7)
  })

  it('gives a share back from its quantile', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (share) => {
        expect(normalShare(normalQuantile(share))).toBeCloseTo(share, 12)
      }),
    )
  })

  it('ends at the infinities', () => {
    expect([normalQuantile(0), normalQuantile(1), normalShare(-40), normalShare(40)]).toEqual([-Infinity, Infinity, 0, 1])
  })
})
