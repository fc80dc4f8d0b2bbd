import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldColumns, INTERVAL_MINUTES, sliceColumns, type CandleColumns } from '../../schema/market/candles.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import type { RuleSource } from '../../schema/rules/RuleSource.ts'
import { MINUTE } from '../../schema/time.ts'
import { evaluate } from '../analysis/rules/evaluate.ts'
import { LiveSeries } from '../analysis/rules/LiveSeries.ts'
import { Series } from '../analysis/rules/Series.ts'
import { hostileCandles } from '../analysis/testing/hostileCandles.ts'
import { randomWalk } from '../analysis/testing/randomWalk.ts'
import { ruleSets } from '../analysis/testing/ruleSets.ts'
import { barJudge } from './BarJudge.ts'

const SESSION = 375

function parsed(source: RuleSource): RuleSet {
  const result = parseRuleSet(source)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** The judgement of each bar as it closes, warming as null. `shown`: which minutes so far are shown; `fresh`: bars before which all restarts. */
function judged(
  rules: RuleSet,
  minutes: CandleColumns,
  { shown = (all) => all, fresh = [] }: { shown?: (all: CandleColumns) => CandleColumns; fresh?: readonly number[] } = {},
) {
  const length = INTERVAL_MINUTES[rules.interval] * MINUTE
  let series = new LiveSeries(rules.interval)
  let judge = barJudge()
  const { time } = foldColumns(minutes, INTERVAL_MINUTES[rules.interval])
  let end = 0
  return Array.from(time, (start, bar) => {
    if (fresh.includes(bar)) {
      series = new LiveSeries(rules.interval)
      judge = barJudge()
    }
    while (end < minutes.time.length && minutes.time[end]! < start + length) end++
    series.advance(shown(sliceColumns(minutes, 0, end)), start + length)
    const place = series.placeOf(start)
    if (place === null) return null
    const said = judge(rules, series, place)
    return typeof said === 'number' ? said : null
  })
}

const batch = (rules: RuleSet, minutes: CandleColumns) => [
  ...evaluate(rules, new Series(foldColumns(minutes, INTERVAL_MINUTES[rules.interval]), rules.interval)),
]
const silentAsZero = (all: readonly (number | null)[]) => all.map((each) => each ?? 0)

describe('a bar judged as it closes', () => {
  it('is judged as in a backtest, whatever the rules and the candles, on bars of every length', () => {
    for (const interval of ['1min', '5min'] as const)
      fc.assert(
        fc.property(ruleSets(interval), hostileCandles, (rules, minutes) => {
          const live = silentAsZero(judged(rules, minutes))
          const tested = batch(rules, wholeBars(minutes, INTERVAL_MINUTES[interval]))
          expect(live).toEqual([...Array<number>(live.length - tested.length).fill(0), ...tested])
        }),
        { numRuns: 15 },
      )
  })

  it('is judged the same after beginnings anew from all the minutes, at any places', () => {
    const minutes = randomWalk(1_500, 41)
    fc.assert(
      fc.property(ruleSets('1min'), fc.array(fc.integer({ min: 0, max: 1_499 }), { maxLength: 3 }), (rules, fresh) => {
        expect(judged(rules, minutes, { fresh })).toEqual(judged(rules, minutes))
      }),
      { numRuns: 15 },
    )
  })

  it('is judged as in a backtest of the whole history once warm, from fewer minutes too', () => {
    const minutes = randomWalk(6_000, 42)
    const rules = parsed({
      interval: '5min',
      long: {
        all: [
          ['ema(9)', '>', 'ema(21)'],
          ['close', '>', 'vwap'],
          ['supertrend(7,1).direction', '>', 0],
        ],
      },
      short: {
        any: [
          ['rsi(7)', '<', 30],
          ['macd(5,9,4).line', 'crosses below', 'macd(5,9,4).signal'],
        ],
      },
    })
    const whole = batch(rules, minutes)
    const cut = 2_000
    const late = judged(rules, sliceColumns(minutes, cut, 6_000))
    const warm = late.findIndex((each) => each !== null)
    expect(warm).toBeGreaterThan(100)
    expect(warm).toBeLessThan(600)
    expect(late.slice(warm)).toEqual(whole.slice(cut / 5 + warm))
    expect(whole.filter((each) => each !== 0).length).toBeGreaterThan(50)
  })

  it('is silent while the history is short, says how short, and is judged as soon as the book is longer', () => {
    const rules = parsed({ interval: '5min', long: ['close', '>', 'ema(200)'], short: ['close', '<', 'ema(200)'] })
    const minutes = randomWalk(40 * SESSION, 43)
    const { length } = minutes.time
    const end = minutes.time[length - 1]! + MINUTE
    const series = new LiveSeries('5min')
    const judge = barJudge()
    series.advance(sliceColumns(minutes, length - 5 * SESSION, length), end)
    expect(judge(rules, series, series.placeOf(end - 5 * MINUTE)!)).toEqual({ haveBars: 375, needBars: 2_273 })
    series.advance(minutes, end)
    expect(judge(rules, series, series.placeOf(end - 5 * MINUTE)!)).toBe(batch(rules, minutes).at(-1))
  })

  it('is judged later than others that closed after it, as then', () => {
    const minutes = randomWalk(1_000, 44)
    const rules = parsed({ interval: '1min', long: ['close', 'crosses above', 'ema(5)'], short: ['close', 'crosses below', 'ema(5)'] })
    const wanted = batch(rules, minutes)
    const series = new LiveSeries('1min')
    const judge = barJudge()
    series.advance(minutes, Infinity)
    for (let bar = 999; bar > 890; bar--) expect(judge(rules, series, series.placeOf(minutes.time[bar]!)!)).toBe(wanted[bar])
    expect(series.placeOf(minutes.time[500]!)).toBeNull()
  })

  it('goes on with a book that has dropped its oldest candles, and begins anew after a hole that nobody filled', () => {
    const minutes = randomWalk(3_000, 45)
    const rules = parsed({ interval: '1min', long: ['close', '>', 'ema(10)'] })
    const newest = (count: number) => (all: CandleColumns) => sliceColumns(all, Math.max(0, all.time.length - count), all.time.length)
    expect(silentAsZero(judged(rules, minutes, { shown: newest(400) }))).toEqual(batch(rules, minutes))
    const series = new LiveSeries('1min')
    const judge = barJudge()
    const [early, late] = [sliceColumns(minutes, 0, 1_000), sliceColumns(minutes, 2_000, 3_000)]
    series.advance(early, Infinity)
    judge(rules, series, series.placeOf(early.time[999]!)!)
    series.advance(late, Infinity)
    const place = series.placeOf(late.time[999]!)!
    expect(series.barsTo(place)).toBe(1_000)
    expect(judge(rules, series, place)).toBe(batch(rules, late).at(-1))
  })

  it('costs no memory for indicators that nobody asks for any more', () => {
    const series = new LiveSeries('1min')
    const minutes = randomWalk(300, 46)
    series.advance(minutes, Infinity)
    const sma = { kind: 'indicator', call: { name: 'sma', parameters: [5] }, output: 'value' } as const
    const ema = { ...sma, call: { name: 'ema', parameters: [5] } } as const
    const [first, second] = [series.column(sma), series.column(ema)]
    series.noteUse()
    expect(series.column(ema)).toBe(second)
    series.dropUnused()
    expect(series.column(ema)).toBe(second)
    expect(series.column(sma)).not.toBe(first)
    expect(series.column(sma)).toEqual(first)
  })
})

/** The minutes without the rest of a first bar whose start is missing. */
function wholeBars(minutes: CandleColumns, barMinutes: number): CandleColumns {
  const length = barMinutes * MINUTE
  const first = minutes.time.findIndex((time) => time - (time % length) >= minutes.time[0]!)
  return sliceColumns(minutes, first < 0 ? minutes.time.length : first, minutes.time.length)
}
