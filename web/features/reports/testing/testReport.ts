import type { ReportQuery } from '../../../gql/generated/graphql.ts'

/** Four trades of November 2026: on Monday 16 a gain of ₹1,000, on Tuesday 17 two losses of ₹800 together, on Friday 20 a gain of ₹200. For tests only. */
export function testReport(changes: Partial<ReportQuery['report']> = {}): ReportQuery['report'] {
  return {
    ...{ mode: 'PAPER', trades: 4, unknown: 0, winRate: 50, gross: 656.52, charges: 256.52, net: 400, expectancy: 100, profitFactor: 1.5 },
    ...{ tradingDays: 5, sharpe: null, sortino: null },
    maxDrawdown: { amount: 800, peakAt: '2026-11-16T05:20:00.000Z', troughAt: '2026-11-17T05:50:00.000Z', recoveredAt: null },
    equity: [
      { at: '2026-11-16T05:20:00.000Z', equity: 1_000, drawdown: 0 },
      { at: '2026-11-17T05:40:00.000Z', equity: 500, drawdown: 500 },
      { at: '2026-11-17T05:50:00.000Z', equity: 200, drawdown: 800 },
      { at: '2026-11-20T04:10:00.000Z', equity: 400, drawdown: 600 },
    ],
    days: [
      { date: '2026-11-16', trades: 1, gross: 1_064.13, charges: 64.13, net: 1_000 },
      { date: '2026-11-17', trades: 2, gross: -671.74, charges: 128.26, net: -800 },
      { date: '2026-11-20', trades: 1, gross: 264.13, charges: 64.13, net: 200 },
    ],
    strategies: [
      { strategyId: 's1', strategy: 'EMA Crossover', trades: 3, winRate: 66.7, gross: 1_092.39, charges: 192.39, net: 900 },
      { strategyId: 's2', strategy: 'Supertrend', trades: 1, winRate: 0, gross: -435.87, charges: 64.13, net: -500 },
    ],
    hours: [
      { weekday: 1, hour: 10, trades: 1, winRate: 100, net: 1_000 },
      { weekday: 2, hour: 11, trades: 2, winRate: 0, net: -800 },
      { weekday: 5, hour: 9, trades: 1, winRate: 100, net: 200 },
    ],
    ...changes,
  }
}

/** A report of nothing. For tests only. */
export const EMPTY_REPORT = testReport({
  ...{ trades: 0, winRate: null, gross: 0, charges: 0, net: 0, expectancy: null, profitFactor: null, tradingDays: 0, sharpe: null },
  ...{ sortino: null, maxDrawdown: null, equity: [], days: [], strategies: [], hours: [] },
})
