import type { PriceProtection } from '../../../schema/market/MarketTables.ts'
import { paise, roundToTick, type Paise } from '../../../schema/money.ts'
import { oppositeOf, signOf, type OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { OrderPricing } from '../../broker/port.ts'
import { priceRangeOf } from '../orders/protectedLimit.ts'

/**
 * How far beyond its trigger a protective stop still trades: an amount, within fractions of the premium, and at least so many price steps.
 * The limit is no price that is paid: an order that trades at once is filled at the quotes. It only says which gap, with nobody there to
 * reprice the order, leaves it behind. A jump of the index by 0.1 % moves an option at the money by about ₹12 on an index at 24,500: that
 * is a tenth of a premium above ₹120, but a quarter of one of ₹50. So the room is ₹15, a fifth of what costs less than ₹75, and a tenth of
 * what costs more than ₹150.
 */
const ROOM = { amount: paise(15_00), least: 0.1, most: 0.2, ticks: 10 }
/**
 * The exchange checks the limit when the stop is triggered, around the average of the trades before: that may lie so far on the other side
 * of the trigger, as a fraction of it, and the limit is still taken.
 */
const REFERENCE_APART = { BUY: 0.25, SELL: 0.2 }
/** By how much a stop must move for the order at the broker to follow: each change counts against the limits of its account. */
const STEP = { fraction: 0.01, ticks: 10 }

export type ProtectivePricing = Extract<OrderPricing, { readonly kind: 'STOPLOSS_LIMIT' }>

/**
 * The order that waits at the broker for a stop. `side`: the leg's, whose opposite it trades. `protection`: how far from its reference the
 * exchange takes limits, null where that is not known.
 */
export function protectivePricing(side: OrderSide, stop: Paise, tick: Paise, protection: PriceProtection | null): ProtectivePricing {
  const trigger = paise(Math.max(tick, roundToTick(stop, tick, side === 'SELL' ? 'up' : 'down')))
  const wanted = Math.min(Math.max(ROOM.amount, trigger * ROOM.least), trigger * ROOM.most)
  const room = Math.max(wanted, ROOM.ticks * tick)
  const reference = paise(Math.round(trigger * (1 - signOf(oppositeOf(side)) * REFERENCE_APART[side])))
  const range = priceRangeOf({ tick }, protection, reference)
  const limit =
    side === 'SELL'
      ? Math.max(trigger, Math.min(roundToTick(trigger + room, tick, 'down'), range?.high ?? Infinity))
      : Math.min(trigger, Math.max(tick, roundToTick(trigger - room, tick, 'up'), range?.low ?? tick))
  return { kind: 'STOPLOSS_LIMIT', trigger, limit: paise(limit) }
}

/** Whether a stop has moved far enough from the trigger at the broker. */
export function hasMoved(trigger: Paise, wanted: Paise, tick: Paise): boolean {
  return Math.abs(wanted - trigger) >= Math.max(trigger * STEP.fraction, STEP.ticks * tick)
}
