import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../schema/time.ts'
import { indexAtTime, NEWEST_BARS, panned, rangeOf, revealing, zoomed, type BarWindow } from './barWindow.ts'
import type { ChartCandle } from './ChartCandle.ts'

const OPEN = Date.parse('2026-11-20T03:45:00Z')
const bars = (count: number, from = 0): ChartCandle[] =>
  Array.from({ length: count }, (_, i) => ({ time: OPEN + (from + i) * MINUTE, open: 1, high: 2, low: 1, close: 2, volume: 0 }))

const WIDTH = 800
const step = fc.oneof(
  fc.record({ kind: fc.constant('pan' as const), bars: fc.double({ min: -2_000, max: 2_000, noNaN: true }) }),
  fc.record({
    kind: fc.constant('zoom' as const),
    factor: fc.double({ min: 0.05, max: 20, noNaN: true }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ kind: fc.constant('reveal' as const), part: fc.double({ min: 0, max: 0.999, noNaN: true }) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function after(window: BarWindow, candles: readonly ChartCandle[], steps: readonly Step[]): BarWindow {
  return steps.reduce((current, each) => {
    if (each.kind === 'pan') return panned(current, candles, WIDTH, each.bars)
    if (each.kind === 'zoom') return zoomed(current, candles, WIDTH, each.factor, each.at)
    return revealing(current, candles, WIDTH, Math.floor(each.part * candles.length))
  }, window)
}

const length = fc.integer({ min: 1, max: 1_500 })
const steps = fc.array(step, { maxLength: 8 })

describe('a window over bars', () => {
  it('stays within the bars, whatever is done to it', () => {
    fc.assert(
      fc.property(length, steps, (count, done) => {
        const candles = bars(count)
        const { start, end } = rangeOf(after(NEWEST_BARS, candles, done), candles, WIDTH)
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(count)
        expect(end - start).toBeGreaterThan(Math.min(12, count) - 1e-6)
      }),
    )
  })

  it('keeps the bar under the pointer when it is zoomed, where there are bars on both sides', () => {
    fc.assert(
      fc.property(
        length,
        steps,
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, done, factor, at) => {
          const candles = bars(n)
          const before = after(NEWEST_BARS, candles, done)
          const old = rangeOf(before, candles, WIDTH)
          const now = rangeOf(zoomed(before, candles, WIDTH, factor, at), candles, WIDTH)
          const pointed = ({ start, end }: typeof old) => start + at * (end - start)
          if (now.start > 1e-6 && now.end < n - 1e-6) expect(pointed(now)).toBeCloseTo(pointed(old), 6)
          // At an end of the bars it gives way towards the inside only.
          else if (now.start <= 1e-6 && now.end < n - 1e-6) expect(pointed(now)).toBeGreaterThanOrEqual(pointed(old) - 1e-6)
          else if (now.start > 1e-6) expect(pointed(now)).toBeLessThanOrEqual(pointed(old) + 1e-6)
        },
      ),
    )
  })

  it('comes back when it is moved there and back within the bars', () => {
    const candles = bars(1_000)
    const middle = panned(NEWEST_BARS, candles, WIDTH, -400)
    const there = panned(middle, candles, WIDTH, 37.5)
    expect(rangeOf(panned(there, candles, WIDTH, -37.5), candles, WIDTH)).toEqual(rangeOf(middle, candles, WIDTH))
  })

  it('shows the same bars after older ones came before them and newer ones behind', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 1_000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 20 }),
        (n, older, newer) => {
          const candles = bars(n, older)
          const window = panned(NEWEST_BARS, candles, WIDTH, -30.25)
          const { start, end } = rangeOf(window, candles, WIDTH)
          const grown = rangeOf(window, bars(older + n + newer), WIDTH)
          expect(grown.start).toBeCloseTo(start + older, 6)
          expect(grown.end).toBeCloseTo(end + older, 6)
        },
      ),
    )
  })

  it('follows the newest bar until it is moved away, and again when it is moved back', () => {
    expect(rangeOf(NEWEST_BARS, bars(301), WIDTH)).toEqual({ start: 181, end: 301 })
    const away = panned(NEWEST_BARS, bars(300), WIDTH, -1)
    expect(rangeOf(away, bars(301), WIDTH)).toEqual({ start: 179, end: 299 })
    expect(rangeOf(panned(away, bars(300), WIDTH, 5), bars(301), WIDTH).end).toBe(301)
  })

  it('begins with bars of four pixels where there is no room for more', () => {
    expect(rangeOf(NEWEST_BARS, bars(300), 200)).toEqual({ start: 250, end: 300 })
  })

  it('moves no further than it must to show a bar', () => {
    const candles = bars(500)
    expect(revealing(NEWEST_BARS, candles, WIDTH, 499)).toBe(NEWEST_BARS)
    expect(rangeOf(revealing(NEWEST_BARS, candles, WIDTH, 379), candles, WIDTH)).toEqual({ start: 379, end: 499 })
  })
})

describe('indexAtTime', () => {
  it('finds the bar that holds an instant', () => {
    const candles = bars(10)
    expect(indexAtTime(candles, OPEN - 1)).toBe(-1)
    expect(indexAtTime(candles, OPEN)).toBe(0)
    expect(indexAtTime(candles, OPEN + 3 * MINUTE + 59_999)).toBe(3)
    expect(indexAtTime(candles, OPEN + 99 * MINUTE)).toBe(9)
  })
})
