import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candleGeometry, MARGIN } from './candleGeometry.ts'
import type { ChartCandle } from './ChartCandle.ts'

const candles = fc.array(
  fc
    .tuple(fc.integer({ min: 1_000, max: 90_000 }), fc.nat(200), fc.nat(200))
    .map(([low, rise, wick]): ChartCandle => ({ time: 0, open: low, close: low + rise, low, high: low + rise + wick })),
  { minLength: 1, maxLength: 300 },
)

describe('candleGeometry', () => {
  it('keeps every visible bar inside the plot, the newest at the right edge', () => {
    fc.assert(
      fc.property(candles, fc.integer({ min: 200, max: 1_600 }), fc.integer({ min: 120, max: 600 }), (series, width, height) => {
        const geometry = candleGeometry(series, width, height)
        expect(geometry.visible.at(-1)).toBe(series.at(-1))
        for (const [index, candle] of geometry.visible.entries()) {
          expect(geometry.x(index)).toBeGreaterThan(0)
          expect(geometry.x(index)).toBeLessThan(geometry.plotWidth)
          expect(geometry.y(candle.high)).toBeGreaterThanOrEqual(0)
          expect(geometry.y(candle.low)).toBeLessThanOrEqual(geometry.plotHeight)
          expect(geometry.y(candle.high)).toBeLessThanOrEqual(geometry.y(candle.low))
          expect(geometry.indexAt(geometry.x(index))).toBe(index)
        }
      }),
    )
  })

  it('drops the oldest bars on a narrow screen', () => {
    const series = Array.from({ length: 100 }, (_, time): ChartCandle => ({ time, open: 1, high: 2, low: 1, close: 2 }))
    const { visible } = candleGeometry(series, MARGIN.left + MARGIN.right + 200, 300)
    expect(visible.map((candle) => candle.time)).toEqual(Array.from({ length: 50 }, (_, i) => 50 + i))
  })

  it('gives a flat series a scale with height', () => {
    const { y, plotHeight } = candleGeometry([{ time: 0, open: 100, high: 100, low: 100, close: 100 }], 300, 200)
    expect(y(100)).toBeCloseTo(plotHeight / 2)
  })

  it('writes few times on a narrow plot', () => {
    const series = Array.from({ length: 60 }, (_, time): ChartCandle => ({ time, open: 1, high: 2, low: 1, close: 2 }))
    expect(candleGeometry(series, 390, 300).labelled.length).toBeLessThanOrEqual(4)
  })
})
