import { z } from 'zod'
import { LIMITS } from '../../schema/limits.ts'
import { id, wholeNumber } from '../server/inputFields.ts'

const date = (name: string) => z.iso.date({ error: (issue) => `${name} must be a date YYYY-MM-DD, got ${String(issue.input)}` })
const page = {
  limit: wholeNumber('limit', 1, LIMITS.history.max).nullish(),
  offset: wholeNumber('offset', 0, 1_000_000).nullish(),
}

export const pageInput = z.object(page)

export const historyInput = z
  .object({ strategyId: id('strategyId').nullish(), fromDate: date('fromDate').nullish(), toDate: date('toDate').nullish(), ...page })
  .refine(({ fromDate, toDate }) => !fromDate || !toDate || fromDate <= toDate, {
    path: ['toDate'],
    message: 'toDate must not be before fromDate',
  })
