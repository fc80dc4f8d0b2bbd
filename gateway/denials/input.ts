import { z } from 'zod'
import { LIMITS } from '../../schema/limits.ts'
import { id, wholeNumber } from '../server/inputFields.ts'

export const denialsInput = z.object({
  limit: wholeNumber('limit', 1, LIMITS.history.max).nullish(),
  strategyId: id('strategyId').nullish().describe('Only those of this strategy'),
  cursor: id('cursor').nullish().describe('Id of the last denial of the page before'),
})
