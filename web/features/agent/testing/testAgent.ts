import type { AgentStatusPartsFragment, AgentTradePartsFragment } from '../../../gql/generated/graphql.ts'

/** An agent that is switched on, on paper with the defaults, and has not traded. For tests only. */
export function testAgent(changes: Partial<AgentStatusPartsFragment> = {}): AgentStatusPartsFragment {
  return {
    id: 'u1',
    aitrading: true,
    active: true,
    isMarketOpen: true,
    lastAnalysis: '2026-11-20T05:02:00.000Z',
    settings: {
      ...{ capital: 100_000, quantityLots: 1, riskPerTrade: 0.02, analysisIntervalMinutes: 5, maxTradesPerDay: 3 },
      ...{ lookbackPeriod: 50, paperTrade: true },
    },
    mandate: {
      ...{ symbols: ['NIFTY'], step: 'PAPER', exploration: true, softDrawdown: 5_000, hardDrawdown: 10_000 },
      ...{ haltedAt: null, haltReason: null },
    },
    todayStats: { kind: null, totalTrades: 0, runningTrades: 0, completedTrades: 0, totalPnL: 0, winRate: null },
    weekStats: { kind: null, totalTrades: 0, totalPnL: 0, averagePnL: null },
    recentTrades: [],
    unmetLiveGates: [],
    latest: [],
    ...changes,
  }
}

/** A running trade of the agent. For tests only. */
export function testAgentTrade(changes: Partial<AgentTradePartsFragment['trade']> = {}): AgentTradePartsFragment {
  return {
    ...{ id: 't1', kind: 'EXPLORATORY', analysisId: 'a1', duration: 12 },
    trade: {
      ...{ id: 't1', option: 'NIFTY26NOV24500CE', signal: 'LONG', mode: 'PAPER', entryPrice: 120.35, quantity: 75, status: 'RUNNING' },
      ...{ profitLossRs: null, entryTime: '2026-11-20T05:02:00.000Z', ...changes },
    },
  }
}
