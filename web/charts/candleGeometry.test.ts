import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NEWEST_BARS, rangeOf, zoomed } from './barWindow.ts'
import { candleGeometry, plotWidthOf } from './candleGeometry.ts'
import type { ChartCandle } from './ChartCandle.ts'
import { barsIn, chartExtents } from './chartExtents.ts'
import type { OverlayPicture } from './overlayLines.ts'

const candles = fc
  .array(fc.tuple(fc.integer({ min: 1_000, max: 90_000 }), fc.nat(200), fc.nat(200), fc.nat(5_000)), { minLength: 1, maxLength: 300 })
  .map((rows) =>
    rows.map(([low, rise, wick, volume], i): ChartCandle => ({
      ...{ time: i * 60_000, open: low, close: low + rise, low, high: low + rise + wick, volume },
    })),
  )

const picture = (pane: OverlayPicture['pane'], values: readonly number[]): OverlayPicture => ({
  overlay: { name: 'ema', parameters: [1], hidden: false, colour: 1 },
  pane,
  lines: [{ values: Float64Array.from(values), token: '--series-1', look: 'solid' }],
})

describe('candleGeometry', () => {
  it('keeps every bar in sight inside the plot, and finds it again by its place', () => {
    fc.assert(
      fc.property(candles, fc.integer({ min: 200, max: 1_600 }), fc.integer({ min: 200, max: 600 }), (series, width, height) => {
        const range = rangeOf(NEWEST_BARS, series, plotWidthOf(width))
        const geometry = candleGeometry(range, chartExtents(series, range, []), width, height)
        const { first, last } = barsIn(range, series.length)
        expect(last).toBe(series.length - 1)
        for (let i = first; i <= last; i++) {
          const { high, low, volume } = series[i]!
          expect(geometry.middle(i)).toBeGreaterThan(0)
          expect(geometry.middle(i)).toBeLessThan(geometry.plotWidth)
          expect(geometry.price.y(high)).toBeGreaterThanOrEqual(0)
          expect(geometry.price.y(low)).toBeLessThanOrEqual(geometry.price.height)
          expect(geometry.indexAt(geometry.middle(i))).toBe(i)
          if (geometry.volume) expect(geometry.volume.y(volume)).toBeGreaterThanOrEqual(geometry.volume.top - 1e-9)
        }
      }),
    )
  })

  it('puts the bar under the pointer at the same place after zooming', () => {
    const series = Array.from({ length: 400 }, (_, i): ChartCandle => ({ time: i * 60_000, open: 1, high: 2, low: 1, close: 2, volume: 0 }))
    const width = 1_000
    const plotWidth = plotWidthOf(width)
    const place = (window: typeof NEWEST_BARS) =>
      candleGeometry(rangeOf(window, series, plotWidth), chartExtents(series, { start: 0, end: 400 }, []), width, 400)
    const closer = zoomed(NEWEST_BARS, series, plotWidth, 0.5, 0.25)
    expect(place(closer).indexAt(plotWidth / 4)).toBe(place(NEWEST_BARS).indexAt(plotWidth / 4))
  })

  it('gives a flat series a scale with height', () => {
    const flat: ChartCandle[] = [{ time: 0, open: 100, high: 100, low: 100, close: 100, volume: 0 }]
    const { price, volume } = candleGeometry({ start: 0, end: 1 }, chartExtents(flat, { start: 0, end: 1 }, []), 300, 200)
    expect(price.y(100)).toBeCloseTo(price.height / 2)
    expect(volume).toBeNull()
  })

  it('puts RSI and MACD into panes below the bars, one below the other', () => {
    const series: ChartCandle[] = [{ time: 0, open: 100, high: 110, low: 90, close: 100, volume: 0 }]
    const range = { start: 0, end: 1 }
    const extents = chartExtents(series, range, [picture('rsi', [60]), picture('macd', [-4])])
    const { price, rsi, macd, plotHeight } = candleGeometry(range, extents, 400, 400)
    expect(rsi!.top).toBeGreaterThan(price.top + price.height)
    expect(macd!.top).toBeGreaterThan(rsi!.top + rsi!.height)
    expect(macd!.top + macd!.height).toBeLessThanOrEqual(plotHeight)
    expect(macd!.y(0)).toBeCloseTo(macd!.top + macd!.height / 2)
    expect([rsi!.y(100), rsi!.y(0)]).toEqual([rsi!.top, rsi!.top + rsi!.height])
  })
})

describe('chartExtents', () => {
  const series = [1, 2, 3, 4].map((low, i): ChartCandle => ({ time: i, open: low, high: low + 1, low, close: low, volume: low * 10 }))

  it('holds bars and overlays in sight, and nothing else', () => {
    const band = picture('price', [-100, NaN, 9, 100])
    expect(chartExtents(series, { start: 1.5, end: 2.5 }, [band])).toEqual({ low: 2, high: 9, volume: 30, hasRsi: false, macd: null })
  })

  it('leaves room for a MACD that has no values yet', () => {
    expect(chartExtents(series, { start: 0, end: 2 }, [picture('macd', [NaN, NaN, 7, 7])]).macd).toBe(0)
  })
})
