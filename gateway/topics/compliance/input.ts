import { z } from 'zod'
import { BUDGET_WINDOWS } from '../../../schema/trading/orderBudget.ts'
import { given } from '../../kit/given.ts'

export const budgetInput = z.object({
  window: z.enum(BUDGET_WINDOWS, { error: ({ input }) => `window must be one of ${BUDGET_WINDOWS.join(', ')}, got ${given(input)}` }),
})
