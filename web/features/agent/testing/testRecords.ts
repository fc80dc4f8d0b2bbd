import type { AgentRecordPartsFragment } from '../../../gql/generated/graphql.ts'
import type { KeyRecord } from '../useKeyRecords.ts'
import { STANDING } from './testAgent.ts'

/** An analysis that came to less than its costs. For tests only. */
export function testAnalysis(changes: Partial<AgentRecordPartsFragment> = {}): AgentRecordPartsFragment {
  return {
    ...{ id: 'a1', index: 'NIFTY', lookback: 50, version: 1, candleAt: '2026-11-20T05:01:00.000Z', spot: 24_512.3 },
    ...{ verdict: 'NO_TRADE', reason: 'BELOW_COSTS', lead: null, exploratory: null, threshold: 560 },
    sentence: '50 similar moments since 2021: 24 would have earned with a call, on average −1.1% after costs. No trade.',
    standing: STANDING,
    numbers: [
      { name: 'lower', value: '-0.06' },
      { name: 'side', value: 'CE' },
    ],
    evidence: [
      { side: 'CE', count: 50, mean: -0.011, lower: -0.06, errors: -0.5, hits: 24, confidence: 0.44, outlay: 9_000 },
      { side: 'PE', count: 50, mean: -0.03, lower: -0.09, errors: -1.2, hits: 20, confidence: null, outlay: 8_700 },
    ],
    interval: { low: -0.003, high: 0.0025 },
    gates: [{ lookback: 50, evidence: 1.3, open: false }],
    features: { trend: 0.001, momentum: 0.0004, volatility: 0.0002, placeInRange: 0.7 },
    history: { sessions: 664, first: '2021-01-04', last: '2026-11-19' },
    pricing: { strike: 24_500, expiry: '2026-11-26', lot: 75, volatility: 0.13, source: 'QUOTE' },
    window: [24_500, 24_512.3],
    analogues: [{ session: '2026-11-18', minute: 60, correlation: 0.97, move: 0.002, ce: 0.12, pe: -0.2 }],
    hash: '0123456789abcdef0123456789abcdef',
    ...changes,
  }
}

/** The record of Nifty with a lookback of 50. For tests only. */
export function testKey(changes: Partial<KeyRecord> = {}): KeyRecord {
  return {
    ...{ id: 'NIFTY-50', index: 'NIFTY', lookback: 50, version: 1, evidence: 1.3, peak: 1.8, threshold: 560 },
    ...{ open: false, against: null, closingEvidence: 20, openedOn: null, closedOn: null, scans: 100, leads: 4, walked: 60, sessions: 664 },
    shadow: { count: 4, mean: 0.05, error: 0.0577, wins: 3 },
    control: { count: 100, mean: -0.013, error: 0.002 },
    reliability: [{ said: 0.44, was: 0.4, count: 10 }],
    ...{ brier: 0.24, baseBrier: 0.25, coverage: 0.82, outcomes: 50 },
    refusals: [
      { reason: 'BELOW_COSTS', count: 90 },
      { reason: 'NOT_SIMILAR', count: 5 },
    ],
    ...changes,
  }
}
