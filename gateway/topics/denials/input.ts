import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { BACKWARDS, date, id, inOrder, wholeNumber } from '../../kit/inputFields.ts'

const filter = z.object({
  strategyId: id('strategyId').nullish().describe('Only those of this strategy'),
  from: date('from').nullish().describe('First date in India of a candle that decided'),
  to: date('to').nullish().describe('Last date in India of a candle that decided'),
})

export const denialFilterInput = filter.refine(inOrder, BACKWARDS)
export type DenialFilter = z.output<typeof denialFilterInput>

export const denialsInput = filter
  .extend({
    first: wholeNumber('first', 1, LIMITS.history.max).nullish(),
    after: id('after').nullish().describe('Id of the last denial of the page before'),
  })
  .refine(inOrder, BACKWARDS)
