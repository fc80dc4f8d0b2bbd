import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldColumns, sliceColumns, type CandleColumns } from '../../../schema/market/candles.ts'
import { plainColumns } from '../testing/plainColumns.ts'
import { randomWalk } from '../testing/randomWalk.ts'

describe('indicators by hand', () => {
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
    expect(plainColumns(closes(1, 2, 6, 3), { name: 'sma', parameters: [3] })).toEqual({ value: [NaN, NaN, 3, 11 / 3] })
  })

  it('ema(3) starts at the average of three and then takes half of each step', () => {
    expect(plainColumns(closes(1, 2, 6, 5, 8), { name: 'ema', parameters: [3] })).toEqual({ value: [NaN, NaN, 3, 4, 6] })
  })

  it("rsi(2) follows Wilder's averages", () => {
    // Gains 2, 0, 3; losses 0, 1, 0. Averages 1 and ½, then (1 + 3)/2 = 2 and ¼.
    const { value } = plainColumns(closes(10, 12, 11, 14), { name: 'rsi', parameters: [2] })
    expect(value![2]).toBeCloseTo((100 * 1) / 1.5, 12)
    expect(value![3]).toBeCloseTo((100 * 2) / 2.25, 12)
  })

  it('rsi is 100 when nothing fell, 0 when nothing rose, and 0 when nothing moved', () => {
    const last = (...values: number[]) => plainColumns(closes(...values), { name: 'rsi', parameters: [2] })['value']!.at(-1)
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
    expect(plainColumns(candles, { name: 'atr', parameters: [2] })).toEqual({ value: [NaN, NaN, 5, 3.5] })
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
    expect(plainColumns(candles, { name: 'supertrend', parameters: [1, 1] })).toEqual({
      value: [NaN, 12, 12, 9, 14, 14, 15],
      direction: [NaN, -1, -1, 1, 1, 1, -1],
    })
  })

  it('opening_range(15) on five-minute bars is known when the third bar closes, holds all day, and begins anew each day', () => {
    const minutes = randomWalk(750, 5)
    const bars = foldColumns(minutes, 5)
    const range = plainColumns(bars, { name: 'opening_range', parameters: [15] }, 5)
    for (const [day, from] of [0, 375].entries()) {
      const top = Math.max(...minutes.high.subarray(from, from + 15))
      const bottom = Math.min(...minutes.low.subarray(from, from + 15))
      expect(range['high']!.slice(75 * day, 75 * day + 75)).toEqual([NaN, NaN, ...Array<number>(73).fill(top)])
      expect(range['low']!.slice(75 * day, 75 * day + 75)).toEqual([NaN, NaN, ...Array<number>(73).fill(bottom)])
    }
  })

  it('opening_range stays empty on a day whose first bar is missing', () => {
    const late = sliceColumns(randomWalk(750, 6), 3, 750)
    const { high } = plainColumns(late, { name: 'opening_range', parameters: [15] })
    expect(high!.slice(0, 372).every(Number.isNaN)).toBe(true)
    expect(high![372 + 14]).not.toBeNaN()
  })

  it('wma(3) weighs the newest value three times, the oldest once', () => {
    expect(plainColumns(closes(1, 2, 6, 4), { name: 'wma', parameters: [3] })).toEqual({ value: [NaN, NaN, 23 / 6, 26 / 6] })
  })

  it('roc(2) is the change over two bars in per cent', () => {
    expect(plainColumns(closes(10, 20, 15, 10), { name: 'roc', parameters: [2] })).toEqual({ value: [NaN, NaN, 50, -50] })
  })

  it('cci(3) counts mean deviations of 0.015, and is 0 on a flat window', () => {
    // The window 1 2 6 has the average 3 and the mean deviation 2.
    const { value } = plainColumns(closes(1, 2, 6, 6, 6), { name: 'cci', parameters: [3] })
    expect(value![2]).toBeCloseTo(3 / (0.015 * 2), 9)
    expect(value![4]).toBe(0)
  })

  it('cci stays 0 on flat windows far from the first bar, where the running sum is no longer exact', () => {
    const moved = randomWalk(3_000, 8).close
    const { value } = plainColumns(closes(...moved, ...Array<number>(30).fill(20_000.1)), { name: 'cci', parameters: [20] })
    expect(value!.slice(-10)).toEqual(Array<number>(10).fill(0))
  })

  it('stochastic(3,2,2) averages the place in the range twice, and is 0 where there is no range', () => {
    const candles = series([
      [12, 8, 10],
      [12, 8, 10],
      [12, 8, 11],
      [16, 8, 14],
      [16, 8, 8],
    ])
    // Places 75, 75 and 0; averages of two 75 and 37.5.
    expect(plainColumns(candles, { name: 'stochastic', parameters: [3, 2, 2] })).toEqual({
      k: [NaN, NaN, NaN, NaN, 37.5],
      d: [NaN, NaN, NaN, NaN, 56.25],
    })
    expect(plainColumns(closes(5, 5, 5), { name: 'stochastic', parameters: [2, 1, 1] })['k']).toEqual([NaN, 0, 0])
  })

  it('macd(1,2,2) seeds the short average beside the long one, and its signal with the first two lines', () => {
    // EMA(2) 2, 4, 8; EMA(1) is the close: lines 1, 1, 2; signals 1, then a step of ⅔.
    const { line, signal, histogram } = plainColumns(closes(1, 3, 5, 10), { name: 'macd', parameters: [1, 2, 2] })
    expect(line).toEqual([NaN, NaN, 1, expect.closeTo(2, 12)])
    expect(signal).toEqual([NaN, NaN, 1, expect.closeTo(1 + 2 / 3, 12)])
    expect(histogram).toEqual([NaN, NaN, 0, expect.closeTo(1 / 3, 12)])
  })

  it('bollinger(2,2) is two population deviations around the average, and closes up on a flat window', () => {
    const { upper, middle, lower } = plainColumns(closes(1, 3, 3), { name: 'bollinger', parameters: [2, 2] })
    expect(middle).toEqual([NaN, 2, 3])
    expect(upper).toEqual([NaN, 4, 3])
    expect(lower).toEqual([NaN, 0, 3])
  })

  it('bollinger keeps the deviation of each window to a millionth of a rupee, however long the series', () => {
    const { close } = randomWalk(50_000, 9)
    const { upper, middle } = plainColumns(closes(...close), { name: 'bollinger', parameters: [20, 1] })
    for (let i = 19; i < close.length; i += 997) {
      const window = [...close.subarray(i - 19, i + 1)]
      const mean = window.reduce((a, b) => a + b) / 20
      const deviation = Math.sqrt(window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 20)
      expect(Math.abs(upper![i]! - middle![i]! - deviation)).toBeLessThan(1e-6)
    }
  })

  it('keltner(2,1,2) is two true ranges around the exponential average', () => {
    const candles = series([
      [11, 9, 10],
      [13, 11, 12],
      [15, 14, 14],
    ])
    // True ranges 3 and 3; averages 11, then 11 + ⅔ × 3.
    const { upper, middle, lower } = plainColumns(candles, { name: 'keltner', parameters: [2, 1, 2] })
    expect(middle).toEqual([NaN, 11, 13])
    expect(upper).toEqual([NaN, 17, 19])
    expect(lower).toEqual([NaN, 5, 7])
  })

  it("plus_di, minus_di and adx follow Wilder's sums", () => {
    // A rise of 4, a fall of 1, a rise of 3; true ranges 5, 5, 7. The first sums are over one bar, for a period of two; then half stays.
    const candles = series([
      [10, 8, 9],
      [14, 10, 11],
      [14, 9, 10],
      [17, 12, 14],
    ])
    const plus = plainColumns(candles, { name: 'plus_di', parameters: [2] })['value']!
    const minus = plainColumns(candles, { name: 'minus_di', parameters: [2] })['value']!
    expect(plus[2]).toBeCloseTo((100 * 2) / 7.5, 9)
    expect(minus[2]).toBeCloseTo((100 * 1) / 7.5, 9)
    expect(plus[3]).toBeCloseTo((100 * 4) / 10.75, 9)
    expect(minus[3]).toBeCloseTo((100 * 0.5) / 10.75, 9)
    // Directional indices 100 × 1/3 and 100 × 3.5/4.5.
    const index = plainColumns(candles, { name: 'adx', parameters: [2] })['value']!
    expect(index.slice(0, 3)).toEqual([NaN, NaN, NaN])
    expect(index[3]).toBeCloseTo((100 / 3 + 350 / 4.5) / 2, 9)
  })

  it('plus_di, minus_di and adx are 0 when nothing moves', () => {
    for (const name of ['plus_di', 'minus_di', 'adx'] as const) {
      expect(plainColumns(closes(5, 5, 5, 5), { name, parameters: [2] })['value']!.at(-1)).toBe(0)
    }
  })

  it('obv adds the volume of rises and takes away that of falls', () => {
    const candles = { ...closes(5, 6, 6, 4), volume: Float64Array.of(10, 20, 40, 80) }
    expect(plainColumns(candles, { name: 'obv', parameters: [] })).toEqual({ value: [10, 30, 30, -50] })
  })

  it('vwap weighs by volume, begins anew each day, and weighs all bars the same until there is volume', () => {
    const { time } = randomWalk(376, 1)
    const two = (volume: number[]) => ({
      ...closes(10, 20, 40),
      time: Float64Array.of(time[0]!, time[1]!, time[375]!),
      volume: Float64Array.from(volume),
    })
    expect(plainColumns(two([1, 3, 5]), { name: 'vwap', parameters: [] })).toEqual({ value: [10, 17.5, 40] })
    expect(plainColumns(two([0, 0, 0]), { name: 'vwap', parameters: [] })).toEqual({ value: [10, 15, 40] })
    expect(plainColumns(two([0, 2, 0]), { name: 'vwap', parameters: [] })).toEqual({ value: [10, 20, 40] })
  })

  it('highest and lowest are the extremes of the window, for every series and period', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: 1, max: 8 }), (values, period) => {
        const candles = closes(...values)
        const expected = (extreme: (...window: number[]) => number) =>
          values.map((_, i) => (i < period - 1 ? NaN : extreme(...values.slice(i - period + 1, i + 1))))
        expect(plainColumns(candles, { name: 'highest', parameters: [period] })).toEqual({ value: expected(Math.max) })
        expect(plainColumns(candles, { name: 'lowest', parameters: [period] })).toEqual({ value: expected(Math.min) })
      }),
    )
  })
})
