import type { ClosingOrder as Stored } from '../../../prisma/generated/client.ts'
import type { ClosingOrder } from '../../../schema/graphql/liveOrders.ts'
import { paise, toRupees } from '../../../schema/money.ts'

/** A stored closing order as the API shows it. */
export function toClosing({ id, state, quantity, filledQuantity, filledPaise, refusal }: Stored): ClosingOrder {
  const price = filledQuantity === 0 ? null : toRupees(paise(Math.round(Number(filledPaise) / filledQuantity)))
  return { id, state, quantity, filledQuantity, price, refusal }
}
