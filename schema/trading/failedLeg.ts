import { spokenOption } from '../market/options/spokenOption.ts'
import type { OrderSide } from './OrderSide.ts'
import { unfilledReason } from './unfilledReason.ts'

/** The note of entries that end because another leg of their position was not opened: they are no reason themselves. */
export const NOT_WHOLE = 'another leg of its position was not opened'

/** An entry of a position that ended without being filled whole. */
export interface FailedLeg {
  /** Position in the rule's legs, from 0. */
  readonly leg: number
  readonly side: OrderSide
  /** The option's trading symbol. */
  readonly option: string
  /** Units wanted, and of these filled. */
  readonly quantity: number
  readonly filledQuantity: number
  /** Why, as the order's note has it. */
  readonly note: string | null
}

/** The same as a person reads it, wherever it is shown: "Leg 2, to sell 75 × NIFTY 24 Nov 24500 PE, was not opened: no quote after 30 s." */
export function describeFailedLeg({ leg, side, option, quantity, filledQuantity, note }: FailedLeg): string {
  const what = `Leg ${leg + 1}, to ${side === 'BUY' ? 'buy' : 'sell'} ${quantity} × ${spokenOption(option)}, was`
  const how = filledQuantity > 0 ? `opened with ${filledQuantity} units only` : 'not opened'
  return `${what} ${how}: ${unfilledReason(note)}.`
}
