import type { Paise } from '../../schema/money.ts'
import type { KillScope } from '../../schema/trading/denials.ts'
import type { OrderUpdate } from '../broker/port.ts'
import type { Booking } from './bookTrade.ts'
import type { ExitTries } from './exitTries.ts'
import type { ExitRequest } from './OpenTrades.ts'
import type { ExitOrder, Order } from './orders.ts'
import type { OpenTrade } from './trades.ts'

/** A kill switch that is in force. */
export type Kill = { readonly squareOff: boolean } & (
  | { readonly scope: 'GLOBAL' }
  /** `scopeId`: the user or the strategy. */
  | { readonly scope: Exclude<KillScope, 'GLOBAL'>; readonly scopeId: string }
)

/** A trade that runs although it is to be closed, and how often its exit has failed. */
export interface TriedExit {
  readonly tradeId: string
  readonly tries: ExitTries
}

export interface Booked {
  readonly bookings: readonly Booking[]
  /** The trades among them whose exit has failed. */
  readonly failedExits: readonly TriedExit[]
  /** Client order ids of updates that belong to no order here. */
  readonly strangers: readonly string[]
}

/** What the desk keeps in the database, of the users this node owns. Every call is one transaction with its events. */
export interface TradeBooks {
  /** Closes what belongs to other markets than this one; an exit price is not known and stays null. */
  closeForeign(): Promise<{ readonly trades: number; readonly orders: number }>
  openTrades(): Promise<readonly OpenTrade[]>
  /** Orders that may still be filled. */
  openOrders(): Promise<readonly Order[]>
  /** Kill switches in force. */
  kills(): Promise<readonly Kill[]>
  /** Trades that people have asked to close and that still run. */
  requestedExits(): Promise<readonly Pick<ExitRequest, 'tradeId' | 'reason'>[]>
  /**
   * Returns the ids that were intents until now: those, and only those, are the caller's to send. Entries that a kill switch
   * stops are cancelled instead.
   */
  markSubmitted(orderIds: readonly string[]): Promise<readonly string[]>
  expire(orderIds: readonly string[], note: string): Promise<void>
  /**
   * Commits, as submitted, an exit of what is left of each trade that runs and has no live exit: those are the caller's to send. `busy`:
   * trades that are being written at the moment, to be asked for again. The others are left out. Waits for no other call.
   */
  submitExits(requests: readonly ExitRequest[]): Promise<{ readonly exits: readonly ExitOrder[]; readonly busy: readonly string[] }>
  /** Makes an exit that was not sent yet smaller. */
  shrinkExit(orderId: string, quantity: number): Promise<void>
  /** Keeps raised stops, for a restart. */
  raiseStops(stops: readonly { readonly tradeId: string; readonly stop: Paise }[]): Promise<void>
  /** Of the trades that run, those whose last exit has ended without selling them. */
  exitTries(): Promise<readonly TriedExit[]>
  book(updates: readonly OrderUpdate[]): Promise<Booked>
}
