import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curveFromZero, equityGeometry, type EquityPoint } from './equityGeometry.ts'

const curves: fc.Arbitrary<EquityPoint[]> = fc
  .array(fc.record({ gap: fc.integer({ min: 0, max: 10_000_000 }), equity: fc.integer({ min: -1_000_000, max: 10_000_000 }) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((steps) => {
    let time = Date.parse('2026-11-20T03:45:00Z')
    let peak = -Infinity
    return steps.map(({ gap, equity }) => {
      peak = Math.max(peak, equity)
      return { time: (time += gap), equity, drawdown: peak - equity }
    })
  })

describe('curveFromZero', () => {
  it('begins with nothing at the opening of the first day, and ends with the last exit', () => {
    const points = [
      { at: '2026-11-20T04:10:00.000Z', equity: 500, drawdown: 0 },
      { at: '2026-11-20T06:35:00.000Z', equity: 200, drawdown: 300 },
    ]
    const curve = curveFromZero(points)
    expect(curve[0]).toEqual({ time: Date.parse('2026-11-20T03:45:00.000Z'), equity: 0, drawdown: 0 })
    expect(curve.at(-1)?.time).toBe(Date.parse('2026-11-20T06:35:00.000Z'))
    expect(curveFromZero([])).toEqual([])
  })
})

describe('equityGeometry', () => {
  it('keeps both lines inside their plots', () => {
    fc.assert(
      fc.property(curves, (points) => {
        const { x, equityScale, drawdownScale, plotWidth, equityHeight, drawdownHeight } = equityGeometry(points, 600, 300)
        for (const { time, equity, drawdown } of points) {
          expect(x(time)).toBeGreaterThanOrEqual(0)
          expect(x(time)).toBeLessThanOrEqual(plotWidth)
          expect(equityScale(equity)).toBeGreaterThanOrEqual(0)
          expect(equityScale(equity)).toBeLessThanOrEqual(equityHeight)
          expect(drawdownScale(-drawdown)).toBeLessThanOrEqual(drawdownHeight)
        }
      }),
    )
  })

  it('finds the point that holds at a position', () => {
    fc.assert(
      fc.property(curves, fc.integer({ min: 0, max: 600 }), (points, at) => {
        const { x, indexAt } = equityGeometry(points, 600, 300)
        const index = indexAt(at)
        const next = points[index + 1]
        expect(points[index]).toBeDefined()
        if (index > 0) expect(points[index]?.time).toBeLessThanOrEqual(x.invert(at))
        if (next) expect(next.time).toBeGreaterThan(x.invert(at))
      }),
    )
  })

  it('writes as many days below as there is room for, each once and none beyond the edges', () => {
    fc.assert(
      fc.property(curves, fc.integer({ min: 200, max: 1_400 }), (points, width) => {
        const { labelled, x, plotWidth } = equityGeometry(points, width, 300)
        expect(labelled.length).toBeLessThanOrEqual(Math.max(1, plotWidth / 90))
        for (const time of labelled) {
          expect(x(time)).toBeGreaterThanOrEqual(0)
          expect(x(time)).toBeLessThanOrEqual(plotWidth)
        }
        const span = (points.at(-1)?.time ?? 0) - (points[0]?.time ?? 0)
        if (span >= 86_400_000) {
          const days = labelled.map((time) => new Date(time + 19_800_000).toISOString().slice(0, 10))
          expect(days.length).toBeGreaterThan(0)
          expect(new Set(days).size).toBe(days.length)
        }
      }),
    )
  })
})
