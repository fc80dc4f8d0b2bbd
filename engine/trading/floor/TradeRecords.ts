import type { Paise } from '../../../schema/money.ts'
import type { Denial, KillScope } from '../../../schema/trading/denials.ts'
import type { Instant } from '../../../schema/time.ts'
import type { OrderUpdate } from '../../broker/port.ts'
import type { LegUpdate } from '../positions/applyUpdates.ts'
import type { ExitTries } from '../positions/exitTries.ts'
import type { ExitRequest } from '../positions/OpenLegs.ts'
import type { EntryOrder, ExitOrder, Order } from '../orders/orders.ts'
import type { ExitAtBrokerRecords } from '../protection/ExitAtBroker.ts'
import type { LetGoRecords } from '../protection/RemovedStops.ts'
import type { ClosingRecords } from './ClosingDesk.ts'
import type { LiveIncident } from './LiveIncidents.ts'
import type { Reentry } from '../positions/OpenPositions.ts'
import type { Leg, OpenLeg } from '../positions/legs.ts'
import type { Account } from '../risk/assess.ts'

/** A kill switch in force. */
export type Kill = { readonly squareOff: boolean } & (
  | { readonly scope: 'GLOBAL' }
  /** `scopeId`: the user or the strategy. */
  | { readonly scope: Exclude<KillScope, 'GLOBAL'>; readonly scopeId: string }
)

/** A running leg that is due to be closed, and how often its exit has failed. */
export interface TriedExit {
  readonly legId: string
  readonly tries: ExitTries
}

/** The outcome for a trade after updates of its legs. */
export interface TradeChange {
  readonly tradeId: string
  readonly userId: string
  readonly change: 'opened' | 'changed' | 'closed'
}

export interface Booked {
  readonly legUpdates: readonly LegUpdate[]
  /** The outcome for the trades that own the legs. */
  readonly changes: readonly TradeChange[]
  /** Legs whose exit failed. */
  readonly failedExits: readonly TriedExit[]
  /** Client order ids of updates that match no order here. */
  readonly strangers: readonly string[]
  /**
   * Updates that nobody has booked: this node does not have their users at the moment, and no other has them. To be booked again. What is
   * reported of another node's users is dropped, as that one has asked the broker itself.
   */
  readonly left: readonly OrderUpdate[]
}

/** The committed entries of a position, none of which was sent, and why none is. */
export interface RefusedEntries {
  readonly entries: readonly [EntryOrder, ...EntryOrder[]]
  readonly denial: Denial
}

/** Why the account of a stopped leg's owner keeps it from being reopened; null: it does not. `first`: as first opened. */
export type RefuseReentry = (first: Leg, account: Account) => Denial | null

export interface Reentered {
  /** Committed, for the caller to send. */
  readonly entries: readonly EntryOrder[]
  readonly refused: readonly { readonly first: Leg; readonly denial: Denial }[]
}

/**
 * What the desk stores, for the users this node owns. Every call is one transaction, events included, and rejects with LeasesLapsed while the
 * node owns none: what it was to do waits. It skips users whom the node has lost to another, or is just handing over.
 */
export interface TradeRecords extends ExitAtBrokerRecords, LetGoRecords, ClosingRecords {
  /** Closes what belongs to other markets than this one; its exit price is unknown and stays null. */
  closeForeign(): Promise<{ readonly trades: number; readonly orders: number }>
  /** The legs of running trades, oldest first; of a position its closed ones too. */
  heldLegs(): Promise<readonly Leg[]>
  /** Live orders. */
  openOrders(): Promise<readonly Order[]>
  /** Kill switches in force. */
  kills(): Promise<readonly Kill[]>
  /** Users for whom nothing may be opened any more, as far as something of theirs is open or under way. */
  barredUsers(): Promise<readonly string[]>
  /** Legs that people asked to close and that still run or are still opening. */
  requestedExits(): Promise<readonly Omit<ExitRequest, 'at'>[]>
  /** Returns the ids that were intents until now: only those are the caller's to send. Cancels entries that a kill switch stops. */
  markSubmitted(orderIds: readonly string[]): Promise<readonly string[]>
  expire(orderIds: readonly string[], note: string): Promise<void>
  /** Gives up the entries of positions that are not begun, and stores why as the answers to their signals. Those already sent stay. */
  refuseEntries(refused: readonly RefusedEntries[]): Promise<void>
  /**
   * Commits, as submitted, an exit for the rest of each running leg without a live exit: those are the caller's to send. `busy`: legs being
   * written at the moment; request them again. Skips the others, and legs of trades that were let go unless a person ordered it
   * (`ORDERED_EXITS`). Waits for no other call.
   */
  submitExits(requests: readonly ExitRequest[]): Promise<{ readonly exits: readonly ExitOrder[]; readonly busy: readonly string[] }>
  /** Shrinks an exit that was not sent yet. False: it must not be sent with fewer units, as the books have more. */
  shrinkExit(orderId: string, quantity: number): Promise<boolean>
  /** Locked profits of running positions, by trade. */
  lockedProfits(): Promise<ReadonlyMap<string, Paise>>
  /** Stores locked profits that rose, for a restart. */
  keepLocks(locks: readonly { readonly tradeId: string; readonly kept: Paise }[]): Promise<void>
  /**
   * Commits entries that reopen stopped legs, as intents with the first entry's terms. Commits none when nothing runs any more, the trade was
   * let go, its exit was requested, a kill switch is in force, live trading lacks one of its gates, an entry of that leg is under way, or the
   * rule's attempts are used up; nor those that `refuse` names a reason against.
   */
  reenter(reentries: readonly Reentry[], refuse: RefuseReentry): Promise<Reentered>
  /**
   * Ends running trades with nothing open or under way; with `onlyRequested` only those whose exit was requested. Returns the ids of those
   * that ended.
   */
  endTrades(tradeIds: readonly string[], onlyRequested: boolean): Promise<readonly string[]>
  /** Stores moved stops, for a restart. */
  moveStops(stops: readonly { readonly legId: string; readonly stop: Paise }[]): Promise<void>
  /** Sets the stops and targets that owners have asked for, and returns the running legs that have them now. */
  setAskedLevels(): Promise<readonly OpenLeg[]>
  /** Running legs whose last exit ended without selling them. */
  exitTries(): Promise<readonly TriedExit[]>
  book(updates: readonly OrderUpdate[]): Promise<Booked>
  /**
   * Closes a running live leg that its account no longer holds; its exit price is unknown and stays null. `at`: when that was
   * noticed, in market time. Nothing happens while one of its orders is live.
   */
  closeNotHeld(legId: string, at: Instant): Promise<Booked>
  /**
   * Stores the ids under which the broker has taken orders, whose states stay the same. Returns the client order ids of orders
   * that are being written at the moment: report them again. Waits for no other call.
   */
  keepTaken(updates: readonly OrderUpdate[]): Promise<readonly string[]>
  /** Stores how many live orders have no outcome from the broker, by user; users who are not in it have none. */
  keepUnresolved(counts: ReadonlyMap<string, number>): Promise<void>
  /** Stores which incidents stand on live accounts, and that no others do. */
  keepIncidents(incidents: readonly LiveIncident[]): Promise<void>
  /** Those that stood when they were last kept. */
  incidents(): Promise<readonly LiveIncident[]>
}
