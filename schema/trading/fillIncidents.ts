import { spokenOption } from '../market/options/spokenOption.ts'
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
  const what = `${quantity} × ${spokenOption(option)}`
  const did = `${side === 'BUY' ? 'bought' : 'sold'} ${what} at ${formatRupees(price)}`
  switch (kind) {
    case 'ANNULLED':
      return {
        title: 'The exchange cancelled a live fill',
        text: `Your order that ${did} is no longer in the broker’s trade book. Compare this trade with your broker’s app: what you hold there counts, and Sakha closes only that much.`,
      }
    case 'OTHER_PRICE':
      return {
        title: 'A live fill price was corrected',
        text: `Your order ${did} in the first report; the broker’s trade book shows another price. This trade’s result is off by the difference. Your contract note is final.`,
      }
    case 'POSITION_ALREADY_CLOSED': {
      const [before, now, undo] =
        side === 'SELL' ? ['sold', `be short ${what}`, 'buy back'] : ['bought back', `hold ${what} too much`, 'sell']
      return {
        title: side === 'SELL' ? 'Your account may be short because of our order' : 'Your account may hold too much because of our order',
        text: `Your order ${did}, but this trade was closed before: you had ${before} it in the broker’s app, or another order had. Your account may now ${now}. Look at your positions in your broker’s app now and ${undo} what should not be there: Sakha does not watch or close it.`,
      }
    }
    case 'WRONG_QUANTITY':
      return {
        title: 'A live fill does not fit its order',
        text: `The broker reports that your order ${did}. That is more than was ordered or not in whole lots, so it is not in Sakha’s books. Compare your positions with your broker’s app: what you hold beyond your trades here is yours to close.`,
      }
    case 'LATE_FILL':
      return {
        title: 'A live order was filled after it had ended',
        text: `Your order ${did} although it had been cancelled, rejected or given up. The fill counts and is booked in this trade.`,
      }
    case 'REOPENED':
      return {
        title: 'A live trade was opened again by a late fill',
        text: `Your order ${did} after this trade was closed. The trade is open again, and Sakha closes it at its stop, its target or its closing time.`,
      }
  }
}
