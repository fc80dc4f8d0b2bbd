import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INTERVAL_MINUTES, INTERVALS, type Interval } from '../market/candles.ts'
import { conditionsOf } from './comparisonsOf.ts'
import { describeCondition } from './describeCondition.ts'
import { INDICATOR_NAMES, INDICATORS, outputsOf, type ParameterBounds } from './indicators.ts'
import { parseRuleSet, parseRuleText } from './parseRuleSet.ts'
import type { PositionRule } from './PositionRule.ts'
import { printRuleSet } from './printRuleSet.ts'
import { COMPARISON_OPERATORS, PRICE_FIELDS, type Condition, type Operand, type RuleSet } from './RuleSet.ts'
import { STRATEGY_TEMPLATES } from './templates.ts'

const offset = fc.integer({ min: 0, max: 100 })

function parameter({ min, max, unit }: ParameterBounds, interval: Interval): fc.Arbitrary<number> {
  if (unit === 'factor') return fc.double({ min, max, noNaN: true })
  const step = unit === 'minutes' ? INTERVAL_MINUTES[interval] : 1
  return fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((value) => value * step)
}

function valued(interval: Interval): fc.Arbitrary<Operand> {
  const indicator = fc.constantFrom(...INDICATOR_NAMES).chain((name) => {
    const bounds = Object.values<ParameterBounds>(INDICATORS[name].parameters)
    return fc.record({
      kind: fc.constant('indicator' as const),
      call: fc.record({ name: fc.constant(name), parameters: fc.tuple(...bounds.map((each) => parameter(each, interval))) }),
      output: fc.constantFrom(...outputsOf(name)),
      offset,
    })
  })
  return fc.oneof(fc.record({ kind: fc.constant('price' as const), field: fc.constantFrom(...PRICE_FIELDS), offset }), indicator)
}

const constant = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value): Operand => ({ kind: 'constant', value: value + 0 }))
const time = fc.constant<Operand>({ kind: 'time' })
const timeOfDay = fc.integer({ min: 0, max: 1439 }).map((minute): Operand => ({ kind: 'timeOfDay', minute }))

/** Conditions within the limits of the language: at most 3 levels of at most 3, so at most 27 comparisons. */
function conditions(interval: Interval): fc.Arbitrary<Condition> {
  const operator = fc.constantFrom(...COMPARISON_OPERATORS)
  const pair = fc.oneof(fc.tuple(valued(interval), fc.oneof(valued(interval), constant)), fc.tuple(time, timeOfDay))
  const triple = fc.oneof(fc.tuple(valued(interval), constant, valued(interval)), fc.tuple(time, timeOfDay, timeOfDay))
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      fc.tuple(pair, operator).map(([[left, right], each]): Condition => ({ kind: 'compare', left, operator: each, right })),
      triple.map(([value, low, high]): Condition => ({ kind: 'between', value, low, high })),
      fc.record({ kind: fc.constantFrom('all', 'any'), conditions: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ kind: fc.constant('not'), condition: tie('condition') }),
    ),
  }))
  return condition
}

/** That a bar starts at a minute, whether one of the session does or not. */
function entryTimes(interval: Interval): fc.Arbitrary<Condition> {
  const bars = fc.integer({ min: 0, max: Math.floor(1439 / INTERVAL_MINUTES[interval]) }).map((bar) => bar * INTERVAL_MINUTES[interval])
  return fc
    .oneof(bars, fc.integer({ min: 0, max: 1439 }))
    .map((minute): Operand => ({ kind: 'timeOfDay', minute }))
    .map((start): Condition => ({ kind: 'between', value: { kind: 'time' }, low: start, high: start }))
}

const position: PositionRule = {
  legs: [
    {
      ...{ side: 'SELL', optionType: 'CE', strike: { kind: 'DELTA', delta: 0.2 }, expiry: 'this week', lots: 1 },
      ...{ stop: { unit: 'PERCENT', value: 25 }, target: null, reentries: 1 },
    },
  ],
  ...{ stop: null, target: null, lock: null, stopsToCost: false },
}

const ruleSets: fc.Arbitrary<RuleSet> = fc.constantFrom(...INTERVALS).chain((interval) =>
  fc.tuple(conditions(interval), entryTimes(interval)).chain(([condition, time]) => {
    const none = { interval, long: null, short: null, enter: null, position: null }
    // One side or both, or a position that any of the three opens.
    return fc.constantFrom<RuleSet>(
      { ...none, long: condition },
      { ...none, short: condition },
      { ...none, long: condition, short: { kind: 'not', condition } },
      { ...none, long: condition, position },
      { ...none, short: condition, position },
      { ...none, enter: condition, position },
      { ...none, enter: time, position },
    )
  }),
)

describe('printRuleSet', () => {
  it('writes what parseRuleSet reads back as an equal rule set, and JSON keeps it', () => {
    fc.assert(
      fc.property(ruleSets, (rules) => {
        const source = printRuleSet(rules)
        expect(parseRuleSet(source)).toEqual({ ok: true, value: rules })
        expect(parseRuleText(JSON.stringify(source))).toEqual({ ok: true, value: rules })
      }),
      { numRuns: 300 },
    )
  })

  it.each(STRATEGY_TEMPLATES)('gives the rules of $slug back as they are written', ({ rules }) => {
    const parsed = parseRuleSet(rules)
    expect(parsed.ok && printRuleSet(parsed.value)).toEqual(rules)
  })

  it('writes shortly: no spaces, no main output, no offset of nothing', () => {
    const written = { interval: '1min', long: ['supertrend( 10, 2.50 ).value[0]', '>', 'macd(12, 26, 9).line[1]'] }
    const parsed = parseRuleSet(written)
    expect(parsed.ok && printRuleSet(parsed.value)).toEqual({
      interval: '1min',
      long: ['supertrend(10,2.5)', '>', 'macd(12,26,9).line[1]'],
      short: null,
    })
  })

  it('leaves no rule set without words, and no placeholder in them', () => {
    fc.assert(
      fc.property(ruleSets, (rules) => {
        for (const condition of conditionsOf(rules)) expect(describeCondition(condition)).toMatch(/^[^{}]+$/)
      }),
    )
  })
})
