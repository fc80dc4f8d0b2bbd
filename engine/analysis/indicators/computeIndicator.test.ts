import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldColumns, sliceColumns, type CandleColumns } from '../../../schema/market/candles.ts'
import { INDICATOR_NAMES, indicatorText, outputsOf, type IndicatorCall, type IndicatorName } from '../../../schema/rules/indicators.ts'
import { randomWalk } from '../testing/randomWalk.ts'
import { computeIndicator } from './computeIndicator.ts'

/** The contract every indicator keeps: which calls are tried, and how many bars each leaves empty on a series that starts a session. */
const CONTRACT: Record<IndicatorName, readonly { readonly parameters: readonly number[]; readonly warmUp: number }[]> = {
  sma: [
    { parameters: [1], warmUp: 0 },
    { parameters: [20], warmUp: 19 },
  ],
  ema: [
    { parameters: [1], warmUp: 0 },
    { parameters: [20], warmUp: 19 },
  ],
  rsi: [
    { parameters: [2], warmUp: 2 },
    { parameters: [14], warmUp: 14 },
  ],
  atr: [
    { parameters: [1], warmUp: 1 },
    { parameters: [14], warmUp: 14 },
  ],
  supertrend: [
    { parameters: [1, 0.1], warmUp: 1 },
    { parameters: [10, 3], warmUp: 10 },
  ],
  opening_range: [
    { parameters: [1], warmUp: 0 },
    { parameters: [15], warmUp: 14 },
  ],
  highest: [
    { parameters: [1], warmUp: 0 },
    { parameters: [20], warmUp: 19 },
  ],
  lowest: [
    { parameters: [1], warmUp: 0 },
    { parameters: [20], warmUp: 19 },
  ],
}

const CALLS = INDICATOR_NAMES.flatMap((name) => CONTRACT[name].map(({ parameters, warmUp }) => ({ call: { name, parameters }, warmUp })))
const titled = CALLS.map(({ call, warmUp }) => ({ title: indicatorText(call), call, warmUp }))

/** Columns of a call as plain arrays, so that NaN equals NaN. */
function columns(candles: CandleColumns, call: IndicatorCall): Record<string, number[]> {
  return Object.fromEntries([...computeIndicator(candles, call, 1)].map(([name, column]) => [name, [...column]]))
}
const cut = (all: Record<string, number[]>, length: number) =>
  Object.fromEntries(Object.entries(all).map(([name, column]) => [name, column.slice(0, length)]))

describe.each(titled)('$title', ({ call, warmUp }) => {
  it('has every output of its definition, as long as the candles', () => {
    const computed = columns(randomWalk(100, 1), call)
    expect(Object.keys(computed)).toEqual(outputsOf(call.name))
    for (const column of Object.values(computed)) expect(column).toHaveLength(100)
  })

  it('is empty for exactly its warm-up, then a finite number on every bar of the session', () => {
    for (const column of Object.values(columns(randomWalk(375, 2), call))) {
      expect(column.findIndex((value) => !Number.isNaN(value))).toBe(warmUp)
      expect(column.slice(warmUp).every(Number.isFinite)).toBe(true)
    }
  })

  it('is all empty on a series no longer than its warm-up', () => {
    for (const length of [0, Math.min(1, warmUp), warmUp]) {
      for (const column of Object.values(columns(randomWalk(length, 3), call))) expect(column).toEqual(Array<number>(length).fill(NaN))
    }
  })

  it('never looks ahead: later bars change nothing, for every place they may begin', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer(), (k, seed) => {
        const candles = randomWalk(800, seed)
        const whole = columns(candles, call)
        expect(columns(sliceColumns(candles, 0, k), call)).toEqual(cut(whole, k))
      }),
      { numRuns: 20 },
    )
  })

  it('does not write to the candles', () => {
    const candles = randomWalk(400, 4)
    columns(candles, call)
    expect(candles).toEqual(randomWalk(400, 4))
  })
})

