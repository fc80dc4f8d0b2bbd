import { z } from 'zod'
import { Prisma } from '../../../prisma/generated/client.ts'
import type { FailedLeg } from '../../../schema/graphql/trades.ts'
import { describeFailedLeg, NOT_WHOLE } from '../../../schema/trading/failedLeg.ts'
import { ORDER_SIDES } from '../../../schema/trading/OrderSide.ts'
import { unfilledReason } from '../../../schema/trading/unfilledReason.ts'

/** The entries of a position, called `trade`, that ended without being filled whole, as JSON, unless only because of another leg; null when there is none. */
export const FAILED_LEGS = Prisma.sql`CASE WHEN trade.terms->>'position' IS NOT NULL THEN (
  SELECT jsonb_agg(jsonb_build_object('leg', ordered.terms->'position'->'leg', 'side', ordered.side, 'option', ordered.contract->>'tradingSymbol',
    'quantity', ordered.quantity, 'filledQuantity', ordered."filledQuantity", 'note', ordered.note) ORDER BY ordered.id)
  FROM "Order" ordered WHERE ordered."tradeId" = trade.id AND ordered.purpose = 'ENTRY' AND NOT ordered."isOpen"
    AND ordered."filledQuantity" < ordered.quantity AND ordered.note IS DISTINCT FROM ${NOT_WHOLE}) END`

/** Changes whenever that may have while the trade runs: the order of a leg that fails is written without its trade. */
export const FAILED_LEGS_STAMP = Prisma.sql`CASE WHEN trade.status = 'RUNNING' AND trade.terms->>'position' IS NOT NULL THEN (
  SELECT string_agg(ordered.xmin::text, ' ' ORDER BY ordered.id) FROM "Order" ordered WHERE ordered."tradeId" = trade.id AND ordered.purpose = 'ENTRY') END`

const stored = z
  .array(
    z.object({
      ...{ leg: z.int(), side: z.enum(ORDER_SIDES), option: z.string() },
      ...{ quantity: z.int(), filledQuantity: z.int(), note: z.string().nullable() },
    }),
  )
  .nullable()

/** The same for users. Throws when it is not what FAILED_LEGS reads. */
export function failedLegs(read: unknown): FailedLeg[] {
  return (stored.parse(read) ?? []).map(({ note, ...leg }) => ({
    ...leg,
    leg: leg.leg + 1,
    reason: unfilledReason(note),
    text: describeFailedLeg({ ...leg, note }),
  }))
}
