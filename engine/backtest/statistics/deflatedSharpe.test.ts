import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deflatedSharpes, expectedOfBest, probabilityAbove, type Trial } from './deflatedSharpe.ts'
import { returnShape } from './returnShape.ts'

const trial = fc.record({
  sharpe: fc.double({ min: -5, max: 5, noNaN: true }),
  days: fc.integer({ min: 20, max: 1_500 }),
  skewness: fc.double({ min: -3, max: 3, noNaN: true }),
  // A distribution's kurtosis is never below its skewness squared plus one.
  kurtosis: fc.double({ min: 10.5, max: 40, noNaN: true }),
})

/** So many Sharpe ratios with a variance of a half a year, by the day of a 250-day year. */
function spread(count: number): number[] {
  const deviation = Math.sqrt(0.5 / 250)
  const unit = Array.from({ length: count }, (_, i) => i - (count - 1) / 2)
  const scale = deviation / Math.sqrt(unit.reduce((total, each) => total + each * each, 0) / (count - 1))
  return unit.map((each) => each * scale)
}

describe('the deflated Sharpe ratio', () => {
  // Bailey and López de Prado 2014, "A numerical example": five years of days, skewness −3, kurtosis 10, 2.5 a year.
  it.each([
    [100, 0.1132, 0.9004],
    [46, 0.1004, 0.9505],
  ])('is that of the paper for its best of %i trials', (count, expected, deflated) => {
    const threshold = expectedOfBest(spread(count))
    expect(threshold).toBeCloseTo(expected, 4)
    expect(probabilityAbove(threshold, 2.5 / Math.sqrt(250), { days: 1_250, skewness: -3, kurtosis: 10 })).toBeCloseTo(deflated, 4)
  })

  it('is never above the plain probability, and the plain one for a single trial', () => {
    fc.assert(
      fc.property(fc.array(trial, { minLength: 1, maxLength: 20 }), (trials) => {
        const deflated = deflatedSharpes(trials)
        trials.forEach(({ sharpe, ...shape }, i) => {
          const plain = probabilityAbove(0, sharpe / Math.sqrt(252), shape)!
          expect(deflated[i]).toBeLessThanOrEqual(plain + 1e-12)
          expect(deflatedSharpes([trials[i]!])).toEqual([plain])
        })
      }),
    )
  })

  it('falls with every further trial of the same spread', () => {
    const thresholds = [2, 5, 10, 50, 200, 1_000].map((count) => expectedOfBest(spread(count)))
    expect(thresholds).toEqual(thresholds.toSorted((a, b) => a - b))
    expect(new Set(thresholds).size).toBe(6)
  })

  it('is not given where there is no Sharpe ratio, and such a trial is none', () => {
    const good: Trial = { sharpe: 2, days: 100, skewness: 0, kurtosis: 3 }
    const none: Trial = { sharpe: null, days: 100, skewness: null, kurtosis: null }
    expect(deflatedSharpes([good, none])).toEqual([deflatedSharpes([good])[0], null])
  })
})

describe('the shape of returns', () => {
  it('is that of SciPy', () => {
    // scipy.stats.skew and kurtosis(fisher=False), SciPy 1.17.
    const shape = returnShape([94, 197, 16, 38, 99, 141, 23, 52, 104, 146, 10, 51, 30, 40, 27, 46])
    expect(shape.days).toBe(16)
    expect(shape.skewness).toBeCloseTo(0.9535421431372472, 12)
    expect(shape.kurtosis).toBeCloseTo(2.855470291068421, 12)
  })

  it('is unknown where every return is the same', () => {
    expect(returnShape([0.1, 0.1, 0.1])).toEqual({ days: 3, skewness: null, kurtosis: null })
    expect(returnShape([])).toEqual({ days: 0, skewness: null, kurtosis: null })
  })
})
