import { formatRupees, type Paise } from '../money.ts'
import type { OrderSide } from './OrderSide.ts'

export const FILL_INCIDENT_KINDS = [
  ...(['ANNULLED', 'OTHER_PRICE', 'POSITION_ALREADY_CLOSED', 'WRONG_QUANTITY', 'LATE_FILL', 'REOPENED'] as const),
]
/** In what way a live fill is not as it was booked, or does not fit the books. */
export type FillIncidentKind = (typeof FILL_INCIDENT_KINDS)[number]

/** A live fill that its owner must look at. `quantity` in units, `price` of one. */
export interface DisputedFill {
  readonly kind: FillIncidentKind
  readonly side: OrderSide
  readonly option: string
  readonly quantity: number
  readonly price: Paise
}

/** What happened and what it means for the owner, as a title and sentences. */
export function describeFillIncident({ kind, side, option, quantity, price }: DisputedFill): {
  readonly title: string
  readonly text: string
} {
  const did = `${side === 'BUY' ? 'bought' : 'sold'} ${quantity} × ${option} at ${formatRupees(price)}`
  switch (kind) {
    case 'ANNULLED':
      return {
        title: 'The exchange took back a live fill',
        text: `Your order that ${did} is not in the broker’s trade book any more. Compare this trade with your broker’s app: what you hold there counts, and Sakha closes no more than that.`,
      }
    case 'OTHER_PRICE':
      return {
        title: 'A live fill has another price',
        text: `Your order ${did} by the first report; the broker’s trade book says another price. The result of this trade is off by the difference. Your contract note counts.`,
      }
    case 'POSITION_ALREADY_CLOSED': {
      const [before, now, undo] =
        side === 'SELL'
          ? ['sold', `be short ${quantity} × ${option}`, 'buy back']
          : ['bought back', `hold ${quantity} × ${option} too many`, 'sell']
      return {
        title: side === 'SELL' ? 'Your account may be short by our order' : 'Your account may hold too much by our order',
        text: `Your order ${did}, but this trade was closed before: you had ${before} it in the broker’s app, or another order had. Your account may now ${now}. Look at your positions in your broker’s app now and ${undo} what should not be there: Sakha neither watches nor closes it.`,
      }
    }
    case 'WRONG_QUANTITY':
      return {
        title: 'A live fill does not fit its order',
        text: `The broker reports that your order ${did}. That is more than was ordered, or no whole lots, so it is not in Sakha’s books. Compare your positions with your broker’s app: what you hold beyond your trades here is yours to close.`,
      }
    case 'LATE_FILL':
      return {
        title: 'A live order was filled after it had ended',
        text: `Your order ${did} although it had been cancelled, refused or given up. The fill counts and is booked in this trade.`,
      }
    case 'REOPENED':
      return {
        title: 'A live trade was opened again by a late fill',
        text: `Your order ${did} after this trade was closed. The trade is open again, and Sakha closes it by its stop, its target or the end of its time.`,
      }
  }
}
