import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { date, id, wholeNumber } from '../../kit/inputFields.ts'

export const denialsInput = z.object({
  first: wholeNumber('first', 1, LIMITS.history.max).nullish(),
  strategyId: id('strategyId').nullish().describe('Only those of this strategy'),
  after: id('after').nullish().describe('Id of the last denial of the page before'),
})

export const denialFilterInput = z
  .object({ strategyId: id('strategyId').nullish(), from: date('from').nullish(), to: date('to').nullish() })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'to must not be before from' })
export type DenialFilter = z.output<typeof denialFilterInput>