describe('by hand', () => {
  const series = (bars: readonly (readonly [high: number, low: number, close: number])[]): CandleColumns => {
    const { time } = randomWalk(bars.length, 1)
    const column = (pick: (bar: readonly [number, number, number]) => number) => Float64Array.from(bars, pick)
    const close = column(([, , value]) => value)
    return {
      time,
      open: close,
      high: column(([value]) => value),
      low: column(([, value]) => value),
      close,
      volume: new Float64Array(bars.length),
    }
  }
  const closes = (...values: number[]) => series(values.map((value) => [value, value, value]))

  it('sma(3) of 1 2 6 3 is 3 and 11/3', () => {
    expect(columns(closes(1, 2, 6, 3), { name: 'sma', parameters: [3] })).toEqual({ value: [NaN, NaN, 3, 11 / 3] })
  })

  it('ema(3) starts at the average of three and then takes half of each step', () => {
    expect(columns(closes(1, 2, 6, 5, 8), { name: 'ema', parameters: [3] })).toEqual({ value: [NaN, NaN, 3, 4, 6] })
  })

  it("rsi(2) follows Wilder's averages", () => {
    // Gains 2, 0, 3; losses 0, 1, 0. Averages 1 and ½, then (1 + 3)/2 = 2 and ¼.
    const { value } = columns(closes(10, 12, 11, 14), { name: 'rsi', parameters: [2] })
    expect(value![2]).toBeCloseTo((100 * 1) / 1.5, 12)
    expect(value![3]).toBeCloseTo((100 * 2) / 2.25, 12)
  })

  it('rsi is 100 when nothing fell, 0 when nothing rose, and 0 when nothing moved', () => {
    const last = (...values: number[]) => columns(closes(...values), { name: 'rsi', parameters: [2] })['value']!.at(-1)
    expect([last(1, 2, 3), last(3, 2, 1), last(2, 2, 2)]).toEqual([100, 0, 0])
  })

  it('atr(2) counts the gap to the close before and leaves out the first bar', () => {
    // True ranges 4 (14 to 10, up from 10), 6 (close 13 down to 7), 2.
    const candles = series([
      [50, 1, 10],
      [14, 11, 13],
      [9, 7, 8],
      [9, 7, 8],
    ])
    expect(columns(candles, { name: 'atr', parameters: [2] })).toEqual({ value: [NaN, NaN, 5, 3.5] })
  })

  it('supertrend(1,1) turns up on a close above its upper band and down on one below its lower band', () => {
    // True ranges 2 2 6 2 2 6. The upper band stays at 12 until the close of 16 breaks it; the lower one rises to 9 and 14, where a close
    // of 14 does not break it and one of 8 does.
    const candles = series([
      [11, 9, 10],
      [11, 9, 10],
      [11, 9, 10],
      [16, 14, 16],
      [17, 15, 16],
      [16, 14, 14],
      [10, 8, 8],
    ])
    expect(columns(candles, { name: 'supertrend', parameters: [1, 1] })).toEqual({
      value: [NaN, 12, 12, 9, 14, 14, 15],
      direction: [NaN, -1, -1, 1, 1, 1, -1],
    })
  })

  it('opening_range(15) on five-minute bars is known when the third bar closes, holds all day, and begins anew each day', () => {
    const minutes = randomWalk(750, 5)
    const bars = foldColumns(minutes, 5)
    const range = computeIndicator(bars, { name: 'opening_range', parameters: [15] }, 5)
    for (const [day, from] of [0, 375].entries()) {
      const top = Math.max(...minutes.high.subarray(from, from + 15))
      const bottom = Math.min(...minutes.low.subarray(from, from + 15))
      expect([...range.get('high')!.subarray(75 * day, 75 * day + 75)]).toEqual([NaN, NaN, ...Array<number>(73).fill(top)])
      expect([...range.get('low')!.subarray(75 * day, 75 * day + 75)]).toEqual([NaN, NaN, ...Array<number>(73).fill(bottom)])
    }
  })

  it('opening_range stays empty on a day whose first bar is missing', () => {
    const late = sliceColumns(randomWalk(750, 6), 3, 750)
    const { high } = columns(late, { name: 'opening_range', parameters: [15] })
    expect(high!.slice(0, 372).every(Number.isNaN)).toBe(true)
    expect(high![372 + 14]).not.toBeNaN()
  })

  it('highest and lowest are the extremes of the window, for every series and period', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: 1, max: 8 }), (values, period) => {
        const candles = closes(...values)
        const expected = (extreme: (...window: number[]) => number) =>
          values.map((_, i) => (i < period - 1 ? NaN : extreme(...values.slice(i - period + 1, i + 1))))
        expect(columns(candles, { name: 'highest', parameters: [period] })).toEqual({ value: expected(Math.max) })
        expect(columns(candles, { name: 'lowest', parameters: [period] })).toEqual({ value: expected(Math.min) })
      }),
    )
  })
})
