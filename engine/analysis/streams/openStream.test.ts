import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldColumns, sliceColumns, type CandleColumns } from '../../../schema/market/candles.ts'
import { INDICATOR_NAMES, indicatorText, type IndicatorCall, type IndicatorName } from '../../../schema/rules/indicators.ts'
import { hostileCandles } from '../testing/hostileCandles.ts'
import { plainColumns } from '../testing/plainColumns.ts'
import { randomWalk } from '../testing/randomWalk.ts'
import { realCandles } from '../testing/realCandles.ts'
import { streamColumns } from '../testing/streamColumns.ts'
import { indicatorBars } from '../rules/warmUp.ts'

/** The least, a common and a long form of each. */
const CALLS: Record<IndicatorName, readonly (readonly number[])[]> = {
  sma: [[1], [20], [200]],
  ema: [[1], [2], [20]],
  wma: [[1], [20], [200]],
  rsi: [[2], [14]],
  roc: [[1], [10]],
  cci: [[2], [20]],
  stochastic: [
    [1, 1, 1],
    [14, 3, 5],
  ],
  macd: [
    [1, 1, 1],
    [12, 26, 9],
    [26, 12, 9],
  ],
  adx: [[2], [14]],
  plus_di: [[2], [14]],
  minus_di: [[2], [14]],
  supertrend: [
    [1, 0.1],
    [10, 3],
    [7, 1.5],
  ],
  atr: [[1], [14]],
  bollinger: [
    [2, 0.1],
    [20, 2],
  ],
  keltner: [
    [1, 1, 0.1],
    [20, 10, 2],
    [5, 10, 20],
  ],
  vwap: [[]],
  obv: [[]],
  opening_range: [[15], [375]],
  highest: [[1], [20]],
  lowest: [[1], [20]],
}
const calls = INDICATOR_NAMES.flatMap((name) => CALLS[name].map((parameters): IndicatorCall => ({ name, parameters })))
const titled = calls.map((call) => ({ title: indicatorText(call), call }))
/** These go from 0 to 100; CCI is at home there, too. The others are prices or differences of prices. */
const HUNDREDS: readonly IndicatorName[] = ['rsi', 'roc', 'cci', 'stochastic', 'adx', 'plus_di', 'minus_di']

/** What decision 97 promises. */
const TOLERANCE = 1e-9

const real = realCandles('NIFTY-1min-2024Q1')
const quarter = real ?? randomWalk(8_000, 5)

/** The bars on which the two differ, NaN being equal to NaN, by more than a part of the scale. */
function differences(
  call: IndicatorCall,
  ours: Float64Array,
  theirs: Float64Array,
  { close }: CandleColumns,
  part: number,
  from = 0,
): string[] {
  const found: string[] = []
  for (let i = from; i < ours.length; i++) {
    const [a, b] = [ours[i]!, theirs[i]!]
    const scale = Math.max(Math.abs(b), HUNDREDS.includes(call.name) ? 100 : close[i]!)
    if (Object.is(a, b) || a === b || Math.abs(a - b) <= part * scale) continue
    found.push(`bar ${i}: ${a} against ${b}`)
  }
  return found.slice(0, 3)
}

function expectStreamIsBatch(call: IndicatorCall, candles: CandleColumns, barMinutes = 1): void {
  const batch = plainColumns(candles, call, barMinutes)
  for (const [name, column] of Object.entries(streamColumns(candles, call, barMinutes).columns))
    expect(differences(call, column, Float64Array.from(batch[name]!), candles, 0)).toEqual([])
}

/** A stream started anywhere agrees, once warm, with one over the whole history. Returns how many bars it took; null: it never was. */
function expectForgets(call: IndicatorCall, candles: CandleColumns, start: number, barMinutes = 1): number | null {
  const whole = plainColumns(candles, call, barMinutes)
  const rest = sliceColumns(candles, start, candles.time.length)
  const { columns, warmFrom } = streamColumns(rest, call, barMinutes)
  for (const [name, column] of Object.entries(columns))
    expect(differences(call, column, Float64Array.from(whole[name]!.slice(start)), rest, TOLERANCE, warmFrom)).toEqual([])
  return warmFrom < rest.time.length ? warmFrom : null
}

describe.each(titled)('$title as a stream', ({ call }) => {
  it('says on every bar what the batch says to the last bit, over drawn, real and hostile candles, and on bars of five minutes', () => {
    expectStreamIsBatch(call, randomWalk(2_000, 31))
    expectStreamIsBatch(call, quarter)
    expectStreamIsBatch(call, foldColumns(quarter, 5), 5)
    fc.assert(
      fc.property(hostileCandles, (candles) => expectStreamIsBatch(call, candles)),
      { numRuns: 25 },
    )
  })

  it('says, from where it is warm, what a longer history says, wherever it begins', () => {
    const bars = foldColumns(quarter, 5)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bars.time.length - 1 }), (start) => void expectForgets(call, bars, start, 5)),
      { numRuns: 6 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: quarter.time.length - 1 }), (start) => void expectForgets(call, quarter, start)),
      { numRuns: 2 },
    )
    fc.assert(
      fc.property(hostileCandles, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (candles, share) => {
        expectForgets(call, candles, Math.floor(share * candles.time.length))
      }),
      { numRuns: 30 },
    )
  })

  it('forgets even a price that has halved just before', () => {
    const candles = randomWalk(2_000, 35)
    for (const name of ['open', 'high', 'low', 'close'] as const) for (let i = 0; i < 700; i++) candles[name][i]! *= 2
    expectForgets(call, candles, 700)
  })

  it.skipIf(call.name === 'obv')('is warm by the bars that are asked for it', () => {
    for (const [candles, barMinutes] of [
      [randomWalk(4_000, 32), 1],
      [foldColumns(quarter, 5), 5],
    ] as const)
      for (const start of [0, 311, 1_000]) {
        const warmFrom = expectForgets(call, candles, start, barMinutes)
        expect(warmFrom).not.toBeNull()
        expect(warmFrom! + 1).toBeLessThanOrEqual(indicatorBars(call, barMinutes))
      }
  })
})

it.each([
  ['sma', [20]],
  ['wma', [20]],
  ['cci', [20]],
  ['highest', [20]],
  ['stochastic', [14, 1, 1]],
] as const)('%s(%s) of a window is the same to the last bit wherever the series begins', (name, parameters) => {
  const candles = randomWalk(30_000, 34)
  const call = { name, parameters }
  const whole = plainColumns(candles, call)
  const rest = streamColumns(sliceColumns(candles, 29_000, 30_000), call)
  for (const [output, column] of Object.entries(rest.columns))
    expect([...column.subarray(rest.warmFrom)]).toEqual(whole[output]!.slice(29_000 + rest.warmFrom))
})

it('OBV is never warm', () => {
  expect(streamColumns(quarter, { name: 'obv', parameters: [] }).warmFrom).toBe(quarter.time.length)
})

it('a market that stands still tells no stream of moves what moved before', () => {
  const still = randomWalk(400, 33)
  for (const column of [still.open, still.high, still.low, still.close]) column.fill(20_000, 100)
  for (const name of ['rsi', 'plus_di', 'adx'] as const) {
    expect(streamColumns(sliceColumns(still, 100, 400), { name, parameters: [5] }).warmFrom).toBe(300)
    expect(streamColumns(still, { name, parameters: [5] }).warmFrom).toBe(400)
  }
})
