import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sliceColumns } from '../../../schema/market/candles.ts'
import { INDICATOR_NAMES, indicatorText, outputsOf, type IndicatorName } from '../../../schema/rules/indicators.ts'
import { plainColumns } from '../testing/plainColumns.ts'
import { randomWalk } from '../testing/randomWalk.ts'

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
  wma: [
    { parameters: [1], warmUp: 0 },
    { parameters: [20], warmUp: 19 },
  ],
  roc: [
    { parameters: [1], warmUp: 1 },
    { parameters: [10], warmUp: 10 },
  ],
  cci: [
    { parameters: [2], warmUp: 1 },
    { parameters: [20], warmUp: 19 },
  ],
  stochastic: [
    { parameters: [1, 1, 1], warmUp: 0 },
    { parameters: [14, 3, 5], warmUp: 19 },
  ],
  macd: [
    { parameters: [1, 1, 1], warmUp: 0 },
    { parameters: [12, 26, 9], warmUp: 33 },
    { parameters: [26, 12, 9], warmUp: 33 },
  ],
  adx: [
    { parameters: [2], warmUp: 3 },
    { parameters: [14], warmUp: 27 },
  ],
  plus_di: [
    { parameters: [2], warmUp: 2 },
    { parameters: [14], warmUp: 14 },
  ],
  minus_di: [
    { parameters: [2], warmUp: 2 },
    { parameters: [14], warmUp: 14 },
  ],
  bollinger: [
    { parameters: [2, 0.1], warmUp: 1 },
    { parameters: [20, 2], warmUp: 19 },
  ],
  keltner: [
    { parameters: [1, 1, 0.1], warmUp: 1 },
    { parameters: [20, 10, 2], warmUp: 19 },
    { parameters: [5, 10, 2], warmUp: 10 },
  ],
  vwap: [{ parameters: [], warmUp: 0 }],
  obv: [{ parameters: [], warmUp: 0 }],
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

const cut = (all: Record<string, number[]>, length: number) =>
  Object.fromEntries(Object.entries(all).map(([name, column]) => [name, column.slice(0, length)]))

describe.each(titled)('$title', ({ call, warmUp }) => {
  it('has every output of its definition, as long as the candles', () => {
    const computed = plainColumns(randomWalk(100, 1), call)
    expect(Object.keys(computed)).toEqual(outputsOf(call.name))
    for (const column of Object.values(computed)) expect(column).toHaveLength(100)
  })

  it('writes every bar: empty for exactly its warm-up, then a finite number to the end of the session', () => {
    for (const column of Object.values(plainColumns(randomWalk(375, 2), call))) {
      expect(column.findIndex((value) => !Number.isNaN(value))).toBe(warmUp)
      expect(column.slice(warmUp).every(Number.isFinite)).toBe(true)
    }
  })

  it('is all empty on a series no longer than its warm-up', () => {
    for (const length of [0, Math.min(1, warmUp), warmUp]) {
      for (const column of Object.values(plainColumns(randomWalk(length, 3), call))) expect(column).toEqual(Array<number>(length).fill(NaN))
    }
  })

  it('never looks ahead: later bars change nothing, for every place they may begin', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer(), (k, seed) => {
        const candles = randomWalk(800, seed)
        const whole = plainColumns(candles, call)
        expect(plainColumns(sliceColumns(candles, 0, k), call)).toEqual(cut(whole, k))
      }),
      { numRuns: 20 },
    )
  })

  it('does not write to the candles', () => {
    const candles = randomWalk(400, 4)
    plainColumns(candles, call)
    expect(candles).toEqual(randomWalk(400, 4))
  })
})
