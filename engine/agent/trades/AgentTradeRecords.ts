import type { Instant } from '../../../schema/time.ts'
import type { AgentVerdict } from '../../../schema/trading/agent.ts'
import type { EntryOrder } from '../../trading/orders/orders.ts'
import type { Judge } from '../../trading/signals/takeSignals.ts'
import type { AgentCandidate } from './assessAgent.ts'

/** A scan by its minute of the session, and the one before it: between them an agent's interval comes round or does not. */
export interface ScanMinutes {
  readonly minute: number
  readonly since: number
}

/** What became of a verdict. */
export interface DecidedVerdict {
  readonly entries: readonly EntryOrder[]
  readonly denied: number
}

export interface AgentTradeRecords {
  /**
   * In one transaction: stores the verdict's signal, calls `judge` for every user whose agent looks at it and has not answered it yet, and
   * stores each answer, an entry intent or a denial; an agent that has lost what it may is halted. Only for users that this node owns.
   * `now` (market time) dates the intents and bounds the market day.
   */
  decideVerdict(verdict: AgentVerdict, scan: ScanMinutes, now: Instant, judge: Judge<AgentCandidate>): Promise<DecidedVerdict>
}
