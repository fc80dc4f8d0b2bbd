import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { REMOVED_STOP_CHOICES } from '../../../schema/trading/removedStop.ts'
import { given } from '../../kit/given.ts'
import { amount, wholeNumber } from '../../kit/inputFields.ts'

const { paperFunds, maxDailyLoss, maxOpenTrades } = LIMITS.account

/** Absent fields stay unchanged. */
export const accountLimitsInput = z.object({
  paperFunds: amount('paperFunds', paperFunds.min, paperFunds.max).optional(),
  maxDailyLoss: amount('maxDailyLoss', maxDailyLoss.min, maxDailyLoss.max).nullable().optional(),
  squareOffAtDailyLoss: z.boolean({ error: ({ input }) => `squareOffAtDailyLoss must be true or false, got ${given(input)}` }).optional(),
  maxOpenTrades: wholeNumber('maxOpenTrades', maxOpenTrades.min, maxOpenTrades.max).optional(),
  removedStop: z
    .enum(REMOVED_STOP_CHOICES, {
      error: ({ input }) => `removedStop must be one of ${REMOVED_STOP_CHOICES.join(', ')}, got ${given(input)}`,
    })
    .optional(),
})
