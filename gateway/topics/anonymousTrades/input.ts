import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { wholeNumber } from '../../kit/inputFields.ts'
import { closedFilter } from '../performance/closedFilter.ts'

export const anonymousPageInput = closedFilter.extend({
  first: wholeNumber('first', 1, LIMITS.history.max).default(LIMITS.history.default),
  after: z.string('after must be text').max(500, 'after must be the cursor of an answer').nullish(),
})
