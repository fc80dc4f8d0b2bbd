import { ApolloArmor } from '@escape.tech/graphql-armor'
import type { ValidationRule } from 'graphql'
import { limitCredentials } from './limitCredentials.ts'
import { limitRepeatedFields } from './limitRepeatedFields.ts'

/** Tokens of one document; the parser stops there. */
export const MAX_TOKENS = 1_000
/** Complaints about one document: after so many it is not read on. */
export const MAX_ERRORS = 5

/** How large and how deep one operation may be, over HTTP and over sockets. What the limits are is not told. */
export function graphqlLimits(): ValidationRule[] {
  const hidden = { exposeLimits: false }
  const { validationRules } = new ApolloArmor({
    maxDepth: { ...hidden, n: 6, flattenFragments: true },
    // Without the exception that it makes for __typename.
    maxAliases: { ...hidden, n: 15, allowList: [] },
    maxDirectives: { ...hidden, n: 50 },
    costLimit: { ...hidden, maxCost: 5_000, flattenFragments: true },
    // The parser counts tokens itself, and formatGraphQLError drops suggestions.
    maxTokens: { enabled: false },
    blockFieldSuggestion: { enabled: false },
  }).protect()
  return [...validationRules, limitRepeatedFields, limitCredentials]
}
