import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { SIGNAL_SIDES } from '../../../schema/trading/SignalSide.ts'
import { given } from '../../kit/given.ts'
import { BACKWARDS, date, id, indexSymbol, inOrder, wholeNumber } from '../../kit/inputFields.ts'

export const signalFilterInput = z
  .object({
    from: date('from').nullish(),
    to: date('to').nullish(),
    strategyId: id('strategyId').nullish(),
    symbol: indexSymbol.nullish(),
    side: z.enum(SIGNAL_SIDES, { error: ({ input }) => `side must be one of ${SIGNAL_SIDES.join(', ')}, got ${given(input)}` }).nullish(),
  })
  .refine(inOrder, BACKWARDS)
export type SignalFilter = z.output<typeof signalFilterInput>

export const signalsInput = z.object({
  filter: signalFilterInput.nullish().transform((filter) => filter ?? {}),
  first: wholeNumber('first', 1, LIMITS.history.max),
  after: id('after').nullish(),
})
