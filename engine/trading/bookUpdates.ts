import type { IndexSymbol } from '../../schema/market/indices.ts'
import { paise, type Paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'
import type { OrderUpdate } from '../broker/port.ts'
import { nextOrderStatus, type OrderEvent, type OrderStatus } from './orderStates.ts'
import type { EntryOrder, ExitOrder, SignalSide } from './orders.ts'
import {
  entryCharges,
  levelsFor,
  outcomeOf,
  statusAfter,
  type ClosedStatus,
  type ExitReason,
  type OpenTrade,
  type Outcome,
} from './trades.ts'

/** An entry order with what its trade takes from the signal. */
export interface BookableEntry {
  readonly order: EntryOrder
  readonly strategyId: string
  readonly market: string
  readonly index: IndexSymbol
  readonly side: SignalSide
}

/** An exit order with what its trade has cost so far. */
export interface BookableExit {
  readonly order: ExitOrder
  readonly entryPrice: Paise
  readonly entryTime: Instant
  readonly entryCharges: Paise
  readonly running: boolean
}

export type Bookable = BookableEntry | BookableExit

export interface Fill {
  readonly id: string
  readonly orderId: string
  readonly quantity: number
  readonly price: Paise
  readonly charges: Paise
  /** Market time. */
  readonly filledAt: Instant
}

export interface OpenedTrade extends OpenTrade {
  readonly strategyId: string
  readonly market: string
  readonly index: IndexSymbol
  readonly side: SignalSide
  readonly fundUsed: Paise
  readonly charges: Paise
}

export interface ClosedTrade extends Outcome {
  readonly id: string
  readonly userId: string
  readonly exitPrice: Paise
  readonly exitTime: Instant
  readonly exitReason: ExitReason
  readonly status: ClosedStatus
}

/** Something a person must look at: the books stay right, the broker's word was not as expected. */
export interface Alarm {
  readonly kind: 'LATE_FILL' | 'ILLEGAL_TRANSITION' | 'WRONG_QUANTITY' | 'POSITION_ALREADY_CLOSED'
  readonly clientOrderId: string
  readonly detail: string
}

/** What a run of updates makes of one order. */
export interface Booking {
  readonly orderId: string
  readonly status: OrderStatus
  readonly fill: Fill | null
  readonly opened: OpenedTrade | null
  readonly closed: ClosedTrade | null
  readonly alarms: readonly Alarm[]
}

const EVENT_OF: Readonly<Record<OrderUpdate['type'], OrderEvent>> = { accepted: 'accepted', rejected: 'rejected', filled: 'filled' }

/**
 * Books a broker's updates of one order, in the order they came. Pure: the same updates on the same state give the same rows.
 * A fill that is already in `knownFills` changes nothing; an acknowledgement that comes late changes nothing either.
 * Refused with an alarm: a fill of another quantity than the order's (fills are whole), and a sale of what was sold before.
 */
export function bookUpdates(bookable: Bookable, updates: readonly OrderUpdate[], knownFills: ReadonlySet<string>): Booking {
  const { order } = bookable
  const alarms: Alarm[] = []
  const alarm = (kind: Alarm['kind'], detail: string) => alarms.push({ kind, clientOrderId: order.clientOrderId, detail })
  let status = order.status
  let fill: Fill | null = null
  let opened: OpenedTrade | null = null
  let closed: ClosedTrade | null = null

  for (const update of updates) {
    if (update.type === 'filled') {
      if (knownFills.has(update.fillId) || fill?.id === update.fillId) continue
      if (update.quantity !== order.quantity) {
        alarm('WRONG_QUANTITY', `fill ${update.fillId} is of ${update.quantity} units, the order of ${order.quantity}`)
        continue
      }
      if ('running' in bookable && !bookable.running) {
        alarm('POSITION_ALREADY_CLOSED', `fill ${update.fillId} sold ${update.quantity} units of a trade that is closed`)
        continue
      }
    }
    const next = nextOrderStatus(status, EVENT_OF[update.type])
    if (!next.ok) {
      if (update.type !== 'accepted') alarm('ILLEGAL_TRANSITION', `${update.type} while ${status}`)
      continue
    }
    if (next.value.late) alarm('LATE_FILL', `filled while ${status}`)
    status = next.value.status
    if (update.type !== 'filled') continue

    if ('running' in bookable) {
      const outcome = outcomeOf(order.contract.exchange, order.quantity, { price: bookable.entryPrice, at: bookable.entryTime }, update)
      fill = fillOf(order.id, update, paise(outcome.charges - bookable.entryCharges))
      closed = close(bookable.order, update, outcome)
    } else {
      opened = open(bookable, update)
      fill = fillOf(order.id, update, opened.charges)
    }
  }
  return { orderId: order.id, status, fill, opened, closed, alarms }
}

type FilledUpdate = Extract<OrderUpdate, { type: 'filled' }>

function fillOf(orderId: string, update: FilledUpdate, charges: Paise): Fill {
  return { id: update.fillId, orderId, quantity: update.quantity, price: update.price, charges, filledAt: update.at }
}

function open(entry: BookableEntry, update: FilledUpdate): OpenedTrade {
  const { order, strategyId, market, index, side } = entry
  const { userId, subscriptionId, mode, contract, quantity, terms } = order
  return {
    id: order.tradeId,
    ...{ userId, subscriptionId, strategyId, mode, market, index, side, contract, quantity },
    entryPrice: update.price,
    ...levelsFor(update.price, contract.tick, terms.takeProfitPercent, terms.stopLossPercent),
    entryTime: update.at,
    windowEndsAt: terms.windowEndsAt,
    fundUsed: paise(update.price * quantity),
    charges: entryCharges(contract.exchange, quantity, update),
  }
}

function close(order: ExitOrder, update: FilledUpdate, outcome: Outcome): ClosedTrade {
  const { tradeId: id, userId, exitReason } = order
  return { id, userId, exitPrice: update.price, exitTime: update.at, exitReason, status: statusAfter(exitReason), ...outcome }
}
