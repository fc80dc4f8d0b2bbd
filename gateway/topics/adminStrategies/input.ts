import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { emptyAllowed, id, line, lines } from '../../kit/inputFields.ts'
import { instrument } from '../strategies/input.ts'
import { termsInput, WINDOW_COMPLAINT, windowEndsAfterStart } from '../strategies/termsInput.ts'

const { name, description, word, instruments } = LIMITS.strategy

export const strategyInput = termsInput
  .extend({
    name: line('Strategy name', name.max),
    description: lines('Description', description.max).nullish(),
    type: emptyAllowed(line('Type', word.max)),
    category: line('Category', word.max).nullish(),
    instruments: z
      .array(
        z.preprocess((value) => (typeof value === 'string' ? value.trim().toUpperCase() : value), instrument),
        'At least one instrument is required',
      )
      .min(instruments.min, 'At least one instrument is required')
      .max(instruments.max, `instruments must name at most ${instruments.max}`)
      .transform((all) => [...new Set(all)]),
    paperTrade: emptyAllowed(z.boolean('paperTrade must be true or false')),
    isPublic: emptyAllowed(z.boolean('isPublic must be true or false')),
    isActive: emptyAllowed(z.boolean('isActive must be true or false')),
  })
  .refine(windowEndsAfterStart, WINDOW_COMPLAINT)

export const strategyKeyInput = z.object({ id: id('id') })

/** `updatedAt`: the strategy's when the editing began; absent, later changes are overwritten. */
export const editedInput = strategyKeyInput.extend({
  updatedAt: z
    .preprocess((value) => (value instanceof Date ? value.toISOString() : value), z.iso.datetime('updatedAt must be a date and time'))
    .nullish(),
})

export const removalInput = strategyKeyInput.extend({
  confirm: z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean('confirm must be true or false').nullish(),
  ),
})
