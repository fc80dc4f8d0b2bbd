import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { PERFORMANCE_DIMENSIONS } from '../../../schema/trading/performanceDimensions.ts'
import { given } from '../../kit/given.ts'
import { closedFilter } from './closedFilter.ts'

const dimension = z.enum(PERFORMANCE_DIMENSIONS, {
  error: ({ input }) => `by must be of ${PERFORMANCE_DIMENSIONS.join(', ')}, got ${given(input)}`,
})

export const performanceInput = closedFilter.extend({
  by: z
    .array(dimension, 'by must be a list')
    .max(PERFORMANCE_DIMENSIONS.length, `by must name each of ${PERFORMANCE_DIMENSIONS.join(', ')} once at most`)
    .refine(
      (by) => !by.includes('VERSION') || by.includes('STRATEGY'),
      'by needs STRATEGY beside VERSION: versions are numbered by strategy',
    ),
})
export type PerformanceQuestion = z.output<typeof performanceInput>

/** What is said of an answer with more cells than fit. */
export const TOO_MANY = `These are more than ${LIMITS.performance.cells} cells. Narrow the filter, group by less, or export them to a file.`
