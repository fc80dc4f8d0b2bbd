import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '../money.ts'
import { DAY } from '../time.ts'
import { deepestDrawdown, equityOf, thinnedEquity, type ClosedTrade } from './equityOf.ts'

const ZERO = paise(0)
const trades: fc.Arbitrary<ClosedTrade[]> = fc.array(
  fc.record({
    // Few instants, so that exits coincide.
    exitTime: fc.integer({ min: 0, max: 400 }).map((minute) => minute * 3_600_000),
    net: fc.integer({ min: -5_000, max: 5_000 }),
    id: fc.uuid(),
  }),
  { maxLength: 120, size: 'max' },
)
/** Closed one a minute, with these results. */
const results = (...nets: number[]) => nets.map((net, minute) => ({ exitTime: minute, net }))
const amountOf = (closed: readonly ClosedTrade[], beginning = ZERO) => deepestDrawdown(equityOf(closed, beginning))?.amount ?? 0

describe('equity', () => {
  it('has a point for each closed trade, in the order of the exits and of the ids among equal ones', () => {
    const closed = [
      { exitTime: 20, net: -300, id: 'b' },
      { exitTime: 10, net: 500, id: 'c' },
      { exitTime: 20, net: 100, id: 'a' },
    ]
    expect(equityOf(closed, paise(1_000))).toEqual([
      { at: 10, equity: 1_500, drawdown: 0 },
      { at: 20, equity: 1_600, drawdown: 0 },
      { at: 20, equity: 1_300, drawdown: 300 },
    ])
  })

  it('is the same however the trades are shuffled, and ends at the sum of their nets', () => {
    fc.assert(
      fc.property(trades, (closed) => {
        const points = equityOf(closed, ZERO)
        expect(equityOf(closed.toReversed(), ZERO)).toEqual(points)
        expect(points.at(-1)?.equity ?? 0).toBe(closed.reduce((sum, { net }) => sum + net, 0))
      }),
    )
  })
})

describe('the deepest drawdown', () => {
  it('is what was given back within one day, though the day ended higher than it began', () => {
    const day = results(10_000, -12_650, 20_000)
    expect(deepestDrawdown(equityOf(day, ZERO))).toEqual({ amount: 12_650, peakAt: 0, troughAt: 1, recoveredAt: 2 })
  })

  it('falls from the beginning when nothing ended above it, and stays without a recovery until there is one', () => {
    expect(deepestDrawdown(equityOf(results(-100, -200, 250), ZERO))).toEqual({
      ...{ amount: 300, peakAt: null, troughAt: 1, recoveredAt: null },
    })
  })

  it('is the first of two that are equally deep, and falls from the last point at its peak', () => {
    expect(deepestDrawdown(equityOf(results(100, 0, -50, 50, -50, 60), ZERO))).toEqual({
      ...{ amount: 50, peakAt: 1, troughAt: 2, recoveredAt: 3 },
    })
  })

  it('is none without a trade that ended below one before', () => {
    expect(deepestDrawdown(equityOf(results(0, 100, 0), ZERO))).toBeNull()
    expect(deepestDrawdown([])).toBeNull()
  })

  it('is never negative, and the greatest fall over all pairs, the beginning included', () => {
    fc.assert(
      fc.property(trades, fc.integer({ min: 0, max: 10_000 }), (closed, beginning) => {
        const points = equityOf(closed, paise(beginning))
        const worths = [beginning, ...points.map(({ equity }) => equity)]
        let greatest = 0
        for (const [i, before] of worths.entries()) for (const after of worths.slice(i)) greatest = Math.max(greatest, before - after)
        for (const { drawdown } of points) expect(drawdown).toBeGreaterThanOrEqual(0)
        expect(deepestDrawdown(points)?.amount ?? 0).toBe(greatest)
      }),
    )
  })

  it('of a history is never deeper than that of a longer one: it only grows', () => {
    fc.assert(
      fc.property(trades, fc.nat(120), (closed, count) => {
        const points = equityOf(closed, ZERO)
        const earlier = deepestDrawdown(points.slice(0, count))?.amount ?? 0
        expect(earlier).toBeLessThanOrEqual(deepestDrawdown(points)?.amount ?? 0)
        expect(earlier).toBeLessThanOrEqual(deepestDrawdown(thinnedEquity(points, 7))?.amount ?? 0)
      }),
    )
  })

  it('does not depend on where days end: spread over more days or pressed into one it is the same', () => {
    fc.assert(
      fc.property(trades, fc.integer({ min: 1, max: 40 }), (closed, days) => {
        const inOrder = closed.toSorted((one, other) => one.exitTime - other.exitTime || (one.id! < other.id! ? -1 : 1))
        const moved = (dayOf: (place: number) => number) => inOrder.map(({ net }, place) => ({ exitTime: dayOf(place) * DAY + place, net }))
        expect(amountOf(moved((place) => place * days))).toBe(amountOf(closed))
        expect(amountOf(moved(() => 0))).toBe(amountOf(closed))
      }),
    )
  })
})

describe('a thinned curve', () => {
  it('has at most so many of the points, in order, with first, last, lowest and highest, and the very same deepest drawdown', () => {
    fc.assert(
      fc.property(trades, fc.integer({ min: 7, max: 60 }), (closed, most) => {
        const points = equityOf(closed, ZERO)
        const kept = thinnedEquity(points, most)
        expect(kept.length).toBeLessThanOrEqual(most)
        if (points.length <= most) expect(kept).toEqual(points)
        const places = kept.map((point) => points.indexOf(point))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)])
        const range = (of: readonly { equity: number }[]) => [
          Math.min(...of.map(({ equity }) => equity)),
          Math.max(...of.map(({ equity }) => equity)),
        ]
        expect(range(kept)).toEqual(range(points))
        expect(deepestDrawdown(kept)).toEqual(deepestDrawdown(points))
      }),
    )
  })
})
