import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { AgentVerdict } from '../../../schema/trading/agent.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { EntryOrder } from '../../trading/orders/orders.ts'
import type { Judge } from '../../trading/signals/takeSignals.ts'
import type { AgentCandidate } from './assessAgent.ts'

/** A scan by its minute of the session, and the one before it: between them an agent's interval comes round or does not. */
export interface ScanMinutes {
  readonly minute: number
  readonly since: number
}

/** A verdict that is decided on, and what users who are asked first see. */
export interface SpokenOffer extends ScanMinutes {
  /** What a unit costs to buy now; null: nothing is taken without it. */
  readonly premium: Paise | null
  /** Real time until which they may say yes. */
  readonly until: Instant
}

/** The outcome of a verdict. */
export interface DecidedVerdict {
  readonly entries: readonly EntryOrder[]
  readonly denied: number
  /** Users who are asked. */
  readonly proposed: number
}

/** A trade that its user has approved, as he read it. */
export interface ApprovedProposal {
  readonly id: string
  readonly userId: string
  readonly verdict: AgentVerdict
  readonly mode: TradeMode
  readonly contract: OptionContract
  /** The most that is bought. */
  readonly lots: number
  /** What a unit cost then. */
  readonly premium: Paise
  /** Real time. */
  readonly madeAt: Instant
  readonly expiresAt: Instant
}

export interface AgentTradeRecords {
  /**
   * In one transaction: stores the verdict's signal, calls `judge` for every user whose agent looks at it and has not answered it yet, and
   * stores each answer, an entry intent, a denial, or for users who want to be asked a proposal, which takes the place of an unanswered one
   * of the same index; an agent at its loss limit is halted. Only for users that this node owns. `now` (market time) dates the
   * intents and bounds the market day.
   */
  decideVerdict(verdict: AgentVerdict, offer: SpokenOffer, now: Instant, judge: Judge<AgentCandidate>): Promise<DecidedVerdict>
  /** Approvals of this node's users without a decision, the first answer first. */
  approvedProposals(): Promise<ApprovedProposal[]>
  /**
   * In one transaction: calls `judge` for a proposal's user as he is now, and stores the answer, an entry intent or a denial. Null: it
   * is decided already, or not of a user of this node.
   */
  decideProposal(proposal: ApprovedProposal, now: Instant, judge: Judge<AgentCandidate>): Promise<Omit<DecidedVerdict, 'proposed'> | null>
}
