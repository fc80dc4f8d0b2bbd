import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { instrument, strategyIdInput } from '../strategies/input.ts'
import { termsInput } from '../strategies/termsInput.ts'

/** Whose lots; null: those of every strategy on offer. */
export const lotPreviewsInput = z.object({ strategyId: strategyIdInput.shape.strategyId.nullable() })

export const draftLotInput = z.object({
  draft: termsInput,
  instruments: z
    .array(instrument, 'instruments must be a list')
    .max(LIMITS.strategy.instruments.max, `instruments must name at most ${LIMITS.strategy.instruments.max}`)
    .transform((all) => [...new Set(all)]),
})
