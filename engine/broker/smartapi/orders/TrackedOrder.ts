import type { OrderUrgency } from '../../OrderBudget.ts'
import type { BrokerFill, BrokerOrder, OrderPricing, OrderRequest, OrderUpdate } from '../../port.ts'
import type { OrderRow } from './bookRows.ts'

/** An order with a tag: what was sent, what the broker said of it, and what was reported of that. */
export interface TrackedOrder {
  readonly clientOrderId: string
  readonly contract: OrderRow['contract']
  readonly side: OrderRequest['side']
  readonly product: string
  readonly purpose: OrderUrgency
  /** Monotonic time of its first sight. */
  readonly since: number
  quantity: number
  pricing: OrderPricing
  brokerOrderId: string | null
  exchangeOrderId: string | null
  state: BrokerOrder['state']
  /** Whether nobody answered when it was sent. */
  isLost: boolean
  /** Whether the order book has had it. */
  inBook: boolean
  /** Whether it was reported as in the exchange's book. */
  isAccepted: boolean
  /** Units filled as the broker's order says, which may be ahead of its fills. */
  filled: number
  readonly fills: Map<string, BrokerFill>
  /** The latest news of a change or a cancellation. */
  news: OrderRow['news']
  /** How it ended; reported once its fills were. */
  end: { readonly update: Extract<OrderUpdate, { readonly reason: string }>; reads: number; isReported: boolean } | null
}

/** An order as it is sent. */
export function trackSent({ clientOrderId, contract, side, product, purpose, quantity, pricing }: OrderRequest): TrackedOrder {
  const { exchange, token, tradingSymbol } = contract
  return { clientOrderId, contract: { exchange, token, tradingSymbol }, side, product, purpose, quantity, pricing, ...untouched() }
}

/** An order of an earlier process, as the book has it. Only exits are changed later, so it counts as one. */
export function trackFound({ tag, contract, side, product, quantity, pricing, brokerOrderId }: OrderRow): TrackedOrder {
  return { clientOrderId: tag, contract, side, product, purpose: 'EXIT', quantity, pricing, ...untouched(), brokerOrderId }
}

/** Along these an order moves; what would move it back is old. */
export function rankOf(state: BrokerOrder['state']): number {
  return state === 'PENDING' ? 0 : state === 'TRIGGER_PENDING' ? 1 : state === 'OPEN' ? 2 : 3
}

export function isDone({ state }: Pick<TrackedOrder, 'state'>): boolean {
  return rankOf(state) === 3
}

/** Units of the fills that are known. */
export function filledUnits({ fills }: Pick<TrackedOrder, 'fills'>): number {
  return [...fills.values()].reduce((sum, { quantity }) => sum + quantity, 0)
}

type Untouched = Omit<TrackedOrder, 'clientOrderId' | 'contract' | 'side' | 'product' | 'purpose' | 'quantity' | 'pricing'>

function untouched(): Untouched {
  return {
    ...{ since: performance.now(), brokerOrderId: null, exchangeOrderId: null, state: 'PENDING', isLost: false, inBook: false },
    ...{ isAccepted: false, filled: 0, fills: new Map(), news: null, end: null },
  }
}
