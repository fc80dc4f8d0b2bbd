import type { ExitReason } from '../../../schema/trading/exits.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { OptionContract } from '../../broker/port.ts'

/**
 * What closes a leg at the broker and is no order of ours yet: a protective stop, what its owner closed there by hand, or the value of a
 * contract that has expired. Its first fill makes it an exit order of its leg.
 */
export interface ExitAtBroker {
  /** Begins with S for a stop, with H for an exit by hand, with V for the value at expiry. */
  readonly clientOrderId: string
  readonly userId: string
  readonly legId: string
  readonly contract: OptionContract
  /** That closes its leg. */
  readonly side: OrderSide
  /** Which of the exits of its leg: apart from those that are ordered. */
  readonly slice: number
  /** Units; the broker has so many or fewer. */
  readonly quantity: number
  readonly reason: ExitReason
}

/** How they are stored, for the users this node owns. Every call is one transaction. */
export interface ExitAtBrokerRecords {
  /** Commits a stop before it is sent, or an exit without an order before it is booked. False: its leg no longer runs. */
  keepExitAtBroker(exit: ExitAtBroker): Promise<boolean>
  /** Stores that one has other units: more before it is sent, fewer once the broker reports it. False: it is missing. */
  resizeExitAtBroker(clientOrderId: string, quantity: number): Promise<boolean>
  /**
   * Makes an exit that was never sent the order that a stop of its leg is: from then on it has the stop's tag, and so many units. False: one of
   * them is over or has been filled, and nothing is changed.
   */
  takeStop(orderId: string, clientOrderId: string, quantity: number): Promise<boolean>
  /** These report nothing more. */
  endExitsAtBroker(clientOrderIds: readonly string[]): Promise<void>
  /** Units of a fill by hand that are booked already. */
  bookedByHand(fillId: string): Promise<number>
  /** Exits that may still report. */
  exitsAtBroker(): Promise<readonly ExitAtBroker[]>
}
