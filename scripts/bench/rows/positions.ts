import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { paise } from '../../../schema/money.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import { BacktestMarket } from '../../../engine/backtest/history/BacktestMarket.ts'
import type { BacktestPlan } from '../../../engine/backtest/trades/BacktestPlan.ts'
import { runBacktest } from '../../../engine/backtest/run/runBacktest.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { percentile } from '../measuring/percentile.ts'
import { tradedMinutes } from '../measuring/tradedMinutes.ts'

const WARM_UPS = 4
const ROUNDS = 9
const MOST_RATIO = 3

/** A year of minutes backtested with a bought call, and with a straddle, on the same signals and held as long: turn by turn, medians. */
export function positions(): Promise<BenchRow[]> {
  const minutes = tradedMinutes('2024-01-01', '2024-12-31')
  const market = new BacktestMarket({
    ...{ index: 'NIFTY', minutes, tables: SHIPPED_MARKET_TABLES },
    traded: { kind: 'OPTIONS', volatility: 0.14, candles: new Map() },
  })
  // Levels that no premium reaches: every trade is held to the end of the day.
  const leg = { side: 'SELL', strike: 'ATM', expiry: 'this week', lots: 1, stop: '1000%' } as const
  const long = ['ema(9)', 'crosses above', 'ema(21)'] as const
  const legs = [{ ...leg, option: 'CE' } as const, { ...leg, option: 'PE' } as const]
  const sides = [planOf({ interval: '5min', long }), planOf({ interval: '5min', long, position: { legs } })].map((plan) => ({
    plan,
    samples: [] as number[],
    trades: 0,
  }))
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    for (const side of sides) {
      const startedAt = performance.now()
      side.trades = runBacktest(side.plan, market).trades.length
      if (round >= 0) side.samples.push(performance.now() - startedAt)
    }
  }
  const [one = NaN, two = NaN] = sides.map(({ samples }) => percentile(samples, 0.5))
  const [, { trades }] = sides as [unknown, { readonly trades: number }]
  return Promise.resolve([
    {
      what: `backtest of a position of two legs: ${minutes.time.length.toLocaleString('en-US')} candles, ${trades} trades held to the end of the day`,
      ours: `${two.toFixed(0)} ms`,
      peer: `one leg on the same signals ${one.toFixed(0)} ms`,
      ratio: `${(two / one).toFixed(2)} of the time of one`,
      wanted: `≤ ${MOST_RATIO} of the time of one`,
      reached: two / one <= MOST_RATIO,
    },
  ])
}

function planOf(source: RuleSource): BacktestPlan {
  const rules = parseRuleSet(source)
  if (!rules.ok) throw new Error(JSON.stringify(rules.error))
  const [takeProfit, stopLoss] = [
    { unit: 'PERCENT', value: 1_000 },
    { unit: 'PERCENT', value: 100 },
  ] as const
  return {
    rules: rules.value,
    settings: {
      ...{ takeProfit, stopLoss, trailingStopPercent: null, risk: paise(1_00_00_000_00), sizeByRisk: false },
      ...{ windowStart: 555, windowEnd: 930, maxTrades: 50, lots: 1 },
    },
    account: { funds: paise(1_00_00_000_00), maxOpenTrades: 1, maxDailyLoss: null, squareOffAtDailyLoss: false },
    ...{ from: null, to: null, slippage: 1 },
  }
}
