import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INTERVAL_MINUTES, INTERVALS, type Interval } from '../market/candles.ts'
import { describeCondition } from './describeCondition.ts'
import { INDICATOR_NAMES, INDICATORS, outputsOf, type ParameterBounds } from './indicators.ts'
import { parseRuleSet, parseRuleText } from './parseRuleSet.ts'
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

const ruleSets: fc.Arbitrary<RuleSet> = fc.constantFrom(...INTERVALS).chain((interval) =>
  fc.record({ interval: fc.constant(interval), long: conditions(interval), short: fc.constant(null) }).chain((rules) =>
    // Both sides, or only one of them.
    fc.constantFrom<RuleSet>(
      rules,
      { ...rules, long: null, short: rules.long },
      { ...rules, short: { kind: 'not', condition: rules.long } },
    ),
  ),
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
      fc.property(ruleSets, ({ long, short }) => {
        for (const condition of [long, short]) if (condition) expect(describeCondition(condition)).toMatch(/^[^{}]+$/)
      }),
    )
  })
})
