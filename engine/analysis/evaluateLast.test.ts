import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sliceColumns } from '../../schema/market/candles.ts'
import type { Condition, Operand, RuleSet } from '../../schema/rules/RuleSet.ts'
import { ColumnPool } from './ColumnPool.ts'
import { evaluate } from './evaluate.ts'
import { evaluateLast } from './evaluateLast.ts'
import { Series } from './Series.ts'
import { randomWalk } from './testing/randomWalk.ts'

const LENGTH = 160
const offset = fc.constantFrom(0, 1, 2, 99, 100)
const operand: fc.Arbitrary<Operand> = fc.oneof(
  fc.record({ kind: fc.constant('price'), field: fc.constantFrom('open', 'high', 'low', 'close', 'volume'), offset }),
  fc.record({
    kind: fc.constant('indicator'),
    call: fc.record({ name: fc.constantFrom('sma', 'ema', 'highest'), parameters: fc.constantFrom([1], [3], [20]) }),
    output: fc.constant('value'),
    offset,
  }),
  fc.record({
    kind: fc.constant('indicator'),
    call: fc.constant({ name: 'supertrend', parameters: [3, 1] }),
    output: fc.constantFrom('value', 'direction'),
    offset,
  }),
  fc.record({ kind: fc.constant('constant'), value: fc.constantFrom(0, 1, 500, 20_000) }),
  fc.constant({ kind: 'time' }),
  fc.record({ kind: fc.constant('timeOfDay'), minute: fc.integer({ min: 555, max: 555 + LENGTH }) }),
)
const { condition } = fc.letrec<{ condition: Condition; conditions: Condition[] }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.record({
      kind: fc.constant('compare'),
      left: operand,
      operator: fc.constantFrom('>', '<', 'crosses above', 'crosses below'),
      right: operand,
    }),
    fc.record({ kind: fc.constant('between'), value: operand, low: operand, high: operand }),
    fc.record({ kind: fc.constantFrom('all', 'any'), conditions: tie('conditions') }),
    fc.record({ kind: fc.constant('not'), condition: tie('condition') }),
  ),
  conditions: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
}))
const rules: fc.Arbitrary<RuleSet> = fc.record({ interval: fc.constant('1min'), long: fc.option(condition), short: fc.option(condition) })

describe('evaluateLast', () => {
  it('says what the last element of evaluate says, for every rule set and length', () => {
    const candles = randomWalk(LENGTH, 21)
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: LENGTH }), (each, length) => {
        const cut = sliceColumns(candles, 0, length)
        expect(evaluateLast(each, new Series(cut, '1min'))).toBe(evaluate(each, new Series(cut, '1min')).at(-1) ?? 0)
      }),
      { numRuns: 500 },
    )
  })

  it('says the same on one series for many rule sets, asked for in both ways', () => {
    const candles = randomWalk(LENGTH, 22)
    fc.assert(
      fc.property(fc.array(rules, { minLength: 2, maxLength: 8 }), (all) => {
        const shared = new Series(candles, '1min')
        const last = all.map((each) => evaluateLast(each, shared))
        expect(all.map((each) => evaluate(each, shared).at(-1))).toEqual(last)
      }),
      { numRuns: 50 },
    )
  })

  it('refuses a series of another interval', () => {
    const always: RuleSet = { interval: '5min', long: { kind: 'all', conditions: [] }, short: null }
    expect(() => evaluateLast(always, new Series(randomWalk(5, 1), '1min'))).toThrow(RangeError)
  })
})

describe('ColumnPool', () => {
  it('gives what fresh columns give, however often and for whatever lengths its columns were used before', () => {
    const pool = new ColumnPool()
    const candles = randomWalk(LENGTH, 23)
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: LENGTH }), (each, length) => {
        const cut = sliceColumns(candles, 0, length)
        pool.reset()
        expect(evaluate(each, new Series(cut, '1min', pool))).toEqual(evaluate(each, new Series(cut, '1min')))
      }),
      { numRuns: 200 },
    )
  })

  it('never hands out a column twice before it is reset', () => {
    const pool = new ColumnPool()
    const [a, b] = [pool.take(4).fill(1), pool.take(4).fill(2)]
    expect([...a, ...b]).toEqual([1, 1, 1, 1, 2, 2, 2, 2])
  })
})
