import type { BilledOrder } from '../../../schema/market/charges.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { statusAfter } from '../../../schema/trading/exits.ts'
import type { OrderUpdate } from '../../broker/port.ts'
import { newUnitsOf } from '../orders/newUnitsOf.ts'
import { nextOrderStatus, type OrderEvent } from '../orders/orderStates.ts'
import type { Order } from '../orders/orders.ts'
import { chargesOf, levelsOf, stopReason, type Leg, type LegOrigin } from './legs.ts'
import { openQuantityOf } from '../orders/openQuantityOf.ts'

/** A leg, open or opening, with all its orders. */
export interface Bookable {
  readonly origin: LegOrigin
  /** Null until the first unit is opened. */
  readonly leg: Leg | null
  /** `firstFillAt`: market time, null when nothing was filled. */
  readonly orders: readonly (Order & { readonly firstFillAt: Instant | null })[]
}

export interface Fill {
  readonly id: string
  readonly orderId: string
  readonly quantity: number
  readonly price: Paise
  /** What this fill added to the leg's charges. */
  readonly charges: Paise
  /** Market time. */
  readonly filledAt: Instant
}

/** Needs a person's attention: the books are still right, but the broker reported something unexpected. */
export type Alarm = {
  readonly clientOrderId: string
  readonly detail: string
} & (
  | { readonly kind: 'ILLEGAL_TRANSITION' }
  /** `fill`: the one that does not fit, booked or not. */
  | { readonly kind: FillAlarmKind; readonly fill: Pick<Filled, 'fillId' | 'quantity' | 'price'> }
)
type FillAlarmKind = 'LATE_FILL' | 'WRONG_QUANTITY' | 'POSITION_ALREADY_CLOSED' | 'REOPENED'

/** An order after its updates. */
export type BookedOrder = Pick<Order, 'id' | 'status' | 'filledQuantity' | 'filledValue'> & {
  /** Why it ended without a full fill, if these updates say so. */
  readonly note: string | null
}

/** The result of a run of updates for one leg and its orders. */
export interface LegUpdate {
  readonly legId: string
  readonly orders: readonly BookedOrder[]
  readonly fills: readonly Fill[]
  /** The leg afterwards; null when none of its units was opened. */
  readonly leg: Leg | null
  /** The outcome for the leg. */
  readonly change: 'opened' | 'changed' | 'closed' | null
  readonly alarms: readonly Alarm[]
}

type Filled = Extract<OrderUpdate, { type: 'filled' }>

const NO_REASON = 'the broker gave no reason'
type Bill = { -readonly [K in keyof BookedOrder]: BookedOrder[K] } & { readonly order: Order; firstFillAt: Instant | null }

/**
 * Books a broker's updates of one leg's orders, in arrival order. Pure: the same updates on the same state give the same rows. Duplicates
 * change nothing (nor do fills in `knownFills`, nor units that the order has by the broker's own count), nor does a late acknowledgement. A late fill of a dead order is booked, with an alarm.
 * Refused with an alarm: more units than ordered, part of a lot, and a close of units that the leg does not have.
 */
export function applyUpdates(
  rules: MarketRules,
  bookable: Bookable,
  updates: readonly OrderUpdate[],
  knownFills: Pick<ReadonlySet<string>, 'has'>,
): LegUpdate {
  const { origin } = bookable
  const bills = new Map<string, Bill>()
  for (const order of bookable.orders) {
    const { id, clientOrderId, status, filledQuantity, filledValue, firstFillAt } = order
    bills.set(clientOrderId, { id, order, status, filledQuantity, filledValue, firstFillAt, note: null })
  }
  const seen = new Set<string>()
  const touched = new Set<Bill>()
  const fills: Fill[] = []
  const alarms: Alarm[] = []
  let leg = bookable.leg

  for (const received of updates) {
    const bill = bills.get(received.clientOrderId)
    if (!bill) throw new RangeError(`order ${received.clientOrderId} is not one of leg ${origin.id}`)
    // The order's state stays the same: the report is stored beside it.
    if (received.type === 'placed') continue
    const update = received.type === 'filled' ? newPartOf(received, bill) : received
    if (!update) continue
    const { clientOrderId } = update
    if (update.type === 'filled') {
      if (knownFills.has(update.fillId) || seen.has(update.fillId)) continue
      const refusal = refusalOf(update, bill, leg)
      if (refusal) {
        alarms.push({ ...refusal, clientOrderId, fill: update })
        continue
      }
    }
    const next = nextOrderStatus(bill.status, eventOf(update, bill))
    if (!next.ok) {
      if (!isRepeated(update, bill))
        alarms.push({ kind: 'ILLEGAL_TRANSITION', clientOrderId, detail: `${update.type} while ${bill.status}` })
      continue
    }
    const endedAs = bill.status
    touched.add(bill)
    bill.status = next.value.status
    if (update.type === 'rejected' || update.type === 'cancelled' || update.type === 'expired') bill.note = update.reason ?? NO_REASON
    else if (bill.status === 'FILLED') bill.note = null
    if (update.type !== 'filled') continue

    if (next.value.late) alarms.push({ kind: 'LATE_FILL', clientOrderId, fill: update, detail: `filled while ${endedAs}` })
    seen.add(update.fillId)
    bill.filledQuantity += update.quantity
    bill.filledValue = paise(bill.filledValue + update.price * update.quantity)
    bill.firstFillAt ??= update.at
    const billed = [...bills.values()].flatMap((each) => billedOrder(rules, each))
    const charges = chargesOf(rules, origin.contract.exchange, billed)
    fills.push({
      id: update.fillId,
      orderId: bill.id,
      quantity: update.quantity,
      price: update.price,
      charges: paise(charges - (leg?.charges ?? 0)),
      filledAt: update.at,
    })
    if (leg?.closing && bill.order.purpose === 'ENTRY') {
      const detail = `${update.quantity} units opened after the leg was closed`
      alarms.push({ kind: 'REOPENED', clientOrderId, fill: update, detail })
    }
    leg = bill.order.purpose === 'ENTRY' ? afterEntry(origin, leg, update, charges) : afterExit(leg, bill.order, update, charges)
  }

  const orders = [...touched].map(({ id, status, filledQuantity, filledValue, note }) => ({
    id,
    status,
    filledQuantity,
    filledValue,
    note,
  }))
  return { legId: origin.id, orders, fills, leg, change: changeOf(bookable.leg, leg), alarms }
}

