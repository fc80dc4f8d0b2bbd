import { describe, expect, it } from 'vitest'
import { performanceOf } from './performanceOf.ts'

/** Twenty trading days, as many as ratios need: the same few over and over. */
const overAndOver = (...returns: number[]) => Array.from({ length: 20 }, (_, i) => returns[i % returns.length]!)

describe('performance, worked out by hand', () => {
  it('is that of twenty trades on twenty days', () => {
    const { expectancy, profitFactor, sharpe, sortino } = performanceOf({
      trades: 20,
      net: 10_000,
      won: 15_000,
      returns: overAndOver(1_000, -1_000, 0, 2_000),
    })
    expect(expectancy).toBe(500)
    expect(profitFactor).toBe(3)
    // Mean 500; five times the squared deviations 250,000, 2,250,000, 250,000, 2,250,000; s = √(25,000,000 / 19).
    expect(sharpe).toBeCloseTo((500 / Math.sqrt(25_000_000 / 19)) * Math.sqrt(252), 10)
    // Five returns below zero: √(5,000,000 / 20) = 500.
    expect(sortino).toBeCloseTo(Math.sqrt(252), 10)
  })

  it('has no ratios below twenty trading days, and has them with the twentieth', () => {
    const days = overAndOver(1_000, -1_000, 0, 2_000)
    const ratios = (returns: number[]) => performanceOf({ trades: 1, net: 1, won: 1, returns })
    expect(ratios(days.slice(1))).toMatchObject({ sharpe: null, sortino: null })
    expect(ratios(days)).toMatchObject({ sharpe: expect.any(Number), sortino: expect.any(Number) })
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
    expect(performanceOf({ trades: 3, net: 2, won: 2, returns: overAndOver(0.1) })).toMatchObject({ sharpe: null, sortino: null })
  })

  it('has ratios that do not depend on the unit of the returns', () => {
    const returns = overAndOver(1_250, -730, 0, 415, -90)
    const { sharpe, sortino } = performanceOf({ trades: 5, net: 845, won: 1_665, returns: returns.map((each) => each / 10_000_000) })
    const inPaise = performanceOf({ trades: 5, net: 845, won: 1_665, returns })
    expect(inPaise.sharpe).toBeCloseTo(sharpe ?? NaN, 10)
    expect(inPaise.sortino).toBeCloseTo(sortino ?? NaN, 10)
  })
})
