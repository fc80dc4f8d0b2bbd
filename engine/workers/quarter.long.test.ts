/** The signals of a real quarter, as its minutes close one after the other and in a backtest, with a drawn year before it so that slow rules are warm. */
import { describe, expect, it } from 'vitest'
import {
  allocateColumns,
  CANDLE_COLUMNS,
  foldColumns,
  INTERVAL_MINUTES,
  INTERVALS,
  sliceColumns,
  type CandleColumns,
  type Interval,
} from '../../schema/market/candles.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import type { ConditionSource, RuleSource } from '../../schema/rules/RuleSource.ts'
import { STRATEGY_TEMPLATES } from '../../schema/rules/templates.ts'
import { DAY, MINUTE } from '../../schema/time.ts'
import { evaluate } from '../analysis/rules/evaluate.ts'
import { LiveSeries } from '../analysis/rules/LiveSeries.ts'
import { Series } from '../analysis/rules/Series.ts'
import { randomWalk } from '../analysis/testing/randomWalk.ts'
import { realCandles } from '../analysis/testing/realCandles.ts'
import { barJudge } from './BarJudge.ts'

const NAME = 'NIFTY-1min-2024Q1'
const real = realCandles(NAME)
const SESSIONS_BEFORE = 250
const DRAWN = 200
const LEAST_SIGNALS = 10
/** Minutes that the engine starts again with. */
const KEPT = 90_000

/** Every window from 2 to 60. */
const window = (n: number) => 2 + (n % 59)
const lines: readonly ((n: number) => string)[] = [
  () => 'close',
  (n) => `ema(${window(n)})`,
  (n) => `sma(${window(n)})`,
  (n) => `wma(${window(n)})`,
  (n) => `bollinger(${window(n)},${1 + (n % 3)}).${n % 2 ? 'upper' : 'lower'}`,
  (n) => `keltner(${window(n)},${window(n + 7)},${1 + (n % 2)}).${n % 2 ? 'upper' : 'middle'}`,
  (n) => `supertrend(${5 + (n % 10)},${1 + (n % 3)})`,
  () => 'vwap',
  (n) => `highest(${window(n)})[1]`,
  (n) => `lowest(${window(n)})[1]`,
  (n) => `opening_range(30).${n % 2 ? 'high' : 'low'}`,
]
const scales: readonly ((n: number) => readonly [string, number])[] = [
  (n) => [`rsi(${window(n)})`, 40 + (n % 20)],
  (n) => [`stochastic(${window(n)},3,3).k`, 20 + (n % 60)],
  (n) => [`cci(${window(n)})`, (n % 200) - 100],
  (n) => [`adx(${window(n)})`, 15 + (n % 20)],
  (n) => [`plus_di(${window(n)})`, 15 + (n % 10)],
  (n) => [`macd(${window(n)},${window(n + 13)},9).histogram`, 0],
  (n) => [`roc(${window(n)})`, ((n % 7) - 3) / 50],
]

/** Rules of a number: a crossing of two lines, or of a scale and a level, half of them under a second condition. */
function drawn(n: number): RuleSource {
  const at = Math.imul(n + 1, 2_654_435_761) >>> 8
  const [a, b] = [lines[at % 11]!(at >> 2), lines[(at >> 4) % 11]!(at >> 6)]
  const [scale, level] = scales[(at >> 3) % 7]!(at >> 5)
  const [left, right] = n % 3 === 0 ? [scale, level] : [a, b]
  const second = (operator: '>' | '<'): ConditionSource => [lines[(at >> 7) % 11]!(at >> 3), operator, lines[(at >> 9) % 11]!(at >> 1)]
  const side = (crosses: 'crosses above' | 'crosses below', operator: '>' | '<'): ConditionSource =>
    n % 2 ? [left, crosses, right] : { all: [[left, crosses, right], { not: second(operator) }] }
  return { interval: INTERVALS[n % 3]!, long: side('crosses above', '>'), short: side('crosses below', '<') }
}

