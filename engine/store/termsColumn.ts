import { z } from 'zod'
import { paise } from '../../schema/money.ts'

const exitLevel = z.discriminatedUnion('unit', [
  z.object({ unit: z.literal('PERCENT'), value: z.number() }),
  z.object({ unit: z.literal('RUPEES'), value: z.int().transform(paise) }),
])

/** What an entry was decided on, as the JSON columns hold it. */
export const termsColumn = z.object({
  takeProfit: exitLevel,
  stopLoss: exitLevel,
  trailingStopPercent: z.number().nullable(),
  windowEndsAt: z.int(),
})
