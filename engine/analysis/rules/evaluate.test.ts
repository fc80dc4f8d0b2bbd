import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldColumns, INTERVAL_MINUTES, sliceColumns, type CandleColumns } from '../../../schema/market/candles.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { RuleSet } from '../../../schema/rules/RuleSet.ts'
import type { ConditionSource } from '../../../schema/rules/RuleSource.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'
import { evaluate, LONG, NEUTRAL, SHORT } from './evaluate.ts'
import { Series } from './Series.ts'
import { randomWalk } from '../testing/randomWalk.ts'

function rules(input: unknown): RuleSet {
  const parsed = parseRuleSet(input)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return parsed.value
}

/** One-minute bars with the given closes; high and low one rupee around them, times from 09:15. */
function closes(...values: number[]): CandleColumns {
  const close = Float64Array.from(values)
  return {
    ...randomWalk(values.length, 1),
    open: close,
    close,
    high: close.map((value) => value + 1),
    low: close.map((value) => value - 1),
  }
}
const signals = (input: unknown, candles: CandleColumns) => [...evaluate(rules(input), new Series(candles, '1min'))]
const long = (condition: ConditionSource, ...values: number[]) => signals({ interval: '1min', long: condition }, closes(...values))

describe('evaluate', () => {
  it('says 1 for long, −1 for short and 0 when both or neither hold', () => {
    const input = {
      interval: '1min',
      long: ['close', '>', 10],
      short: {
        any: [
          ['close', '<', 5],
          ['close', '>', 20],
        ],
      },
    }
    expect(signals(input, closes(15, 4, 7, 25))).toEqual([1, -1, 0, 0])
    expect(signals({ interval: '1min', short: ['close', '<', 5] }, closes(4, 5))).toEqual([-1, 0])
  })

  it('> and < leave equality out, between takes both ends', () => {
    expect(long(['close', '>', 2], 1, 2, 3)).toEqual([0, 0, 1])
    expect(long(['close', '<', 2], 1, 2, 3)).toEqual([1, 0, 0])
    expect(long(['close', 'between', 2, 3], 1, 2, 3, 4)).toEqual([0, 1, 1, 0])
  })

  it('crosses above from at or below, on the bar of the crossing only', () => {
    expect(long(['close', 'crosses above', 5], 4, 6, 7, 5, 6, 3)).toEqual([0, 1, 0, 0, 1, 0])
    expect(long(['close', 'crosses below', 5], 6, 4, 3, 5, 4, 8)).toEqual([0, 1, 0, 0, 1, 0])
  })

  it('says the same of two sides that mirror each other as of each alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 })),
        fc.constantFrom('close', 'sma(2)', 'close[1]'),
        fc.constantFrom('open', 'sma(3)', 'ema(2)', 3),
        (values, a, b) => {
          const up: ConditionSource = [a, 'crosses above', b]
          const down: ConditionSource = [a, 'crosses below', b]
          const candles = closes(...values)
          const alone = (side: 'long' | 'short', condition: ConditionSource) => signals({ interval: '1min', [side]: condition }, candles)
          const short = alone('short', down)
          expect(signals({ interval: '1min', long: up, short: down }, candles)).toEqual(
            alone('long', up).map((each, i) => each + short[i]!),
          )
        },
      ),
    )
  })

  it('does not cross on the first bar, nor out of the warm-up', () => {
    expect(long(['close', 'crosses above', 5], 6, 6)).toEqual([0, 0])
    expect(long(['close', 'crosses above', 'sma(3)'], 9, 1, 8, 9)).toEqual([0, 0, 0, 0])
  })

  it('looks back by whole bars, and not past the first', () => {
    expect(long(['close', '>', 'close[2]'], 1, 5, 2, 4)).toEqual([0, 0, 1, 0])
    expect(long({ not: ['close[3]', '>', 100] }, 1, 1, 1, 1)).toEqual([0, 0, 0, 1])
    expect(long({ not: ['close[100]', '>', 100] }, 1, 1)).toEqual([0, 0])
  })

  it('is silent while a longer history would change anything it compares, even what would not decide', () => {
    const always: ConditionSource = ['close', '>', 0]
    expect(long({ any: [always, ['sma(3)', '>', 0]] }, 1, 1, 1, 1)).toEqual([0, 0, 1, 1])
    expect(signals({ interval: '1min', long: always, short: ['close', '<', 'ema(2)[1]'] }, closes(...Array<number>(30).fill(5)))).toEqual([
      // By hand: two bars for the average, 19 until a third of itself each time leaves 1e-9 of it, one to look back.
      ...Array<number>(21).fill(0),
      ...Array<number>(9).fill(1),
    ])
    expect(long({ any: [always, ['obv', '>', -1]] }, 1, 1, 1)).toEqual([0, 0, 0])
  })

  it('reads the time as the start of the bar in India', () => {
    expect(long(['time', 'between', '09:16', '09:17'], 1, 1, 1, 1)).toEqual([0, 1, 1, 0])
  })

  it('keeps unknown unknown under not, decides all by one false and any by one true', () => {
    // There is no opening range before its minutes are over.
    const unknown: ConditionSource = ['opening_range(15).high', '>', 0]
    const yes: ConditionSource = ['close', '>', 0]
    const no: ConditionSource = ['close', '<', 0]
    const first = (condition: ConditionSource) => long(condition, 1)[0]
    expect(first(unknown)).toBe(0)
    expect(first({ not: unknown })).toBe(0)
    expect(first({ all: [yes, unknown] })).toBe(0)
    expect(first({ not: { all: [no, unknown] } })).toBe(1)
    expect(first({ not: { all: [yes, unknown] } })).toBe(0)
    expect(first({ any: [unknown, yes] })).toBe(1)
    expect(first({ not: { any: [unknown, no] } })).toBe(0)
    expect(first({ not: no })).toBe(1)
  })

  it('has nothing to say about no bars', () => {
    expect(long(['close', 'crosses above', 5])).toEqual([])
  })

  it('refuses a series of another interval', () => {
    expect(() => evaluate(rules({ interval: '5min', long: ['close', '>', 1] }), new Series(closes(1), '1min'))).toThrow(RangeError)
  })

  it.each(STRATEGY_TEMPLATES)('$slug signals every way it can, and says nothing that a later bar changes', ({ rules: source }) => {
    const parsed = rules(source)
    const bars = foldColumns(randomWalk(20 * 375, 11), INTERVAL_MINUTES[parsed.interval])
    const whole = evaluate(parsed, new Series(bars, parsed.interval))
    const { long, short, enter } = parsed
    expect(new Set(whole)).toEqual(new Set([0, ...(long ? [LONG] : []), ...(short ? [SHORT] : []), ...(enter ? [NEUTRAL] : [])]))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: bars.time.length }), (length) => {
        const early = evaluate(parsed, new Series(sliceColumns(bars, 0, length), parsed.interval))
        expect(early.at(-1)).toBe(whole[length - 1])
      }),
      { numRuns: 60 },
    )
  })
})

describe('Series', () => {
  it('computes a column once, for as many strategies as ask for it', () => {
    const series = new Series(randomWalk(100, 12), '1min')
    const source = { kind: 'indicator', call: { name: 'supertrend', parameters: [10, 3] }, output: 'value' } as const
    expect(series.column({ ...source })).toBe(series.column({ ...source }))
    expect(series.column({ ...source, output: 'direction' })).not.toBe(series.column(source))
  })
})
