import { z } from 'zod'
import { LIMITS } from '../../schema/limits.ts'
import { date, id, wholeNumber } from '../server/inputFields.ts'

const page = {
  limit: wholeNumber('limit', 1, LIMITS.history.max).nullish(),
  offset: wholeNumber('offset', 0, 1_000_000).nullish(),
}

export const tradeIdInput = z.object({ id: id('id') })

export const pageInput = z.object(page)

export const historyInput = z
  .object({ strategyId: id('strategyId').nullish(), fromDate: date('fromDate').nullish(), toDate: date('toDate').nullish(), ...page })
  .refine(({ fromDate, toDate }) => !fromDate || !toDate || fromDate <= toDate, {
    path: ['toDate'],
    message: 'toDate must not be before fromDate',
  })
