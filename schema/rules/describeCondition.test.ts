import { describe, expect, it } from 'vitest'
import { describeCondition } from './describeCondition.ts'
import { parseRuleSet } from './parseRuleSet.ts'

function long(condition: unknown): string {
  const parsed = parseRuleSet({ interval: '5min', long: condition })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  if (!parsed.value.long) throw new Error('no long condition')
  return describeCondition(parsed.value.long)
}

describe('describeCondition', () => {
  it.each<[unknown, string]>([
    [['ema(9)', 'crosses above', 'ema(21)'], 'EMA(9) crosses above EMA(21)'],
    [['supertrend(10,3).direction', 'crosses above', 0], 'Supertrend(10, 3) turns up'],
    [['supertrend(10,3).direction', 'crosses below', 0], 'Supertrend(10, 3) turns down'],
    [['supertrend(10,3).direction', '>', 0], 'Supertrend(10, 3) is up'],
    [['supertrend(10,3).direction', '<', 0], 'Supertrend(10, 3) is down'],
    [['supertrend(10,3).direction[1]', '<', 0], 'Supertrend(10, 3) was down 1 bar ago'],
    [['supertrend(10,3).direction[2]', 'crosses above', 0], 'Supertrend(10, 3) turned up 2 bars ago'],
    [['supertrend(10,3).direction', '>', 'supertrend(7,3).direction'], 'Supertrend(10, 3) direction is above Supertrend(7, 3) direction'],
    [['close', '>', 'supertrend(10,3)'], 'price is above the Supertrend(10, 3) line'],
    [['close', '>', 'highest(20)[1]'], 'price is above the highest high of 20 bars 1 bar ago'],
    [['close', 'crosses above', 'opening_range(15).high'], 'price closes above the 15-minute opening range high'],
    [['close[2]', 'crosses below', 'opening_range(15).low'], 'the close 2 bars ago crosses below the 15-minute opening range low'],
    [['ema(9)', 'crosses above', 'close'], 'EMA(9) crosses above the price'],
    [['low', '<', 'vwap'], 'the low is below VWAP'],
    [['macd(12,26,9).line', 'crosses above', 'macd(12,26,9).signal'], 'MACD(12, 26, 9) crosses above the MACD(12, 26, 9) signal line'],
    [['plus_di(14)', '>', 'minus_di(14)'], '+DI(14) is above −DI(14)'],
    [['obv', '>', 'obv[5]'], 'on-balance volume is above on-balance volume 5 bars ago'],
    [['rsi(14)', 'between', 30, 70], 'RSI(14) is between 30 and 70'],
    [
      ['close', 'between', 'bollinger(20,2).lower', 'bollinger(20,2).upper'],
      'price is between the lower Bollinger band (20, 2) and the upper Bollinger band (20, 2)',
    ],
    [['high', 'crosses above', 'keltner(20,10,1.5).upper'], 'the high crosses above the upper Keltner line (20, 10, 1.5)'],
    [['time', '<', '14:05'], 'time is before 14:05'],
    [['09:30', '<', 'time'], '09:30 is before time'],
    [['time', 'between', '09:30', '14:05'], 'time is between 09:30 and 14:05'],
    [{ not: ['time', '>', '09:30'] }, 'not (time is after 09:30)'],
    [
      {
        all: [
          ['ema(9)', 'crosses above', 'ema(21)'],
          ['rsi(14)', '<', 70],
        ],
      },
      'EMA(9) crosses above EMA(21) and RSI(14) is below 70',
    ],
    [
      {
        all: [
          ['open', '>', 1],
          {
            any: [
              ['low', '<', 2],
              ['high', '>', 3],
            ],
          },
        ],
      },
      'the open is above 1 and (the low is below 2 or the high is above 3)',
    ],
  ])('says %j as "%s"', (condition, expected) => {
    expect(long(condition)).toBe(expected)
  })
})
