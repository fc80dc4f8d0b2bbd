/** A trade as `engine backtest --json` prints it. For tests only. */
export function reportedTrade(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    side: 'LONG',
    contract: 'NIFTY26NOV24500CE',
    priceSource: 'MODEL',
    quantity: 75,
    candleTime: '2026-11-19T09:30:00+05:30',
    indexPrice: 24_500,
    entryTime: '2026-11-19T09:35:00+05:30',
    entryPrice: 100,
    exitTime: '2026-11-19T10:05:00+05:30',
    exitPrice: 130,
    reason: 'TARGET',
    gross: 2_250,
    charges: 60,
    net: 2_190,
    opened: 'Bought 75.',
    closed: 'Closed.',
    ...changes,
  }
}

/** A backtest's trade statistics beyond its metrics. For tests only. */
export function reportedStatistics(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    ...{ verdict: '2 trades are too few to judge: 30 are needed.', expectancyInterval: null, randomEntries: null },
    ...{ cagr: null, calmar: null, drawdownDays: 1, intratradeDrawdown: { amount: 2_060, share: 0.0202 } },
    ...{ averageWin: 2_190, averageLoss: -1_560, payoff: 1.404, winStreak: 1, lossStreak: 1, costShare: 0.16 },
    ...{ holdingMinutes: { mean: 25, median: 25 }, adverse: { mean: 900, ofWins: 300 }, favourable: { mean: 1_250, ofLosses: 150 } },
    expiryDays: {
      on: { trades: 1, net: 2_190, winRate: 1, expectancy: 2_190 },
      off: { trades: 1, net: -1_560, winRate: 0, expectancy: -1_560 },
    },
    ...changes,
  }
}

/** A backtest's report: one trade that gained, one that lost. For tests only. */
export function reportedStrategy(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    strategy: 'EMA Crossover',
    interval: '5min',
    long: 'EMA(9) crosses above EMA(21)',
    short: null,
    signals: 3,
    metrics: {
      ...{ trades: 2, wins: 1, gross: 750, charges: 120, net: 630, winRate: 0.5, expectancy: 315, profitFactor: 1.4 },
      ...{ maxDrawdown: 1_560, maxDrawdownShare: 0.0153, sharpe: null, sortino: null, exposure: 0.12 },
    },
    statistics: reportedStatistics(),
    range: { low: -900, high: 1_400, lowerVolatility: 1_400, higherVolatility: -900, doubleSlippage: 210, premiumNoise: 140 },
    assumptions: { volatility: [{ source: 'VIX', days: 2, low: 10.5, high: 12.1 }], slippage: 1, latencyMs: 300 },
    priceSources: { MODEL: 1, CANDLES: 1 },
    trades: [
      reportedTrade(),
      reportedTrade({
        ...{ contract: 'NIFTY26NOV24600PE', side: 'SHORT', reason: 'STOP', priceSource: 'CANDLES' },
        ...{ entryTime: '2026-11-20T11:00:00+05:30', exitTime: '2026-11-20T11:20:00+05:30' },
        ...{ exitPrice: 80, gross: -1_500, charges: 60, net: -1_560 },
      }),
    ],
    denied: { TOO_LATE: 1 },
    denials: [{ candleTime: '2026-11-20T15:20:00+05:30', side: 'LONG', reason: 'TOO_LATE', text: 'Skipped.' }],
    stillOpen: [],
    equity: [
      { at: '2026-11-19T10:05:00+05:30', equity: 102_190, drawdown: 0 },
      { at: '2026-11-20T11:20:00+05:30', equity: 100_630, drawdown: 1_560 },
    ],
    daily: [
      { date: '2026-11-19', net: 2_190, equity: 102_190, drawdown: 0 },
      { date: '2026-11-20', net: -1_560, equity: 100_630, drawdown: 1_560 },
    ],
    ...changes,
  }
}

/** The result of a finished backtest of these strategies. For tests only. */
export function backtestResult(strategies: readonly unknown[] = [reportedStrategy()], days: unknown = 2): Record<string, unknown> {
  return {
    ...{ index: 'NIFTY', from: '2026-11-19', to: '2026-11-20', days, funds: 100_000, lots: 1 },
    traded: 'options priced by stored candles, else by the option model at 14% volatility',
    strategies,
  }
}

const SCOPE = {
  ...{ index: 'NIFTY', from: '2026-09-01', to: '2026-11-20', days: 56, funds: 100_000, lots: 1 },
  traded: 'options priced by the option model at 14% volatility',
}

function reportedMetrics(net: number, trades = 40) {
  return { ...reportedStrategy().metrics, ...{ net, trades, expectancy: net / trades, sharpe: 1.2, sortino: 1.8 } }
}

const RANGE = { low: -1_250, high: 6_300, lowerVolatility: 6_300, higherVolatility: -1_250, doubleSlippage: 2_100 }
const ASSUMED = { volatility: [{ source: 'USUAL', days: 56, low: 14, high: 14 }], slippage: 1, latencyMs: 300, positions: false }

/** The result of a sweep of two stops; the better one has a range. For tests only. */
export function sweepResult(): Record<string, unknown> {
  const neighbours = (median: number) => ({ count: 1, median })
  return {
    ...{ ...SCOPE, rankedBy: 'deflatedSharpe', ranged: 1, assumptions: ASSUMED },
    variants: [
      {
        ...{ name: 'stopLoss=12', parameters: { stopLoss: 12 }, metrics: reportedMetrics(4_200), range: RANGE, deflatedSharpe: 0.81 },
        ...{ neighbours: neighbours(0.12), standsAlone: true },
      },
      {
        ...{ name: 'stopLoss=20', parameters: { stopLoss: 20 }, metrics: reportedMetrics(-900), range: null, deflatedSharpe: 0.12 },
        ...{ neighbours: neighbours(0.81), standsAlone: false },
      },
    ],
  }
}

/** The result of a walk-forward of one fold. For tests only. */
export function walkForwardResult(): Record<string, unknown> {
  return {
    ...{ ...SCOPE, rankedBy: 'net', variants: 2, assumptions: ASSUMED },
    folds: [
      {
        ...{ train: ['2026-09-01', '2026-11-13'], validate: ['2026-11-19', '2026-11-20'], variant: 'stopLoss=12' },
        ...{ trained: reportedMetrics(4_200), validated: reportedMetrics(630, 2), range: RANGE },
      },
    ],
    outOfSample: {
      metrics: reportedMetrics(630, 2),
      range: RANGE,
      verdict: '2 trades are too few to judge: 30 are needed.',
      equity: reportedStrategy().equity,
    },
  }
}
