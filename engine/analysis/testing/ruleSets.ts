import fc from 'fast-check'
import type { Interval } from '../../../schema/market/candles.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import type { Condition, Operand, RuleSet } from '../../../schema/rules/RuleSet.ts'

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
  fc.record({
    kind: fc.constant('indicator'),
    call: fc.constant({ name: 'opening_range', parameters: [60] }),
    output: fc.constantFrom('high', 'low'),
    offset,
  }),
  fc.record({ kind: fc.constant('constant'), value: fc.constantFrom(0, 1, 500, 20_000) }),
  fc.constant({ kind: 'time' }),
  fc.record({ kind: fc.constant('timeOfDay'), minute: fc.integer({ min: 555, max: 929 }) }),
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

const none = fc.constant(null)
const position = fc.constant<PositionRule>({
  legs: [
    {
      side: 'BUY',
      optionType: 'CE',
      strike: { kind: 'ATM', strikes: 0 },
      expiry: 'this week',
      lots: 1,
      stop: null,
      target: null,
      reentries: 0,
    },
  ],
  ...{ stop: null, target: null, lock: null, stopsToCost: false },
})

/** Rule sets of every shape the language has, of quick indicators and the longest lookbacks. */
export function ruleSets(interval: Interval): fc.Arbitrary<RuleSet> {
  const [both, of] = [fc.option(condition), fc.constant(interval)]
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ interval: of, long: both, short: both, enter: none, position: none }) },
    { weight: 1, arbitrary: fc.record({ interval: of, long: none, short: none, enter: condition, position }) },
  )
}
