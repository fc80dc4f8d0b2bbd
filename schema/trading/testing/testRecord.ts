import { fromRupees } from '../../money.ts'
import type { AgentRecord } from '../agentRecord.ts'

const side = { count: 50, mean: -0.011, lower: -0.06, errors: -0.5, hits: 24, confidence: 0.44 }

/** A decision record: 50 moments that came to less than their costs. For tests only. */
export function testRecord(changes: Partial<AgentRecord> = {}): AgentRecord {
  return {
    market: 'test-market',
    symbol: 'NIFTY',
    lookback: 50,
    version: 1,
    candleAt: Date.parse('2026-11-20T05:00:00Z'),
    date: '2026-11-20',
    minute: 75,
    spot: 24_512.3,
    history: { sessions: 664, first: '2021-01-04', last: '2026-11-19', hash: 'aa' },
    inputHash: 'bb',
    window: [24_500, null, 24_512.3],
    experience: { similarityFloor: 0.8, alpha: 0.2, calibration: { intercept: 0, slope: 1 } },
    pricing: {
      ...{ index: 'NIFTY', strike: fromRupees(24_500), expiry: '2026-11-26', expiresAt: Date.parse('2026-11-26T10:00:00Z') },
      ...{ lot: 75, volatility: 0.13, source: 'QUOTE' },
    },
    findings: {
      features: { trend: 0.001, momentum: 0.0004, volatility: 0.0002, placeInRange: 0.7 },
      analogues: [{ date: '2026-11-18', minute: 60, correlation: 0.97, move: 0.002, net: { CE: 0.12, PE: -0.2 } }],
      similarity: 0.93,
      sides: { CE: side, PE: { ...side, mean: -0.03, lower: -0.09, hits: 20 } },
      interval: { low: -0.003, high: 0.0025 },
      deviation: 0.002,
      outlay: { CE: 9_000, PE: 8_700 },
      stopLoss: { CE: 1_300, PE: 1_250 },
    },
    lead: null,
    exploratory: null,
    gates: [{ lookback: 50, evidence: 1.3, open: false, control: -0.013 }],
    threshold: 560,
    verdict: 'NO_TRADE',
    reason: 'BELOW_COSTS',
    numbers: { lower: -0.06, side: 'CE' },
    ...changes,
  }
}
