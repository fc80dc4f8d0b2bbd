import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sliceColumns } from '../../../schema/market/candles.ts'
import type { Condition, RuleSet } from '../../../schema/rules/RuleSet.ts'
import { ColumnPool } from './ColumnPool.ts'
import { evaluate } from './evaluate.ts'
import { Series } from './Series.ts'
import { randomWalk } from '../testing/randomWalk.ts'
import { ruleSets } from '../testing/ruleSets.ts'
import { valueAt } from './BarColumns.ts'
import { compileRules } from './compileRules.ts'
import { columnsOf, warmFrom } from './Program.ts'
import { runProgram } from './runProgram.ts'

const LENGTH = 500
const candles = randomWalk(LENGTH, 21)
const rules = ruleSets('1min')

/** A condition's value on a bar, by the language's own words; null: unknown. */
function truth(condition: Condition, series: Series, i: number): boolean | null {
  const not = (each: boolean | null) => (each === null ? null : !each)
  const all = (each: readonly (boolean | null)[]) => (each.includes(false) ? false : each.includes(null) ? null : true)
  switch (condition.kind) {
    case 'all':
      return all(condition.conditions.map((each) => truth(each, series, i)))
    case 'any':
      return not(all(condition.conditions.map((each) => not(truth(each, series, i)))))
    case 'not':
      return not(truth(condition.condition, series, i))
    case 'between': {
      const [value, low, high] = [condition.value, condition.low, condition.high].map((each) => valueAt(each, series, i))
      const inOrder = (a: number, b: number) => (Number.isNaN(a + b) ? null : a <= b)
      return all([inOrder(low!, value!), inOrder(value!, high!)])
    }
    case 'compare': {
      const { left, operator, right } = condition
      const isAbove = (at: number) => {
        const [a, b] = [valueAt(left, series, at), valueAt(right, series, at)]
        if (Number.isNaN(a + b)) return null
        return operator === '>' || operator === 'crosses above' ? a > b : a < b
      }
      return operator === '>' || operator === '<'
        ? isAbove(i)
        : all([isAbove(i - 1), isAbove(i)].includes(null) ? [null] : [isAbove(i), not(isAbove(i - 1))])
    }
  }
}

function signal({ long, short, enter }: RuleSet, series: Series, i: number): number {
  const says = (side: Condition | null) => Number(side !== null && truth(side, series, i) === true)
  return says(long) - says(short) + 2 * says(enter)
}

describe('a program', () => {
  it('says on every bar from its warm-up on what the conditions say word by word, and nothing before', () => {
    fc.assert(
      fc.property(rules, (each) => {
        const series = new Series(candles, '1min')
        const from = warmFrom(compileRules(each), series)
        expect([...evaluate(each, series)]).toEqual(Array.from({ length: LENGTH }, (_, i) => (i < from ? 0 : signal(each, series, i))))
      }),
      { numRuns: 80 },
    )
  })

  it('says the same of a bar alone, of a range and of all bars', () => {
    const long = new Series(randomWalk(9_000, 22), '1min')
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 8_999 }), fc.integer({ min: 1, max: 9_000 }), (each, start, length) => {
        const program = compileRules(each)
        const from = Math.max(warmFrom(program, long), start)
        const to = Math.min(9_000, from + length)
        if (from >= to) return
        const whole = evaluate(each, long)
        const columns = columnsOf(program, long)
        const range = new Int8Array(to - from)
        runProgram(program, columns, from, to, range, 0)
        expect(range).toEqual(whole.slice(from, to))
        const bar = new Int8Array(1)
        runProgram(program, columns, to - 1, to, bar, 0)
        expect(bar[0]).toBe(whole[to - 1])
      }),
      { numRuns: 40 },
    )
  })

  it('of both sides of one crossing looks at one pair of columns', () => {
    const cross = (operator: 'crosses above' | 'crosses below'): Condition => ({
      kind: 'compare',
      left: { kind: 'price', field: 'close', offset: 0 },
      operator,
      right: { kind: 'price', field: 'open', offset: 1 },
    })
    const program = compileRules({
      interval: '1min',
      long: cross('crosses above'),
      short: cross('crosses below'),
      enter: null,
      position: null,
    })
    expect(program).toMatchObject({ pairs: [{ crosses: true }], reach: [1, 2] })
  })

  it('for other bars is refused', () => {
    const other: RuleSet = {
      interval: '5min',
      long: {
        kind: 'not',
        condition: { kind: 'compare', left: { kind: 'time' }, operator: '>', right: { kind: 'timeOfDay', minute: 600 } },
      },
      short: null,
      enter: null,
      position: null,
    }
    expect(() => evaluate(other, new Series(candles, '1min'))).toThrow('rules for 5min bars on a series of 1min')
  })
})

describe('ColumnPool', () => {
  it('gives what fresh columns give, however often and for whatever lengths its columns were used before', () => {
    const pool = new ColumnPool()
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: LENGTH }), (each, length) => {
        const cut = sliceColumns(candles, 0, length)
        pool.reset()
        expect(evaluate(each, new Series(cut, '1min', pool))).toEqual(evaluate(each, new Series(cut, '1min')))
      }),
      { numRuns: 100 },
    )
  })

  it('never hands out a column twice before it is reset', () => {
    const pool = new ColumnPool()
    const [a, b] = [pool.take(4).fill(1), pool.take(4).fill(2)]
    expect([...a, ...b]).toEqual([1, 1, 1, 1, 2, 2, 2, 2])
  })
})
