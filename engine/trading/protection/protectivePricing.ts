import { paise, roundToTick, type Paise } from '../../../schema/money.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { OrderPricing } from '../../broker/port.ts'

/** How far beyond its trigger a protective stop still trades: a fraction of the premium, and at least so many price steps. */
const ROOM = { fraction: 0.03, ticks: 10 }
/** By how much a stop must move for the order at the broker to follow: each change counts against the limits of its account. */
const STEP = { fraction: 0.01, ticks: 10 }

export type ProtectivePricing = Extract<OrderPricing, { readonly kind: 'STOPLOSS_LIMIT' }>

/** The order that waits at the broker for a stop. `side`: the leg's, whose opposite it trades. */
export function protectivePricing(side: OrderSide, stop: Paise, tick: Paise): ProtectivePricing {
  const room = Math.max(stop * ROOM.fraction, ROOM.ticks * tick)
  if (side === 'SELL') {
    const trigger = roundToTick(stop, tick, 'up')
    return { kind: 'STOPLOSS_LIMIT', trigger, limit: roundToTick(trigger + room, tick, 'up') }
  }
  const trigger = paise(Math.max(tick, roundToTick(stop, tick, 'down')))
  return { kind: 'STOPLOSS_LIMIT', trigger, limit: paise(Math.max(tick, roundToTick(trigger - room, tick, 'down'))) }
}

/** Whether a stop has moved far enough from the trigger at the broker. */
export function hasMoved(trigger: Paise, wanted: Paise, tick: Paise): boolean {
  return Math.abs(wanted - trigger) >= Math.max(trigger * STEP.fraction, STEP.ticks * tick)
}
