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

/** What a backtest says of its strategy: one trade that gained, one that lost. For tests only. */
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
    denials: [{ candleTime: '2026-11-20T15:20:00+05:30', side: 'LONG', reason: 'TOO_LATE', text: 'Not taken.' }],
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
    traded: 'options priced by stored candles, else by the option model at 14 % volatility',
    strategies,
  }
}
