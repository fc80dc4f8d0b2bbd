import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { ROLES } from '../../../schema/roles.ts'
import { given } from '../../kit/given.ts'
import { emptyAllowed, id, instant, line, wholeNumber } from '../../kit/inputFields.ts'

const { default: usual, max, search, reason } = LIMITS.managedUsers

export const usersInput = z.object({
  search: emptyAllowed(z.string('search must be text').trim().max(search, `search must be at most ${search} characters long`)),
  first: emptyAllowed(wholeNumber('first', 1, max)).transform((first) => first ?? usual),
  after: emptyAllowed(id('after')),
})

export const userKeyInput = z.object({ id: id('id') })

export const actInput = userKeyInput.extend({ reason: line('A reason', reason) })

export const changeInput = actInput.extend({ updatedAt: instant('updatedAt') })

export const roleInput = changeInput.extend({
  role: z.enum(ROLES, { error: ({ input }) => `role must be one of ${ROLES.join(', ')}, got ${given(input)}` }),
})
