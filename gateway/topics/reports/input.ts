import { z } from 'zod'
import { given } from '../../kit/given.ts'
import { BACKWARDS, date, id, inOrder } from '../../kit/inputFields.ts'

const MODES = ['PAPER', 'LIVE'] as const

const filters = z.object({
  mode: z.enum(MODES, { error: (issue) => `mode must be one of ${MODES.join(', ')}, got ${given(issue.input)}` }),
  from: date('from').nullish().describe('First date of an exit in India'),
  to: date('to').nullish().describe('Last date of an exit in India'),
  strategyId: id('strategyId').nullish().describe('Only trades of this strategy'),
})

export const reportInput = filters.refine(inOrder, BACKWARDS)
export type ReportFilters = z.output<typeof reportInput>
