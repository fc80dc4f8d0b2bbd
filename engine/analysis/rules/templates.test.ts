import { describe, expect, it } from 'vitest'
import { foldColumns, INTERVAL_MINUTES } from '../../../schema/market/candles.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'
import { istDate, istMinuteOfDay, parseTimeOfDay } from '../../../schema/time.ts'
import { evaluate, LONG, NEUTRAL, SHORT } from './evaluate.ts'
import { Series } from './Series.ts'
import { realCandles } from '../testing/realCandles.ts'

const NAME = 'NIFTY-1min-2024Q1'
const candles = realCandles(NAME)

describe.skipIf(!candles)(
  candles ? 'the templates on the real NIFTY minutes of 2024 Q1' : `the templates on real candles: skipped, ${NAME}.csv.gz is not there`,
  () => {
    it.each(STRATEGY_TEMPLATES)(
      '$slug signals every way it can within its window, in every month, and not on every bar',
      ({ rules, windowStart, windowEnd }) => {
        const parsed = parseRuleSet(rules)
        if (!candles || !parsed.ok) throw new Error('no candles or no rules')
        const { interval } = parsed.value
        const bars = foldColumns(candles, INTERVAL_MINUTES[interval])
        const signals = evaluate(parsed.value, new Series(bars, interval))
        const start = parseTimeOfDay(windowStart) ?? NaN
        const end = parseTimeOfDay(windowEnd) ?? NaN
        const taken = [...signals.keys()].filter((i) => {
          const closed = istMinuteOfDay(bars.time[i]!) + INTERVAL_MINUTES[interval]
          return signals[i] !== 0 && closed >= start && closed < end
        })
        const { long, short, enter } = parsed.value
        for (const side of [...(long ? [LONG] : []), ...(short ? [SHORT] : []), ...(enter ? [NEUTRAL] : [])]) {
          const months = new Set(taken.filter((i) => signals[i] === side).map((i) => istDate(bars.time[i]!).slice(0, 7)))
          expect([...months]).toEqual(['2024-01', '2024-02', '2024-03'])
        }
        expect(taken.length).toBeLessThan(bars.time.length / 5)
      },
    )
  },
)
