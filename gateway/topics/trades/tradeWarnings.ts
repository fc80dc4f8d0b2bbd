import { z } from 'zod'
import { Prisma } from '../../../prisma/generated/client.ts'
import { paise } from '../../../schema/money.ts'
import { describeFillIncident, FILL_INCIDENT_KINDS } from '../../../schema/trading/fillIncidents.ts'
import { ORDER_SIDES } from '../../../schema/trading/OrderSide.ts'
import { unfilledReason } from '../../../schema/trading/unfilledReason.ts'

/** What is wrong with the orders of a live trade, called `trade`, as JSON; null on paper. */
export const WARNINGS = Prisma.sql`CASE WHEN trade.mode = 'LIVE' THEN jsonb_build_object(
  'fills', (SELECT jsonb_agg(jsonb_build_object('kind', incident.kind, 'side', ordered.side, 'option', ordered.contract->>'tradingSymbol',
      'quantity', incident.quantity, 'price', incident."pricePaise") ORDER BY incident."createdAt", incident.kind)
    FROM "Order" ordered JOIN "FillIncident" incident ON incident."orderId" = ordered.id WHERE ordered."tradeId" = trade.id),
  'orders', (SELECT jsonb_agg(jsonb_build_object('side', ordered.side, 'option', ordered.contract->>'tradingSymbol',
      'quantity', ordered.quantity - ordered."filledQuantity", 'note', ordered.note, 'isRefused', ordered."refusedAt" IS NOT NULL) ORDER BY ordered.id)
    FROM "Order" ordered WHERE ordered."tradeId" = trade.id AND (ordered."refusedAt" IS NOT NULL OR ordered.status = 'UNKNOWN'))) END`

/** Changes whenever that may have: an incident is written together with its order. */
export const WARNINGS_STAMP = Prisma.sql`CASE WHEN trade.mode = 'LIVE' THEN (
  SELECT string_agg(ordered.xmin::text, ' ' ORDER BY ordered.id) FROM "Order" ordered WHERE ordered."tradeId" = trade.id) END`

const ordered = { side: z.enum(ORDER_SIDES), option: z.string(), quantity: z.int() }
const stored = z.object({
  fills: z.array(z.object({ ...ordered, kind: z.enum(FILL_INCIDENT_KINDS), price: z.number().transform(paise) })).nullable(),
  orders: z.array(z.object({ ...ordered, note: z.string().nullable(), isRefused: z.boolean() })).nullable(),
})

/** What the owner of a trade must know of its orders, a sentence or more each. Throws when it is not what WARNINGS reads. */
export function tradeWarnings(read: Prisma.JsonValue): string[] {
  if (read === null) return []
  const { fills, orders } = stored.parse(read)
  return [
    ...(fills ?? []).map((fill) => describeFillIncident(fill).text),
    ...(orders ?? []).map(({ side, option, quantity, note, isRefused }) => {
      const order = `${quantity} × ${option}`
      return isRefused
        ? `An order to ${side === 'BUY' ? 'buy' : 'sell'} ${order} of this trade was refused: ${unfilledReason(note)}.`
        : `Your broker has not yet confirmed what became of the order to ${side === 'BUY' ? 'buy' : 'sell'} ${order}. Sakha looks for it in the broker’s order book and never sends it twice.`
    }),
  ]
}
