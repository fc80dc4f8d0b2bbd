import type { CandleColumns } from '../../../../schema/market/candles.ts'
import { SHIPPED_MARKET_TABLES } from '../../../../schema/market/shippedTables.ts'
import { paise } from '../../../../schema/money.ts'
import { parseRuleSet } from '../../../../schema/rules/parseRuleSet.ts'
import type { History } from '../../history/BacktestMarket.ts'
import type { BacktestPlan } from '../../trades/BacktestPlan.ts'

/** One-minute candles as a history of NIFTY in which the index itself is traded. */
export function indexHistory(minutes: CandleColumns): History {
  return { index: 'NIFTY', minutes, tables: SHIPPED_MARKET_TABLES, traded: { kind: 'INDEX' } }
}

/** A plan that goes with the crosses of two averages, all day, by so many lots. */
export function crossPlan(fast: number, slow: number, lots = 1): BacktestPlan {
  const averages = [`ema(${fast})`, `ema(${slow})`] as const
  const rules = parseRuleSet({
    interval: '1min',
    long: [averages[0], 'crosses above', averages[1]],
    short: [averages[0], 'crosses below', averages[1]],
  })
  if (!rules.ok) throw new Error(JSON.stringify(rules.error))
  const unlimited = { unit: 'PERCENT', value: 100 } as const
  return {
    rules: rules.value,
    settings: {
      ...{ takeProfit: unlimited, stopLoss: unlimited, trailingStopPercent: null, risk: paise(100_000_00), sizeByRisk: false },
      ...{ windowStart: 555, windowEnd: 930, maxTrades: 50, lots },
    },
    account: { funds: paise(100_000_00), maxOpenTrades: 1, maxDailyLoss: null, squareOffAtDailyLoss: false },
    ...{ from: null, to: null, slippage: 1 },
  }
}
