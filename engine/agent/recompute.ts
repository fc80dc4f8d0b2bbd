import type { AgentRecord } from '../../schema/trading/agentRecord.ts'
import { analyse } from '../analysis/agent/analyse.ts'
import type { Today } from '../analysis/agent/Analysis.ts'
import type { SessionIndex } from '../analysis/agent/SessionIndex.ts'
import { recordOf } from './recordOf.ts'

/** The text of the record that the same history, the same day and the stored experience, pricing and gates lead to: the stored one, bit for bit. */
export function recompute(record: AgentRecord, history: SessionIndex, today: Today): string {
  const { market, symbol, candleAt, experience, gates, pricing, lookback } = record
  return JSON.stringify(
    recordOf({ market, symbol, candleAt, today, experience, gates }, analyse(history, today, lookback, pricing, experience)),
  )
}
