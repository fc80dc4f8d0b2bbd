import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { id, wholeNumber } from '../../kit/inputFields.ts'

export const answerInput = z.object({ id: id('id'), approve: z.boolean('approve must be true or false') })

/** As `LiveIncident.id`. */
export const closeExcessInput = z.object({ incidentId: z.string('incidentId must be a text').max(100, 'incidentId is too long') })

export const unfilledInput = z.object({
  first: wholeNumber('first', 1, LIMITS.history.max).nullish(),
  strategyId: id('strategyId').nullish(),
  after: id('after').nullish(),
})
