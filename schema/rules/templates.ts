import { paise, type Paise } from '../money.ts'
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
  /** Per cent of the entry premium; without meaning for a position, whose rules have its levels. */
  readonly stopLossPercent: number
  readonly takeProfitPercent: number
  /** What one lot may lose at its stop; of a position, one lot of each leg at its stops. */
  readonly riskPerTradePaise: Paise
  readonly instruments: IndexSymbol[]
}

/** What strategies are shipped with where they say nothing else; a rule set of a file trades by it too. */
export const SHIPPED_TERMS = {
  windowStart: '09:20',
  windowEnd: '15:10',
  stopLossPercent: 20,
  takeProfitPercent: 30,
  // Lets a lot of every index through on both sides, also where its options are half as dear again as on a lively day: a call costs
  // more than the put beside it, so a bound between the two would buy puts alone (engine/trading/risk/templates.test.ts).
  riskPerTradePaise: paise(20_000_00),
}

export const STRATEGY_TEMPLATES: readonly StrategyTemplate[] = [
  {
    ...SHIPPED_TERMS,
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
    ...SHIPPED_TERMS,
    slug: 'rsi-reversal',
    name: 'RSI Reversal',
    type: 'RSI reversal',
    category: 'Reversal',
    description:
      'Bets on a turn after a hard move: buys a call when the RSI of five-minute bars rises back above 30, a put when it falls back below 70.',
    rules: {
      interval: '5min',
      long: ['rsi(14)', 'crosses above', 30],
      short: ['rsi(14)', 'crosses below', 70],
    },
    maxTrades: 5,
    instruments: ['NIFTY', 'BANKNIFTY', 'SENSEX', 'MIDCPNIFTY'],
  },
  {
    ...SHIPPED_TERMS,
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
    ...SHIPPED_TERMS,
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
  {
    ...SHIPPED_TERMS,
    slug: 'vwap-pullback',
    name: 'VWAP Pullback',
    type: 'VWAP pullback',
    category: 'Trend',
    description:
      "Waits for a five-minute bar in a trend that dips to the day's average price (VWAP) and closes back on the trend's side, then follows the trend.",
    rules: {
      interval: '5min',
      long: {
        all: [
          ['ema(9)', '>', 'ema(21)'],
          ['close[1]', '>', 'vwap[1]'],
          ['low', '<', 'vwap'],
          ['close', '>', 'vwap'],
        ],
      },
      short: {
        all: [
          ['ema(9)', '<', 'ema(21)'],
          ['close[1]', '<', 'vwap[1]'],
          ['high', '>', 'vwap'],
          ['close', '<', 'vwap'],
        ],
      },
    },
    // The day's average means little before half an hour of it has passed.
    windowStart: '09:45',
    maxTrades: 5,
    instruments: ['NIFTY', 'BANKNIFTY'],
  },
  {
    ...SHIPPED_TERMS,
    slug: 'bollinger-breakout',
    name: 'Bollinger Breakout',
    type: 'Bollinger breakout',
    category: 'Breakout',
    description: 'Enters when a five-minute bar closes outside its Bollinger bands, two standard deviations around the average of 20 bars.',
    rules: {
      interval: '5min',
      long: ['close', 'crosses above', 'bollinger(20,2).upper'],
      short: ['close', 'crosses below', 'bollinger(20,2).lower'],
    },
    maxTrades: 5,
    instruments: ['NIFTY', 'BANKNIFTY'],
  },
  {
    ...SHIPPED_TERMS,
    slug: 'macd',
    name: 'MACD',
    type: 'MACD',
    category: 'Trend',
    description:
      'Follows a change of momentum: enters when the MACD of five-minute bars crosses its signal line, up for a call, down for a put.',
    rules: {
      interval: '5min',
      long: ['macd(12,26,9).line', 'crosses above', 'macd(12,26,9).signal'],
      short: ['macd(12,26,9).line', 'crosses below', 'macd(12,26,9).signal'],
    },
    maxTrades: 5,
    instruments: ['NIFTY', 'BANKNIFTY', 'SENSEX', 'MIDCPNIFTY'],
  },
  {
    ...SHIPPED_TERMS,
    slug: 'short-straddle',
    name: '09:20 Short Straddle',
    type: 'short straddle',
    category: 'Non-directional',
    description:
      'Sells the call and the put at the money at 09:20 and gains while the index stays near where it was. Each is bought back when its premium has risen by a quarter, and sold again at most once. Sold options can lose more than they bring in: a fast market may jump past a stop.',
    rules: {
      interval: '1min',
      enter: '09:20',
      position: {
        legs: [
          { side: 'SELL', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1, stop: '25%', reentries: 1 },
          { side: 'SELL', option: 'PE', strike: 'ATM', expiry: 'this week', lots: 1, stop: '25%', reentries: 1 },
        ],
        stopsToCost: true,
      },
    },
    maxTrades: 2,
    // Both legs at their stops, twice, also where premiums are half as high again as on a lively day.
    riskPerTradePaise: paise(30_000_00),
    instruments: ['NIFTY', 'SENSEX'],
  },
  {
    ...SHIPPED_TERMS,
    slug: 'iron-condor',
    name: 'Iron Condor',
    type: 'iron condor',
    category: 'Non-directional',
    description:
      'Sells a call and a put well away from the index at 09:30 and buys cheaper ones further out, so that a large move cannot cost more than the distance between the strikes. Gains while the index stays in between; one that leaves it can cost several times what was earned.',
    rules: {
      interval: '5min',
      enter: '09:30',
      position: {
        legs: [
          { side: 'BUY', option: 'CE', strike: { delta: 0.05 }, expiry: 'this week', lots: 1 },
          { side: 'BUY', option: 'PE', strike: { delta: 0.05 }, expiry: 'this week', lots: 1 },
          { side: 'SELL', option: 'CE', strike: { delta: 0.2 }, expiry: 'this week', lots: 1 },
          { side: 'SELL', option: 'PE', strike: { delta: 0.2 }, expiry: 'this week', lots: 1 },
        ],
        stop: '60%',
        target: '50%',
        lock: { at: 1_500, keep: 500, every: 500, by: 250 },
      },
    },
    maxTrades: 2,
    riskPerTradePaise: paise(15_000_00),
    instruments: ['NIFTY', 'SENSEX'],
  },
  {
    ...SHIPPED_TERMS,
    slug: 'bull-call-spread',
    name: 'Bull Call Spread',
    type: 'bull call spread',
    category: 'Trend',
    description:
      "Follows a turn upwards above the day's average price (VWAP): buys the call at the money and sells one four strikes above it, which makes it cheaper and caps the gain. If the index does not rise, most of what was paid may be lost, and the sold call needs margin.",
    rules: {
      interval: '5min',
      long: {
        all: [
          ['ema(9)', 'crosses above', 'ema(21)'],
          ['close', '>', 'vwap'],
        ],
      },
      position: {
        legs: [
          { side: 'BUY', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1 },
          { side: 'SELL', option: 'CE', strike: 'ATM+4', expiry: 'this week', lots: 1 },
        ],
        stop: '40%',
        target: '60%',
      },
    },
    windowStart: '09:45',
    maxTrades: 2,
    instruments: ['NIFTY', 'BANKNIFTY'],
  },
]
