import { createHash } from 'node:crypto'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { fromRupees } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'
import type { AgentVerdict } from '../../schema/trading/agent.ts'
import type { AgentRecord } from '../../schema/trading/agentRecord.ts'
import { MODEL_VERSION } from '../analysis/agent/agentModel.ts'
import type { Analysis, Experience, Today } from '../analysis/agent/Analysis.ts'
import { gateThreshold } from '../analysis/agent/gate.ts'

/** The inputs of an analysis, besides the history. */
export interface RecordInput {
  readonly market: string
  readonly symbol: IndexSymbol
  readonly candleAt: Instant
  readonly today: Today
  readonly experience: Experience
  readonly gates: AgentRecord['gates']
}

/** The decision record of an analysis: its lead is a verdict when every gate that decides is open. */
export function recordOf({ market, symbol, candleAt, today, experience, gates }: RecordInput, analysis: Analysis): AgentRecord {
  const { lookback, date, minute, spot, history, pricing, findings, lead, exploratory, refusal } = analysis
  const threshold = gateThreshold(MODEL_VERSION)
  const isProven = gates.length > 0 && gates.every(({ open }) => open)
  const { reason, ...numbers } = refusal ?? {
    reason: 'UNPROVEN' as const,
    evidence: Math.min(...gates.map(({ evidence }) => evidence)),
    threshold,
  }
  const isTrade = lead !== null && isProven
  return {
    ...{ market, symbol, lookback, version: MODEL_VERSION, candleAt, date, minute, spot, history },
    inputHash: createHash('sha256')
      .update(Uint8Array.from(new Uint8Array(Float64Array.from(today.closes).buffer)))
      .digest('hex'),
    window: Array.from(today.closes.subarray(-lookback), (close) => (Number.isNaN(close) ? null : close)),
    ...{ experience, pricing, findings: findings && { ...findings, analogues: [...findings.analogues] }, lead, exploratory },
    gates,
    threshold,
    verdict: isTrade ? (lead === 'CE' ? 'BUY_CE' : 'BUY_PE') : 'NO_TRADE',
    reason: isTrade ? null : reason,
    numbers: isTrade ? {} : numbers,
  }
}

/** What may be traded on a stored record: its verdict, else what exploratory paper trades may take; null: nothing. */
export function tradableOf(analysisId: string, record: AgentRecord): AgentVerdict | null {
  const { market, symbol, lookback, candleAt, verdict, lead, exploratory, spot, findings } = record
  const side = verdict === 'NO_TRADE' ? exploratory : lead
  if (side === null || spot === null || findings === null) return null
  const kind = verdict === 'NO_TRADE' ? 'EXPLORATORY' : 'PROVEN'
  return { analysisId, market, symbol, lookback, side, kind, candleAt, spot: fromRupees(spot), deviation: findings.deviation }
}
