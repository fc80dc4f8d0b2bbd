import { paise } from '../../../../schema/money.ts'
import { MINUTE } from '../../../../schema/time.ts'
import type { OrderUrgency } from '../../OrderBudget.ts'
import type { BrokerFill, BrokerOrder, OptionContract, OrderChange, OrderPricing, OrderRequest, OrderUpdate } from '../../port.ts'
import type { OrderRow } from './bookRows.ts'
import type { FillSum } from './fillInFrame.ts'

/** An order with a tag: what was sent, what the broker reported, and what was passed on of that. */
export interface TrackedOrder {
  readonly clientOrderId: string
  readonly contract: OrderRow['contract']
  readonly side: OrderRequest['side']
  readonly product: OrderRequest['product']
  readonly purpose: OrderUrgency
  /** Monotonic time of its first sight. */
  readonly since: number
  quantity: number
  pricing: OrderPricing
  brokerOrderId: string | null
  exchangeOrderId: string | null
  state: BrokerOrder['state']
  /** Whether sending it got no answer. */
  isLost: boolean
  /** Monotonic time at which the order book was first seen to have it; null: not yet. */
  inBookSince: number | null
  /** Whether it was reported as in the exchange's book. */
  isAccepted: boolean
  /** Units filled as the broker's order says, which may be ahead of its fills. */
  filled: number
  /** Its fills in the trade book, by id. */
  readonly fills: Map<string, BrokerFill>
  /** What it trades in; null for an order of an earlier process, which may have reported fills unknown here. */
  readonly steps: Pick<OptionContract, 'lotSize' | 'tick'> | null
  /** Fills reported so far. */
  told: FillSum
  /** Of that, the fills that frames reported and the trade book has not shown yet. */
  early: readonly BrokerFill[]
  /** Its state in the order book read last; null: it was never seen there. */
  terms: OrderChange | null
  /** A change that the broker has taken, or has perhaps taken, and no book has shown yet. `since`: monotonic time of its answer. */
  asked: { readonly change: OrderChange; readonly since: number } | null
  /** The latest news of a change or a cancellation. */
  news: OrderRow['news']
  /** How it ended; reported once its fills were. */
  end: { readonly update: Extract<OrderUpdate, { readonly reason: string | null }>; reads: number; isReported: boolean } | null
}

/** An order as it is sent. */
export function trackSent({ clientOrderId, contract, side, product, purpose, quantity, pricing }: OrderRequest): TrackedOrder {
  const { exchange, token, tradingSymbol, lotSize, tick } = contract
  const known = { clientOrderId, contract: { exchange, token, tradingSymbol }, steps: { lotSize, tick } }
  return { ...known, side, product, purpose, quantity, pricing, ...untouched() }
}

/**
 * How urgent a change of an order is. A stop that waits for its trigger can wait for a new one, or the moves of a trailing one would use up
 * what exits need; with too many units it would sell what is not held, and one that becomes a limit order closes its leg.
 */
export function urgencyOfChange({ purpose, pricing, state, quantity }: TrackedOrder, change: OrderChange): OrderUrgency {
  const waits = pricing.kind === 'STOPLOSS_LIMIT' && rankOf(state) <= rankOf('TRIGGER_PENDING')
  return waits && change.pricing.kind === 'STOPLOSS_LIMIT' && change.quantity >= quantity ? 'ENTRY' : purpose
}

/** Whether two changes make the same of an order. */
export function areSame(one: OrderChange, other: OrderChange): boolean {
  const triggerOf = ({ pricing }: OrderChange) => (pricing.kind === 'STOPLOSS_LIMIT' ? pricing.trigger : null)
  return one.quantity === other.quantity && one.pricing.limit === other.pricing.limit && triggerOf(one) === triggerOf(other)
}

/** An order of an earlier process, as the book has it. Only exits are changed later, so it counts as one. */
export function trackFound({ tag, contract, side, product, quantity, pricing, brokerOrderId }: OrderRow): TrackedOrder {
  const known = { clientOrderId: tag, contract, steps: null }
  return { ...known, side, product, purpose: 'EXIT', quantity, pricing, ...untouched(), brokerOrderId }
}

/** Whether one without an answer may yet appear: orders have shown up a minute and a half after a time-out. */
export function mayAppear({ since }: Pick<TrackedOrder, 'since'>): boolean {
  return performance.now() - since < 3 * MINUTE
}

/** Whether a row without a tag may be of an order whose id is not known: there is nothing else to tell them by. */
export function mayBeOf(row: OrderRow, order: TrackedOrder): boolean {
  const { contract, side, product, brokerOrderId } = order
  const isSameContract = contract.exchange === row.contract.exchange && contract.token === row.contract.token
  return brokerOrderId === null && isSameContract && side === row.side && product === row.product && areSame(order, row) && mayAppear(order)
}

/** The rank of an order that has ended. */
export const DONE = 3

/** Along these an order moves; what would move it back is old. */
export function rankOf(state: BrokerOrder['state']): number {
  return state === 'PENDING' ? 0 : state === 'TRIGGER_PENDING' ? 1 : state === 'OPEN' ? 2 : DONE
}

export function isDone({ state }: Pick<TrackedOrder, 'state'>): boolean {
  return rankOf(state) === DONE
}

/** Units of the fills in the trade book. */
export function filledUnits({ fills }: Pick<TrackedOrder, 'fills'>): number {
  return [...fills.values()].reduce((sum, { quantity }) => sum + quantity, 0)
}

type Untouched = Omit<TrackedOrder, 'clientOrderId' | 'contract' | 'steps' | 'side' | 'product' | 'purpose' | 'quantity' | 'pricing'>

function untouched(): Untouched {
  return {
    ...{ since: performance.now(), brokerOrderId: null, exchangeOrderId: null, state: 'PENDING', isLost: false, inBookSince: null },
    ...{ isAccepted: false, filled: 0, fills: new Map(), terms: null, asked: null, news: null, end: null },
    ...{ told: { units: 0, value: paise(0) }, early: [] },
  }
}
