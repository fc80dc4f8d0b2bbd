import fc from 'fast-check'
import { INTERVALS, type Interval } from '../../../schema/market/candles.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { RuleSet } from '../../../schema/rules/RuleSet.ts'

type Pair = readonly [string, string | number]

const period = fc.integer({ min: 2, max: 100 })
/** Wilder's averages forget slowly. */
const wilder = fc.integer({ min: 2, max: 30 })
const factor = fc.integer({ min: 5, max: 35 }).map((tenths) => tenths / 10)
const one = (name: string, periods = period) => periods.map((bars) => `${name}(${bars})`)
const band = (name: string, periods: fc.Arbitrary<string>, ...outputs: string[]) =>
  fc.tuple(periods, factor, fc.constantFrom(...outputs)).map(([bars, width, output]) => `${name}(${bars},${width}).${output}`)

/** What is compared with a price. */
const level = fc.oneof(
  ...[one('ema'), one('sma'), one('wma'), fc.constant('vwap'), fc.constant('open'), fc.constant('close[3]')],
  ...[one('highest').map((text) => `${text}[1]`), one('lowest').map((text) => `${text}[1]`)],
  band('bollinger', period.map(String), 'upper', 'middle', 'lower'),
  band(
    'keltner',
    fc.tuple(period, wilder).map(([bars, ranges]) => `${bars},${ranges}`),
    ...['upper', 'middle', 'lower'],
  ),
  band('supertrend', wilder.map(String), 'value'),
  fc.constantFrom('opening_range(15).high', 'opening_range(30).low'),
)
const macd = fc
  .tuple(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 21, max: 60 }), fc.integer({ min: 2, max: 15 }))
  .map((periods) => `macd(${periods.join()})`)
const stochastic = fc.tuple(period, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).map((of) => `stochastic(${of.join()})`)

const pair: fc.Arbitrary<Pair> = fc.oneof(
  fc.tuple(fc.constantFrom('close', 'close', 'high', 'low'), level),
  fc.tuple(one('ema'), one('ema')),
  fc.tuple(one('rsi', wilder), fc.integer({ min: 25, max: 75 })),
  fc.tuple(one('adx', wilder), fc.integer({ min: 15, max: 40 })),
  wilder.map((bars): Pair => [`plus_di(${bars})`, `minus_di(${bars})`]),
  fc.tuple(one('cci'), fc.integer({ min: -150, max: 150 })),
  fc.tuple(one('roc'), fc.constantFrom(-0.2, 0, 0.2)),
  macd.map((call): Pair => [`${call}.line`, `${call}.signal`]),
  macd.map((call): Pair => [`${call}.histogram`, 0]),
  stochastic.map((call): Pair => [`${call}.k`, `${call}.d`]),
  fc.tuple(one('atr', wilder), one('atr', wilder)),
)

/** A crossing, which up is long and down is short, where up to two others hold. */
const rules: fc.Arbitrary<RuleSet> = fc
  .record({
    interval: fc.constantFrom<Interval>(...INTERVALS),
    turn: pair,
    filters: fc.array(fc.tuple(pair, fc.constantFrom('>', '<')), { maxLength: 2 }),
  })
  .map(({ interval, turn: [a, b], filters }) => {
    const where = filters.map(([[left, right], operator]) => [left, operator, right])
    const source = { interval, long: { all: [[a, 'crosses above', b], ...where] }, short: { all: [[a, 'crosses below', b], ...where] } }
    const parsed = parseRuleSet(source)
    if (!parsed.ok) throw new Error(JSON.stringify({ source, errors: parsed.error }))
    return parsed.value
  })

/** Rule sets of every indicator that an index without volume has, the same for the same seed. For tests only. */
export function testRandomRules(count: number, seed: number): readonly RuleSet[] {
  return fc.sample(rules, { numRuns: count, seed })
}