function parsed(source: RuleSource): RuleSet {
  const result = parseRuleSet(source)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** A drawn year and the quarter behind it, with the place of the quarter's first minute. */
function withYearBefore(quarter: CandleColumns): { readonly minutes: CandleColumns; readonly first: number } {
  const year = randomWalk(SESSIONS_BEFORE * 375, 51)
  const first = year.time.length
  const minutes = allocateColumns(first + quarter.time.length)
  for (const name of CANDLE_COLUMNS) {
    minutes[name].set(year[name])
    minutes[name].set(quarter[name], first)
  }
  const back = Math.ceil((year.time.at(-1)! - quarter.time[0]! + DAY) / DAY) * DAY
  for (let i = 0; i < first; i++) minutes.time[i]! -= back
  return { minutes, first }
}

describe.skipIf(!real)(real ? 'over the real NIFTY minutes of 2024 Q1' : `over real candles: skipped, ${NAME}.csv.gz is not there`, () => {
  it('minutes that close one after the other, with a restart in the middle, give the signals of the backtest, one for one', () => {
    const { minutes, first } = withYearBefore(real ?? randomWalk(0, 0))
    const series = new Map(INTERVALS.map((each) => [each, new Series(foldColumns(minutes, INTERVAL_MINUTES[each]), each)]))
    const tested = (rules: RuleSet) => {
      const bars = series.get(rules.interval)!
      const length = INTERVAL_MINUTES[rules.interval] * MINUTE
      const all = evaluate(rules, bars)
      const said = new Map<number, number>()
      bars.candles.time.forEach((start, i) => {
        if (start >= minutes.time[first]! && all[i] !== 0) said.set(start + length, all[i]!)
      })
      return said
    }
    const slow: RuleSource[] = [200, 500].flatMap((period) =>
      INTERVALS.map((interval) => ({
        interval,
        long: ['close', 'crosses above', `ema(${period})`],
        short: ['close', 'crosses below', `ema(${period})`],
      })),
    )
    const asked = [...STRATEGY_TEMPLATES.map(({ rules }) => rules), ...slow].map((source) => ({ source, rules: parsed(source) }))
    for (let n = 0; asked.length < STRATEGY_TEMPLATES.length + slow.length + DRAWN; n++) {
      const source = drawn(n)
      const result = parseRuleSet(source)
      if (result.ok && tested(result.value).size >= LEAST_SIGNALS) asked.push({ source, rules: result.value })
    }

    const live = new Map(asked.map(({ rules }) => [rules, new Map<number, number>()]))
    const byInterval = new Map(
      INTERVALS.map((each) => [each, asked.filter(({ rules }) => rules.interval === each).map(({ rules }) => rules)]),
    )
    const begin = () => ({
      judge: barJudge(),
      series: new Map<Interval, LiveSeries>(INTERVALS.map((each) => [each, new LiveSeries(each)])),
    })
    let engine = begin()
    const middle = first + Math.floor((minutes.time.length - first) / 2)
    for (let i = first; i < minutes.time.length; i++) {
      if (i === middle) engine = begin()
      const closedAt = minutes.time[i]! + MINUTE
      const book = sliceColumns(minutes, Math.max(0, i + 1 - (i < middle ? i + 1 : KEPT)), i + 1)
      for (const interval of INTERVALS) {
        const length = INTERVAL_MINUTES[interval] * MINUTE
        if (closedAt % length !== 0) continue
        const bars = engine.series.get(interval)!
        bars.advance(book, closedAt)
        const place = bars.placeOf(closedAt - length)
        if (place === null) continue
        for (const rules of byInterval.get(interval)!) {
          const said = engine.judge(rules, bars, place)
          if (typeof said !== 'number') throw new Error(`${JSON.stringify(rules)} has ${said.haveBars} bars of ${said.needBars}`)
          if (said !== 0) live.get(rules)!.set(closedAt, said)
        }
      }
    }
    for (const { source, rules } of asked) {
      const wanted = tested(rules)
      expect(wanted.size, JSON.stringify(source)).toBeGreaterThanOrEqual(LEAST_SIGNALS)
      // A bar whose last minute is missing is never decided live.
      const closes = new Set(minutes.time.subarray(first).map((time) => time + MINUTE))
      const decided = [...wanted].filter(([closedAt]) => closes.has(closedAt))
      expect([...live.get(rules)!], JSON.stringify(source)).toEqual(decided)
    }
  }, 120_000)
})
