import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { paise } from '../../../schema/money.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import { STRATEGY_TEMPLATES, type StrategyTemplate } from '../../../schema/rules/templates.ts'
import { parseTimeOfDay } from '../../../schema/time.ts'
import { BacktestMarket } from '../../../engine/backtest/history/BacktestMarket.ts'
import type { BacktestPlan } from '../../../engine/backtest/trades/BacktestPlan.ts'
import { runBacktest } from '../../../engine/backtest/run/runBacktest.ts'
import { runWithRange } from '../../../engine/backtest/run/runWithRange.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { percentile } from '../measuring/percentile.ts'
import { tradedMinutes } from '../measuring/tradedMinutes.ts'

const WARM_UPS = 3
const ROUNDS = 15
/** How many times one pass the range may cost. */
const MOST_RATIO = 3

/** A quarter of minutes backtested by every template, without its range and with it: turn by turn, medians; what the range costs the worst template. */
export function backtestRange(): Promise<BenchRow[]> {
  const minutes = tradedMinutes('2024-01-01', '2024-03-31')
  const market = new BacktestMarket({
    ...{ index: 'NIFTY', minutes, tables: SHIPPED_MARKET_TABLES },
    traded: { kind: 'OPTIONS', volatility: 0.14, candles: new Map() },
  })
  const measured = STRATEGY_TEMPLATES.map((template) => ({
    template,
    plan: planOf(template),
    once: [] as number[],
    ranged: [] as number[],
  }))
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    for (const { plan, once, ranged } of measured) {
      const alone = timed(() => runBacktest(plan, market))
      const withRange = timed(() => runWithRange(plan, market))
      if (round < 0) continue
      once.push(alone)
      ranged.push(withRange)
    }
  }
  const ratios = measured
    .map(({ template: { slug }, once, ranged }) => {
      const [one, all] = [percentile(once, 0.5), percentile(ranged, 0.5)]
      return { slug, one, all, ratio: (all - one) / one }
    })
    .sort((a, b) => b.ratio - a.ratio)
  const [worst] = ratios
  if (!worst) throw new Error('no template was measured')
  return Promise.resolve([
    {
      what: `what the range costs beside a backtest: ${minutes.time.length.toLocaleString('en-US')} candles, the worst of ${ratios.length} templates, ${worst.slug}`,
      ours: `${(worst.all - worst.one).toFixed(1)} ms`,
      peer: `without the range ${worst.one.toFixed(1)} ms; ratios of the others ${ratios
        .slice(1)
        .map(({ slug, ratio }) => `${slug} ${ratio.toFixed(2)}`)
        .join(', ')}`,
      ratio: `${worst.ratio.toFixed(2)} times one pass`,
      wanted: `≤ ${MOST_RATIO} times one pass`,
      reached: worst.ratio <= MOST_RATIO,
    },
  ])
}

function timed(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

/** What a subscription to a template begins with, on funds that hold every position. */
function planOf({ rules: source, windowStart, windowEnd, maxTrades, ...template }: StrategyTemplate): BacktestPlan {
  const rules = parseRuleSet(source)
  const window = { windowStart: parseTimeOfDay(windowStart), windowEnd: parseTimeOfDay(windowEnd) }
  if (!rules.ok || window.windowStart === null || window.windowEnd === null) throw new Error(`${template.slug} cannot be read`)
  return {
    rules: rules.value,
    settings: {
      ...{ windowStart: window.windowStart, windowEnd: window.windowEnd, maxTrades, lots: 1 },
      ...{ risk: template.riskPerTradePaise, sizeByRisk: false, trailingStopPercent: null },
      stopLoss: { unit: 'PERCENT', value: template.stopLossPercent },
      takeProfit: { unit: 'PERCENT', value: template.takeProfitPercent },
    },
    account: { funds: paise(10_00_000_00), maxOpenTrades: 20, maxDailyLoss: null, squareOffAtDailyLoss: false },
    ...{ from: null, to: null, slippage: 1 },
  }
}
