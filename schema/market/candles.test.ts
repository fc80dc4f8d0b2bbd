import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '../money.ts'
import { istInstant, MINUTE } from '../time.ts'
import { foldColumns, sliceColumns, toColumns, type Candle } from './candles.ts'

const OPEN = istInstant('2024-01-01', 555)

const price = fc.integer({ min: 1, max: 10_000_000 })
/** Minutes of a series with holes, as a feed may leave them. */
const series = fc
  .array(fc.tuple(fc.tuple(price, price, price, price), fc.nat(1_000), fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 200 })
  .map((rows) => {
    let time = OPEN
    return rows.map(([[a, b, c, d], volume, gap], i): Candle => {
      if (i > 0) time += gap * MINUTE
      return { time, open: paise(a), close: paise(b), high: paise(Math.max(a, b, c)), low: paise(Math.min(a, b, d)), volume }
    })
  })

describe('foldColumns', () => {
  it('takes the first open, the highest high, the lowest low, the last close and the sum of volumes', () => {
    const minute = (i: number, open: number, high: number, low: number, close: number): Candle => ({
      time: OPEN + i * MINUTE,
      open: paise(open),
      high: paise(high),
      low: paise(low),
      close: paise(close),
      volume: i,
    })
    const folded = foldColumns(toColumns([minute(3, 200, 300, 100, 150), minute(4, 160, 250, 90, 220), minute(5, 220, 230, 210, 215)]), 5)
    expect(Object.fromEntries(Object.entries(folded).map(([name, column]) => [name, [...column]]))).toEqual({
      time: [OPEN, OPEN + 5 * MINUTE],
      open: [2, 2.2],
      high: [3, 2.3],
      low: [0.9, 2.1],
      close: [2.2, 2.15],
      volume: [7, 5],
    })
  })

  it('keeps low ≤ open, close ≤ high and the total volume, for every series', () => {
    fc.assert(
      fc.property(series, fc.constantFrom(1, 5, 15), (candles, minutes) => {
        const { time, open, high, low, close, volume } = foldColumns(toColumns(candles), minutes)
        time.forEach((at, i) => {
          expect(at % (minutes * MINUTE)).toBe(0)
          expect(low[i]! <= Math.min(open[i]!, close[i]!) && Math.max(open[i]!, close[i]!) <= high[i]!).toBe(true)
        })
        expect(volume.reduce((a, b) => a + b)).toBe(candles.reduce((sum, candle) => sum + candle.volume, 0))
      }),
    )
  })

  it('to five minutes and then to fifteen is the same as to fifteen, for every series', () => {
    fc.assert(
      fc.property(series, (candles) => {
        const minutes = toColumns(candles)
        expect(foldColumns(foldColumns(minutes, 5), 15)).toEqual(foldColumns(minutes, 15))
      }),
    )
  })

  it('makes no bar of an empty series', () => {
    expect(foldColumns(toColumns([]), 5).time).toHaveLength(0)
  })
})

describe('sliceColumns', () => {
  it('shows the same memory', () => {
    const columns = toColumns([{ time: OPEN, open: paise(1), high: paise(1), low: paise(1), close: paise(1), volume: 0 }])
    const slice = sliceColumns(columns, 0, 1)
    columns.close[0] = 7
    expect(slice.close[0]).toBe(7)
    expect(sliceColumns(columns, 1, 1).time).toHaveLength(0)
  })
})
