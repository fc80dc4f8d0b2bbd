import type {
  AvailableStrategiesQuery,
  DenialPartsFragment,
  InstrumentsQuery,
  ManagedStrategyPartsFragment,
  UserStrategyPartsFragment,
} from '../../../gql/generated/graphql.ts'

type AvailableStrategy = AvailableStrategiesQuery['availableStrategies'][number]

/** Two indices with their lots. For tests only. */
export const INSTRUMENTS: InstrumentsQuery['instruments'] = [
  {
    ...{
      symbol: 'NIFTY',
      name: 'Nifty 50',
      lot: 65,
      expiryRule: 'weekly, Tuesday',
      nextExpiry: '2026-11-23',
      callPremium: null,
      putPremium: null,
    },
  },
  {
    ...{
      symbol: 'SENSEX',
      name: 'Sensex',
      lot: 20,
      expiryRule: 'weekly, Thursday',
      nextExpiry: '2026-11-26',
      callPremium: null,
      putPremium: null,
    },
  },
]

/** A strategy on offer. For tests only. */
export function availableStrategy(changes: Partial<AvailableStrategy> = {}): AvailableStrategy {
  return {
    id: 's1',
    name: 'EMA Crossover',
    description: 'Follows the turn.',
    type: 'EMA crossover',
    category: 'Trend',
    version: 1,
    interval: 'ONE_MINUTE',
    longRule: 'EMA(9) crosses above EMA(21)',
    shortRule: null,
    enterRule: null,
    legs: [],
    timeWindow: { start: '09:20', end: '15:10' },
    maxTrades: 5,
    stopLoss: 20,
    riskPerTrade: 5_000,
    takeProfit: 30,
    quantity: 1,
    instruments: ['NIFTY', 'BANKNIFTY'],
    performance: { mode: 'PAPER', totalTrades: 0, knownTrades: 0, profitableTrades: 0, winRate: null, totalPnL: 0, totalNet: 0 },
    subscribed: true,
    ...changes,
  }
}

/** That strategy as admins see it. For tests only. */
export function managedStrategy(changes: Partial<ManagedStrategyPartsFragment> = {}): ManagedStrategyPartsFragment {
  return {
    ...availableStrategy(),
    rules: { interval: '1min', long: ['ema(9)', 'crosses above', 'ema(21)'], short: null },
    isActive: true,
    isPublic: true,
    trailingStop: null,
    subscribers: 12,
    subscribersBehind: 3,
    openTrades: 0,
    updatedAt: '2026-11-20T05:00:00.000Z',
    ...changes,
  }
}

/** A subscription to that strategy without own settings. For tests only. */
export function userStrategy(changes: Partial<UserStrategyPartsFragment> = {}): UserStrategyPartsFragment {
  return {
    id: 'u1',
    strategyId: 's1',
    name: 'EMA Crossover',
    type: 'EMA crossover',
    description: 'Follows the turn.',
    version: 1,
    newerVersion: null,
    isActive: true,
    paperTrade: true,
    unmetGates: [],
    performances: [],
    interval: 'FIVE_MINUTES',
    timeWindow: { start: '09:20', end: '15:10' },
    maxTrades: 5,
    quantity: 1,
    instruments: ['NIFTY', 'BANKNIFTY'],
    riskPerTrade: 5_000,
    sizeByRisk: false,
    legs: [],
    stopLoss: { unit: 'PERCENT', value: 20 },
    takeProfit: { unit: 'PERCENT', value: 30 },
    customSettings: {
      timeWindow: { start: null, end: null },
      maxTrades: null,
      riskPerTrade: null,
      stopLoss: null,
      takeProfit: null,
      quantity: null,
      instruments: [],
    },
    warmingUp: null,
    subscribedAt: '2026-11-20T05:00:00.000Z',
    ...changes,
  }
}

/** A signal of that strategy that was not taken. For tests only. */
export function denial(changes: Partial<DenialPartsFragment> = {}): DenialPartsFragment {
  return {
    id: 'd1',
    time: '2026-11-20T05:05:00.000Z',
    strategy: 'EMA Crossover',
    strategyId: 's1',
    index: 'NIFTY',
    side: 'LONG',
    text: 'Skipped: 5 of 5 trades used today.',
    ...changes,
  }
}
