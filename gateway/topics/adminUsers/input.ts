import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { ROLES } from '../../../schema/roles.ts'
import { USER_SORTS, USER_STATES } from '../../../schema/userLists.ts'
import { given } from '../../kit/given.ts'
import { emptyAllowed, flag, id, instant, line, wholeNumber } from '../../kit/inputFields.ts'

const { default: usual, max, search, reason } = LIMITS.managedUsers

const roleField = z.enum(ROLES, { error: ({ input }) => `role must be one of ${ROLES.join(', ')}, got ${given(input)}` })

export const usersInput = z.object({
  search: emptyAllowed(z.string('search must be text').trim().max(search, `search must be at most ${search} characters long`)),
  role: roleField.nullish(),
  state: z.enum(USER_STATES, { error: ({ input }) => `state must be one of ${USER_STATES.join(', ')}, got ${given(input)}` }).nullish(),
  twoFactor: flag('twoFactor'),
  live: flag('live').describe('A strategy active live, or a live trade open'),
  broker: flag('broker').describe('Connected to the broker now'),
  sort: z
    .enum(USER_SORTS, { error: ({ input }) => `sort must be one of ${USER_SORTS.join(', ')}, got ${given(input)}` })
    .nullish()
    .transform((sort) => sort ?? 'JOINED'),
  descending: flag('descending').transform((descending) => descending ?? true),
  first: emptyAllowed(wholeNumber('first', 1, max)).transform((first) => first ?? usual),
  after: emptyAllowed(id('after')),
})

export const userKeyInput = z.object({ id: id('id') })

export const actInput = userKeyInput.extend({ reason: line('A reason', reason) })

export const changeInput = actInput.extend({ updatedAt: instant('updatedAt') })

export const roleInput = changeInput.extend({ role: roleField })
