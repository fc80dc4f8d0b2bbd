import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { emptyAllowed, wholeNumber } from '../../kit/inputFields.ts'

export const auditInput = z.object({
  limit: wholeNumber('limit', 1, LIMITS.auditLog.max).optional().default(LIMITS.auditLog.default),
  before: emptyAllowed(wholeNumber('before', 1, 2_147_483_647)),
})
