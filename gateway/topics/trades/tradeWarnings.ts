import { z } from 'zod'
import { Prisma } from '../../../prisma/generated/client.ts'
import { spokenOption } from '../../../schema/market/options/spokenOption.ts'
import { paise } from '../../../schema/money.ts'
import { describeFillIncident, FILL_INCIDENT_KINDS } from '../../../schema/trading/fillIncidents.ts'
import { ORDER_SIDES } from '../../../schema/trading/OrderSide.ts'
import { istIso } from '../../../schema/time.ts'
import { unfilledReason } from '../../../schema/trading/unfilledReason.ts'

/** Of a running trade that does not close, since its owner was told: how often in a row, why the last time, when it is tried again. */
const EXIT = Prisma.sql`CASE WHEN trade.status = 'RUNNING' AND trade."exitFailingAt" IS NOT NULL THEN (
  SELECT jsonb_build_object('failures', max(leg."exitFailures"), 'retryAt', (extract(epoch FROM min(leg."exitRetryAt")) * 1000)::bigint,
    'isLive', trade.mode = 'LIVE', 'isHandedOver', trade."exitHandedOverAt" IS NOT NULL, 'note', (
      SELECT ordered.note FROM "Order" ordered WHERE ordered."tradeId" = trade.id AND ordered.purpose = 'EXIT' AND NOT ordered."isOpen"
        AND ordered."filledQuantity" < ordered.quantity ORDER BY ordered.id DESC LIMIT 1))
  FROM "Leg" leg WHERE leg."tradeId" = trade.id AND leg.status = 'RUNNING' AND leg."exitFailures" > 0 HAVING count(*) > 0) END`

/** What is wrong with the orders of a trade, called `trade`, as JSON; null of one on paper whose exit does not fail. */
export const WARNINGS = Prisma.sql`CASE WHEN trade.mode = 'LIVE' OR trade."exitFailingAt" IS NOT NULL THEN jsonb_build_object(
  'exit', ${EXIT},
  'fills', (SELECT jsonb_agg(jsonb_build_object('kind', incident.kind, 'side', ordered.side, 'option', ordered.contract->>'tradingSymbol',
      'quantity', incident.quantity, 'price', incident."pricePaise") ORDER BY incident."createdAt", incident.kind)
    FROM "Order" ordered JOIN "FillIncident" incident ON incident."orderId" = ordered.id WHERE ordered."tradeId" = trade.id),
  'orders', (SELECT jsonb_agg(jsonb_build_object('side', ordered.side, 'option', ordered.contract->>'tradingSymbol',
      'quantity', ordered.quantity - ordered."filledQuantity", 'note', ordered.note, 'isRefused', ordered."refusedAt" IS NOT NULL) ORDER BY ordered.id)
    FROM "Order" ordered WHERE ordered."tradeId" = trade.id AND (ordered."refusedAt" IS NOT NULL OR ordered.status = 'UNKNOWN'))) END`

/** Changes whenever that may have: an incident is written together with its order, a failed exit together with its trade. */
export const WARNINGS_STAMP = Prisma.sql`CASE WHEN trade.mode = 'LIVE' THEN (
  SELECT string_agg(ordered.xmin::text, ' ' ORDER BY ordered.id) FROM "Order" ordered WHERE ordered."tradeId" = trade.id) END`

const ordered = { side: z.enum(ORDER_SIDES), option: z.string(), quantity: z.int() }
const stored = z.object({
  exit: z
    .object({ failures: z.int(), retryAt: z.number(), isLive: z.boolean(), isHandedOver: z.boolean(), note: z.string().nullable() })
    .nullable(),
  fills: z.array(z.object({ ...ordered, kind: z.enum(FILL_INCIDENT_KINDS), price: z.number().transform(paise) })).nullable(),
  orders: z.array(z.object({ ...ordered, note: z.string().nullable(), isRefused: z.boolean() })).nullable(),
})

/** What the owner of a trade must know of its orders, a sentence or more each. Throws when it is not what WARNINGS reads. */
export function tradeWarnings(read: Prisma.JsonValue): string[] {
  if (read === null) return []
  const { exit, fills, orders } = stored.parse(read)
  return [
    ...(exit ? [describeExitFailure(exit)] : []),
    ...(fills ?? []).map((fill) => describeFillIncident(fill).text),
    ...(orders ?? []).map(({ side, option, quantity, note, isRefused }) => {
      const order = `${quantity} × ${spokenOption(option)}`
      return isRefused
        ? `An order to ${side === 'BUY' ? 'buy' : 'sell'} ${order} of this trade was rejected: ${unfilledReason(note)}.`
        : `Your broker has not yet confirmed the outcome of the order to ${side === 'BUY' ? 'buy' : 'sell'} ${order}. Sakha looks for it in the broker’s order book and never sends it twice.`
    }),
  ]
}

/** What to do about one that was handed over is said beside it. */
function describeExitFailure({ failures, retryAt, isLive, isHandedOver, note }: NonNullable<z.infer<typeof stored>['exit']>): string {
  const failed = `Its exit has failed ${failures === 1 ? 'once' : `${failures} times in a row`}, last reason: ${unfilledReason(note)}.`
  if (isHandedOver) return failed
  const next = `The next attempt is at ${istIso(retryAt).slice(11, 19)} IST. You do not need to do anything`
  return `${failed} ${next}${isLive ? '; if you want to be out at once, close it in your broker’s app' : ''}.`
}
