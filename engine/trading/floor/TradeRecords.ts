import type { Paise } from '../../../schema/money.ts'
import type { KillScope } from '../../../schema/trading/denials.ts'
import type { OrderUpdate } from '../../broker/port.ts'
import type { LegUpdate } from '../positions/applyUpdates.ts'
import type { ExitTries } from '../positions/exitTries.ts'
import type { ExitRequest } from '../positions/OpenLegs.ts'
import type { EntryOrder, ExitOrder, Order } from '../orders/orders.ts'
import type { Reentry } from '../positions/OpenPositions.ts'
import type { Leg } from '../positions/legs.ts'

/** A kill switch that is in force. */
export type Kill = { readonly squareOff: boolean } & (
  | { readonly scope: 'GLOBAL' }
  /** `scopeId`: the user or the strategy. */
  | { readonly scope: Exclude<KillScope, 'GLOBAL'>; readonly scopeId: string }
)

/** A leg that runs although it is to be closed, and how often its exit has failed. */
export interface TriedExit {
  readonly legId: string
  readonly tries: ExitTries
}

/** What became of a trade by the updates of its legs. */
export interface TradeChange {
  readonly tradeId: string
  readonly userId: string
  readonly change: 'opened' | 'changed' | 'closed'
}

export interface Booked {
  readonly legUpdates: readonly LegUpdate[]
  /** What became of the trades whose legs they are. */
  readonly changes: readonly TradeChange[]
  /** The legs among them whose exit has failed. */
  readonly failedExits: readonly TriedExit[]
  /** Client order ids of updates that belong to no order here. */
  readonly strangers: readonly string[]
}

/** What the desk keeps in the database, of the users this node owns. Every call is one transaction with its events. */
export interface TradeRecords {
  /** Closes what belongs to other markets than this one; an exit price is not known and stays null. */
  closeForeign(): Promise<{ readonly trades: number; readonly orders: number }>
  /** The legs of running trades, the first one opened first; of a position the closed ones as well. */
  heldLegs(): Promise<readonly Leg[]>
  /** Orders that may still be filled. */
  openOrders(): Promise<readonly Order[]>
  /** Kill switches in force. */
  kills(): Promise<readonly Kill[]>
  /** Legs that people have asked to close and that still run or are still to be opened. */
  requestedExits(): Promise<readonly Pick<ExitRequest, 'legId' | 'reason'>[]>
  /**
   * Returns the ids that were intents until now: those, and only those, are the caller's to send. Entries that a kill switch
   * stops are cancelled instead.
   */
  markSubmitted(orderIds: readonly string[]): Promise<readonly string[]>
  expire(orderIds: readonly string[], note: string): Promise<void>
  /**
   * Commits, as submitted, an exit of what is left of each leg that runs and has no live exit: those are the caller's to send. `busy`:
   * legs that are being written at the moment, to be asked for again. The others are left out. Waits for no other call.
   */
  submitExits(requests: readonly ExitRequest[]): Promise<{ readonly exits: readonly ExitOrder[]; readonly busy: readonly string[] }>
  /** Makes an exit that was not sent yet smaller. */
  shrinkExit(orderId: string, quantity: number): Promise<void>
  /** The profits that running positions have locked, by trade. */
  lockedProfits(): Promise<ReadonlyMap<string, Paise>>
  /** Keeps locked profits that rose, for a restart. */
  keepLocks(locks: readonly { readonly tradeId: string; readonly kept: Paise }[]): Promise<void>
  /**
   * Commits the entries that open stopped legs again, as intents, with what they were opened with first; none where nothing runs any more,
   * an exit was asked for, a kill switch is in force, an entry of that leg is under way, or it was tried as often as its rule says.
   */
  reenter(reentries: readonly Reentry[]): Promise<readonly EntryOrder[]>
  /**
   * Ends running trades of which nothing is open nor under way, with `onlyRequested` those only whose exit was asked for. Returns the ids
   * of those that ended.
   */
  endTrades(tradeIds: readonly string[], onlyRequested: boolean): Promise<readonly string[]>
  /** Keeps moved stops, for a restart. */
  moveStops(stops: readonly { readonly legId: string; readonly stop: Paise }[]): Promise<void>
  /** Of the legs that run, those whose last exit has ended without selling them. */
  exitTries(): Promise<readonly TriedExit[]>
  book(updates: readonly OrderUpdate[]): Promise<Booked>
}
