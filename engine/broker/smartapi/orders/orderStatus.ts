import type { BrokerOrder } from '../../port.ts'

/** The book's status of a change or a cancellation. */
export type ChangeNews = 'modifyPending' | 'cancelPending' | 'modified' | 'unchanged'

export interface OrderStatusText {
  /** Null: the text has none of it. */
  readonly state: BrokerOrder['state'] | null
  readonly news: ChangeNews | null
}

const state = (state: BrokerOrder['state']): OrderStatusText => ({ state, news: null })
const news = (news: ChangeNews): OrderStatusText => ({ state: null, news })

/** The texts of `status` and `orderstatus`. */
const TEXTS: ReadonlyMap<string, OrderStatusText> = new Map(
  Object.entries({
    'put order req received': state('PENDING'),
    'validation pending': state('PENDING'),
    'open pending': state('PENDING'),
    'after market order req received': state('PENDING'),
    'modify after market order req received': state('PENDING'),
    'trigger pending': state('TRIGGER_PENDING'),
    open: state('OPEN'),
    complete: state('FILLED'),
    cancelled: state('CANCELLED'),
    'cancelled after market order': state('CANCELLED'),
    rejected: state('REJECTED'),
    expired: state('EXPIRED'),
    'modify validation pending': news('modifyPending'),
    'modify pending': news('modifyPending'),
    modified: { state: 'OPEN', news: 'modified' },
    'not modified': news('unchanged'),
    'cancel pending': news('cancelPending'),
    'not cancelled': news('unchanged'),
  }),
)

/**
 * Reads an order's two texts: while `status` reports a change, `orderstatus` has the state at the exchange. An unknown text says
 * nothing: such an order is not done.
 */
export function readOrderStatus(status: string, orderStatus: string): OrderStatusText {
  const [first, second] = [textOf(status), textOf(orderStatus)]
  const isChange = first.news !== null
  return { state: isChange ? (second.state ?? first.state) : (first.state ?? second.state), news: first.news }
}

function textOf(text: string): OrderStatusText {
  return TEXTS.get(text.trim().toLowerCase()) ?? { state: null, news: null }
}
