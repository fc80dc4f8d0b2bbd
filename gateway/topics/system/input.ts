import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { given } from '../../kit/given.ts'
import { seen } from '../../kit/inputFields.ts'

const jobId = z.string().regex(/^\d{1,18}$/, { error: (issue) => `id must be of a job, got ${given(issue.input)}` })

export const retryJobInput = z.object({ id: jobId })

const { max } = LIMITS.stopReason
export const cancelJobInput = z.object({
  id: jobId,
  reason: seen(
    'reason',
    z.string('reason must be text').trim().min(1, 'reason must not be empty').max(max, `reason must be at most ${max} characters long`),
  ),
})
