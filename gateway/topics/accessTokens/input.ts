import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { TOKEN_SCOPES } from '../../../schema/tokenScopes.ts'
import { given } from '../../kit/given.ts'
import { id, line, wholeNumber } from '../../kit/inputFields.ts'

const { name, days } = LIMITS.accessTokens

export const newTokenInput = z.object({
  name: line('A name', name.max),
  scopes: z
    .array(
      z.enum(TOKEN_SCOPES, { error: ({ input }) => `scopes must be of ${TOKEN_SCOPES.join(', ')}, got ${given(input)}` }),
      'scopes must be a list',
    )
    .min(1, 'Choose what the token may read')
    .max(TOKEN_SCOPES.length, `scopes must be at most ${TOKEN_SCOPES.length}`)
    .transform((scopes) => TOKEN_SCOPES.filter((scope) => scopes.includes(scope))),
  days: wholeNumber('days', days.min, days.max),
})

export const tokenIdInput = z.object({ id: id('id') })
