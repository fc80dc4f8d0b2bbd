import { describe, expect, it } from 'vitest'
import { performanceOf } from './performanceOf.ts'

describe('performance, worked out by hand', () => {
  it('is that of four trades on four days', () => {
    const { expectancy, profitFactor, sharpe, sortino } = performanceOf({
      trades: 4,
      net: 2_000,
      won: 3_000,
      returns: [1_000, -1_000, 0, 2_000],
    })
    expect(expectancy).toBe(500)
    expect(profitFactor).toBe(3)
    // Mean 500; deviations squared 250,000, 2,250,000, 250,000, 2,250,000; s = √(5,000,000 / 3).
    expect(sharpe).toBeCloseTo((500 / Math.sqrt(5_000_000 / 3)) * Math.sqrt(252), 10)
    // One return below zero: √(1,000,000 / 4) = 500.
    expect(sortino).toBeCloseTo(Math.sqrt(252), 10)
  })

  it('has no answer without trades, without a loss, on one day, or when all days are the same', () => {
    expect(performanceOf({ trades: 0, net: 0, won: 0, returns: [] })).toEqual({
      expectancy: null,
      profitFactor: null,
      sharpe: null,
      sortino: null,
    })
    expect(performanceOf({ trades: 1, net: 10, won: 10, returns: [10] })).toEqual({
      expectancy: 10,
      profitFactor: null,
      sharpe: null,
      sortino: null,
    })
    expect(performanceOf({ trades: 3, net: 0.3, won: 0.3, returns: [0.1, 0.1, 0.1] })).toMatchObject({ sharpe: null, sortino: null })
  })

  it('has ratios that do not depend on the unit of the returns', () => {
    const returns = [1_250, -730, 0, 415, -90]
    const { sharpe, sortino } = performanceOf({ trades: 5, net: 845, won: 1_665, returns: returns.map((each) => each / 10_000_000) })
    const inPaise = performanceOf({ trades: 5, net: 845, won: 1_665, returns })
    expect(inPaise.sharpe).toBeCloseTo(sharpe ?? NaN, 10)
    expect(inPaise.sortino).toBeCloseTo(sortino ?? NaN, 10)
  })
})