/** A fill without the units that its order has already; null when it has them all. */
function newPartOf(fill: Filled, { filledQuantity }: Bill): Filled | null {
  const quantity = newUnitsOf(fill, filledQuantity)
  if (quantity === fill.quantity) return fill
  return quantity === 0 ? null : { ...fill, quantity }
}

function refusalOf(
  fill: Filled,
  { order, filledQuantity }: Bill,
  leg: Leg | null,
): { readonly kind: FillAlarmKind; readonly detail: string } | null {
  const left = order.quantity - filledQuantity
  if (fill.quantity <= 0 || fill.quantity > left || fill.quantity % order.contract.lotSize !== 0)
    return {
      kind: 'WRONG_QUANTITY',
      detail: `fill ${fill.fillId} is of ${fill.quantity} units; ${left} are left, ${order.contract.lotSize} make a lot`,
    }
  const open = leg ? openQuantityOf(leg) : 0
  if (order.purpose === 'EXIT' && fill.quantity > open)
    return { kind: 'POSITION_ALREADY_CLOSED', detail: `fill ${fill.fillId} closed ${fill.quantity} units of a leg that has ${open}` }
  return null
}

/** Whether it repeats what the order already went through: an acknowledgement, or its end. */
function isRepeated({ type }: OrderUpdate, { status }: Bill): boolean {
  if (type === 'cancelled' || type === 'rejected' || type === 'expired') return status === type.toUpperCase()
  return type !== 'filled'
}

function eventOf(update: Exclude<OrderUpdate, { type: 'placed' }>, { order, filledQuantity }: Bill): OrderEvent {
  if (update.type === 'filled') return filledQuantity + update.quantity === order.quantity ? 'filled' : 'partlyFilled'
  if (update.type === 'modified' || update.type === 'unchanged') return filledQuantity > 0 ? 'partlyRestored' : 'restored'
  return update.type
}

function billedOrder(rules: MarketRules, { order: { side, contract }, filledValue, firstFillAt: at }: Bill): BilledOrder[] {
  return at === null ? [] : [{ side: rules.billedSide(side, contract.expiry, at), value: filledValue, at }]
}

const NOTHING = { quantity: 0, entryValue: paise(0), exitQuantity: 0, exitValue: paise(0), stop: null }

/** Written out, not spread: this runs ten thousand times at once, and an object made of spreads is slow to create and to read. */
function afterEntry(origin: LegOrigin, leg: Leg | null, fill: Filled, charges: Paise): Leg {
  const before = leg ?? NOTHING
  const quantity = before.quantity + fill.quantity
  const entryValue = paise(before.entryValue + fill.price * fill.quantity)
  const { side, contract, terms } = origin
  const own = leg && leg.own
  const levels = levelsOf({ side, contract, terms, quantity, entryValue, own })
  return {
    id: origin.id,
    tradeId: origin.tradeId,
    userId: origin.userId,
    subscriptionId: origin.subscriptionId,
    strategyId: origin.strategyId,
    version: origin.version,
    market: origin.market,
    mode: origin.mode,
    index: origin.index,
    signal: origin.signal,
    side: origin.side,
    contract: origin.contract,
    terms: origin.terms,
    quantity,
    entryValue,
    entryTime: leg?.entryTime ?? fill.at,
    exitQuantity: before.exitQuantity,
    exitValue: before.exitValue,
    charges,
    target: levels.target,
    stop: origin.terms.trailingStopPercent === null || levels.stop === null ? levels.stop : paise(Math.max(levels.stop, before.stop ?? 0)),
    own,
    closing: null,
  }
}

function afterExit(leg: Leg | null, order: Order, fill: Filled, charges: Paise): Leg {
  if (!leg || order.purpose !== 'EXIT') throw new RangeError(`order ${order.id} closes units that were never opened`)
  const closed: Leg = {
    ...leg,
    exitQuantity: leg.exitQuantity + fill.quantity,
    exitValue: paise(leg.exitValue + fill.price * fill.quantity),
    charges,
  }
  if (openQuantityOf(closed) > 0) return closed
  // A stop that rests at the broker is ordered before it trails.
  const exitReason = order.exitReason === 'STOP' ? stopReason(leg) : order.exitReason
  return { ...closed, closing: { status: statusAfter(exitReason), exitReason, exitTime: fill.at } }
}

function changeOf(before: Leg | null, after: Leg | null): LegUpdate['change'] {
  if (!after || after === before) return null
  if (after.closing) return 'closed'
  return before && !before.closing ? 'changed' : 'opened'
}
