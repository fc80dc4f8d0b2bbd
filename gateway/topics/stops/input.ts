import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { given } from '../../kit/given.ts'
import { id, seen } from '../../kit/inputFields.ts'

const SCOPES = ['USER', 'STRATEGY', 'GLOBAL'] as const
const target = z.object({
  scope: z.enum(SCOPES, { error: (issue) => `scope must be one of ${SCOPES.join(', ')}, got ${given(issue.input)}` }),
  strategyId: id('strategyId').nullish(),
  userId: id('userId').nullish(),
  reason: seen(
    'reason',
    z.string('reason must be text').trim().max(LIMITS.stopReason.max, `reason must be at most ${LIMITS.stopReason.max} characters long`),
  ).nullish(),
})
type Target = z.output<typeof target>
/** A strategy goes with its own scope, and with no other; so does another user's account, for which a reason is given. */
const namesItsStrategy = ({ scope, strategyId }: Target) => (scope === 'STRATEGY') === (strategyId != null)
const unnamed = { path: ['strategyId'], message: 'strategyId is required with the scope STRATEGY, and only then' }
const namesNoOther = ({ scope, userId }: Target) => scope === 'USER' || userId == null
const misnamed = { path: ['userId'], message: 'userId goes with the scope USER only' }

export const stopTargetInput = target.refine(namesItsStrategy, unnamed).refine(namesNoOther, misnamed)

export const emergencyStopInput = target
  .extend({ squareOff: z.boolean('squareOff must be true or false'), confirm: z.literal('STOP', 'Type STOP to confirm') })
  .refine(namesItsStrategy, unnamed)
  .refine(namesNoOther, misnamed)

export const stopIdInput = z.object({ stopId: id('stopId') })
