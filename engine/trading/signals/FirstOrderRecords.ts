import type { Interval } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import type { EntryOrder } from '../orders/orders.ts'
import type { PlannedLeg } from '../risk/assess.ts'
import type { Judge } from './takeSignals.ts'

/** The first live order of a subscription that its user has approved, as he read it, with the signal that caused it. */
export interface ApprovedFirstOrder {
  readonly id: string
  readonly userId: string
  readonly subscriptionId: string
  readonly signalId: string
  readonly strategyId: string
  readonly version: number
  /** The rule set of that version: not parsed yet. */
  readonly rules: unknown
  readonly index: IndexSymbol
  readonly side: SignalSide
  readonly interval: Interval
  /** Start of the bar that decided, market time, and the index when it closed. */
  readonly candleTime: Instant
  readonly price: Paise
  /** In the order in which they would be opened. */
  readonly legs: readonly Pick<PlannedLeg, 'contract' | 'side' | 'quantity'>[]
  /** Of the subscription: the most that is opened. */
  readonly lots: number
  /** Funds it would reserve. */
  readonly funds: Paise
  /** Real time. */
  readonly madeAt: Instant
  readonly expiresAt: Instant
}

export interface FirstOrderRecords {
  /** Approvals of this node's users without a decision, the first answer first. */
  approvedFirstOrders(): Promise<readonly ApprovedFirstOrder[]>
  /**
   * In one transaction: calls `judge` for the subscription as it is now, and stores the answer, entry intents or a denial; after entries
   * it is not asked again. Null: it is decided already, or not of a user of this node. `now`: market time.
   */
  decideFirstOrder(
    order: ApprovedFirstOrder,
    now: Instant,
    judge: Judge,
  ): Promise<{ readonly entries: readonly EntryOrder[]; readonly denied: number } | null>
  /** Gives up what users of this node have not answered in time, or for whom nothing may be opened any more; each with a denial. */
  dropUnanswered(): Promise<void>
}
