import { describe, expect, it } from 'vitest'
import { toColumns } from '../../../schema/market/candles.ts'
import { fromRupees } from '../../../schema/money.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { ConditionSource } from '../../../schema/rules/RuleSource.ts'
import { istInstant } from '../../../schema/time.ts'
import { explainSignal } from './explainSignal.ts'
import { Series } from './Series.ts'

/** One-minute bars from 09:15 on with these closes, a rupee around each. */
function seriesOf(closes: readonly number[]): Series {
  const candles = closes.map((close, minute) => ({
    ...{ time: istInstant('2026-11-20', 555 + minute), open: fromRupees(close), close: fromRupees(close), volume: 0 },
    ...{ high: fromRupees(close + 1), low: fromRupees(close - 1) },
  }))
  return new Series(toColumns(candles), '1min')
}

function explain(long: ConditionSource, closes: readonly number[]) {
  const parsed = parseRuleSet({ interval: '1min', long })
  if (!parsed.ok || !parsed.value.long) throw new Error(JSON.stringify(parsed))
  return explainSignal(parsed.value.long, seriesOf(closes), closes.length - 1)
}

describe('the values behind a signal', () => {
  it('of a crossing are those of the bar and of the one before', () => {
    // By hand: the mean of two closes is 101 then 103, of three 102 then 102.
    expect(explain(['sma(2)', 'crosses above', 'sma(3)'], [104, 100, 102, 104])).toEqual([
      { operand: 'SMA(2)', value: 103 },
      { operand: 'SMA(3)', value: 102 },
      { operand: 'SMA(2) 1 bar ago', value: 101 },
      { operand: 'SMA(3) 1 bar ago', value: 102 },
    ])
  })

  it('are told once each, in the order of the sentence, without the constants it says itself', () => {
    const rule: ConditionSource = {
      all: [
        ['close', '>', 'sma(2)'],
        ['close', 'between', 90, 'high[1]'],
        { not: ['time', '<', '09:16'] },
        {
          any: [
            ['low', '<', 5],
            ['sma(2)', '>', 1],
          ],
        },
      ],
    }
    expect(explain(rule, [100, 102])).toEqual([
      { operand: 'price', value: 102 },
      { operand: 'SMA(2)', value: 101 },
      { operand: 'the high 1 bar ago', value: 101 },
      { operand: 'time', value: '09:16' },
      { operand: 'the low', value: 101 },
    ])
  })

  it('are those of the bars that an offset names, and left out where there is no bar', () => {
    expect(explain(['close[1]', 'crosses above', 'close[2]'], [7, 9])).toEqual([{ operand: 'the close 1 bar ago', value: 7 }])
  })
})
