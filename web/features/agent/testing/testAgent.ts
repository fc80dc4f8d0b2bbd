import type { AgentProposalPartsFragment, AgentStatusPartsFragment, AgentTradePartsFragment } from '../../../gql/generated/graphql.ts'

/** So far no better than chance. For tests only. */
export const STANDING = {
  ...{ evidence: 1.3, threshold: 560, open: false, control: -0.013 },
  text: 'Evidence ×1.30 of ×560: so far no better than chance. Buying at every scan lost 1.3% a trade.',
}

/** An agent that is switched on, on paper with the defaults, and has not traded. For tests only. */
export function testAgent(changes: Partial<AgentStatusPartsFragment> = {}): AgentStatusPartsFragment {
  return {
    id: 'u1',
    aitrading: true,
    active: true,
    isMarketOpen: true,
    lastAnalysis: '2026-11-20T05:02:00.000Z',
    firstAnalysisAt: '2026-11-20T04:35:00.000Z',
    settings: {
      ...{ capital: 100_000, quantityLots: 1, riskPerTrade: 0.02, analysisIntervalMinutes: 5, maxTradesPerDay: 3 },
      ...{ lookbackPeriod: 50, paperTrade: true },
    },
    mandate: {
      ...{ symbols: ['NIFTY'], step: 'PAPER', exploration: true, softDrawdown: 5_000, hardDrawdown: 10_000 },
      ...{ haltedAt: null, haltReason: null },
    },
    todayStats: {
      mode: 'PAPER',
      kind: null,
      totalTrades: 0,
      runningTrades: 0,
      completedTrades: 0,
      totalPnL: 0,
      totalNet: 0,
      winRate: null,
    },
    weekStats: { mode: 'PAPER', kind: null, totalTrades: 0, totalPnL: 0, totalNet: 0, averagePnL: null, averageNet: null },
    recentTrades: [],
    liveIndices: [],
    proposals: [],
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
      ...{
        exitReason: null,
        profitLossRs: null,
        netProfitLossRs: null,
        entryTime: '2026-11-20T05:02:00.000Z',
        standing: { text: STANDING.text },
        ...changes,
      },
    },
  }
}

/** A call of Nifty on paper, one lot, that waits for its user until a time. For tests only. */
export function testProposal(expiresAt: number, changes: Partial<AgentProposalPartsFragment> = {}): AgentProposalPartsFragment {
  return {
    ...{
      id: 'p1',
      analysisId: 'a1',
      option: 'NIFTY26NOV24500CE',
      mode: 'PAPER',
      kind: 'EXPLORATORY',
      lots: 1,
      quantity: 75,
      premium: 120.35,
    },
    sentence: '50 similar moments since 2021: 30 would have earned with a call, on average 3.1% after costs.',
    ...{ expiresAt: new Date(expiresAt).toISOString(), answer: 'PENDING', ...changes },
  }
}
