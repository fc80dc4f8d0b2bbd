import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { id, wholeNumber } from '../../kit/inputFields.ts'

export const denialsInput = z.object({
  first: wholeNumber('first', 1, LIMITS.history.max).nullish(),
  strategyId: id('strategyId').nullish().describe('Only those of this strategy'),
  after: id('after').nullish().describe('Id of the last denial of the page before'),
})
