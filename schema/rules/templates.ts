import type { IndexSymbol } from '../market/indices.ts'
import type { RuleSource } from './RuleSource.ts'

/** A built-in strategy: its rules and what a new subscription starts with. */
export interface StrategyTemplate {
  /** Stable name for command lines and seeds. */
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly description: string
  readonly category: string
  readonly rules: RuleSource
  /** HH:MM in India, between which trades may be entered. */
  readonly windowStart: string
  readonly windowEnd: string
  /** Per day and subscription. */
  readonly maxTrades: number
  /** Per cent of the entry premium. */
  readonly stopLossPercent: number
  readonly takeProfitPercent: number
  readonly instruments: IndexSymbol[]
}

const DEFAULTS = { windowStart: '09:20', windowEnd: '15:10', stopLossPercent: 20, takeProfitPercent: 30 }

export const STRATEGY_TEMPLATES: readonly StrategyTemplate[] = [
  {
    ...DEFAULTS,
    slug: 'ema-crossover',
    name: 'EMA Crossover',
    type: 'EMA crossover',
    category: 'Trend',
    description: 'Follows the turn when the 9-minute average price crosses the 21-minute one: up buys a call, down buys a put.',
    rules: {
      interval: '1min',
      long: ['ema(9)', 'crosses above', 'ema(21)'],
      short: ['ema(9)', 'crosses below', 'ema(21)'],
    },
    maxTrades: 20,
    instruments: ['NIFTY', 'BANKNIFTY', 'SENSEX', 'MIDCPNIFTY'],
  },
  {
    ...DEFAULTS,
    slug: 'supertrend',
    name: 'Supertrend',
    type: 'Supertrend',
    category: 'Trend',
    description:
      'Enters when the index closes beyond its Supertrend, a band three average ranges wide that trails the price, on five-minute bars.',
    rules: {
      interval: '5min',
      long: ['supertrend(10,3).direction', 'crosses above', 0],
      short: ['supertrend(10,3).direction', 'crosses below', 0],
    },
    maxTrades: 5,
    instruments: ['NIFTY', 'BANKNIFTY', 'SENSEX', 'MIDCPNIFTY'],
  },
  {
    ...DEFAULTS,
    slug: 'opening-range-breakout',
    name: 'Opening Range Breakout',
    type: 'opening-range breakout',
    category: 'Breakout',
    description: 'Marks the high and the low of the first 15 minutes, then enters when a five-minute bar closes beyond one of them.',
    rules: {
      interval: '5min',
      long: ['close', 'crosses above', 'opening_range(15).high'],
      short: ['close', 'crosses below', 'opening_range(15).low'],
    },
    maxTrades: 3,
    instruments: ['NIFTY', 'BANKNIFTY'],
  },
]
