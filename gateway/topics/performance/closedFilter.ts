import { z } from 'zod'
import { Prisma } from '../../../prisma/generated/client.ts'
import { addDays, istInstant } from '../../../schema/time.ts'
import { TRADE_MODES } from '../../../schema/TradeMode.ts'
import { given } from '../../kit/given.ts'
import { BACKWARDS, date, id, indexSymbol, inOrder } from '../../kit/inputFields.ts'

/** Closed trades of one mode; from and to are dates of exits in India, both included. */
export const closedFilter = z.object({
  mode: z.enum(TRADE_MODES, { error: ({ input }) => `mode must be one of ${TRADE_MODES.join(', ')}, got ${given(input)}` }),
  filter: z
    .object({
      from: date('from').nullish(),
      to: date('to').nullish(),
      strategyId: id('strategyId').nullish(),
      symbol: indexSymbol.nullish(),
    })
    .refine(inOrder, BACKWARDS)
    .nullish()
    .transform((filter) => filter ?? {}),
})
export type ClosedFilter = z.output<typeof closedFilter>

/** The condition on the table "Trade", called `trade`; whose trades they are is for the caller to say. */
export function closedCondition({ mode, filter: { from, to, strategyId, symbol } }: ClosedFilter): Prisma.Sql {
  const conditions = [
    Prisma.sql`trade."exitTime" IS NOT NULL AND trade.mode = ${mode}::"TradeMode"`,
    ...(from ? [Prisma.sql`trade."exitTime" >= ${new Date(istInstant(from, 0))}`] : []),
    ...(to ? [Prisma.sql`trade."exitTime" < ${new Date(istInstant(addDays(to, 1), 0))}`] : []),
    ...(strategyId ? [Prisma.sql`trade."strategyId" = ${strategyId}::uuid`] : []),
    ...(symbol ? [Prisma.sql`trade.index = ${symbol}`] : []),
  ]
  return Prisma.join(conditions, ' AND ')
}
