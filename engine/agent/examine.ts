import type { Instant } from '../../schema/time.ts'
import type { AgentRecord } from '../../schema/trading/agentRecord.ts'
import { analyse } from '../analysis/agent/analyse.ts'
import type { AgentPricing, Experience, Today } from '../analysis/agent/Analysis.ts'
import type { KeyRecord } from '../analysis/agent/KeyRecord.ts'
import { SessionIndex, type SharedSessions } from '../analysis/agent/SessionIndex.ts'
import type { AgentKeyName, Examined, KeyStep } from './AgentStore.ts'
import { recordOf } from './recordOf.ts'
import { pricingNow, scanKey } from './scanKey.ts'

/** One look of a key at the market. */
export interface ExamineTask {
  readonly market: string
  readonly key: AgentKeyName
  /** Start of the last closed minute. */
  readonly candleAt: Instant
  /** The sessions before today. */
  readonly sessions: SharedSessions
  readonly today: Today
  /** By the quotes of this moment; null: there are none. */
  readonly quoted: AgentPricing | null
  /** What the nearest key of the grid has learnt. */
  readonly experience: Experience
  /** The keys of the grid whose gates decide. */
  readonly gates: AgentRecord['gates']
  /** The key's own record, which this scan continues; null: it stays unchanged. */
  readonly record: KeyRecord | null
}

/** What examining a key found, and its updated record. */
export interface Examination {
  readonly found: Examined
  readonly step: Pick<KeyStep, 'record' | 'trades'> | null
}

export function examine({ market, key, candleAt, sessions, today, gates, ...task }: ExamineTask): Examination {
  const history = SessionIndex.attach(sessions)
  const { symbol, lookback } = key
  const pricing = task.quoted ?? pricingNow(history, symbol, today)
  const scan = task.record && scanKey({ history, today, lookback, pricing }, task.record)
  const experience = scan?.experience ?? task.experience
  const analysis = scan?.analysis ?? analyse(history, today, lookback, pricing, experience)
  const record = recordOf({ market, symbol, candleAt, today, experience, gates }, analysis)
  const { version, verdict, reason } = record
  return { found: { symbol, lookback, version, candleAt, verdict, reason, text: JSON.stringify(record) }, step: scan }
}
