import { ApolloArmor } from '@escape.tech/graphql-armor'
import type { ValidationRule } from 'graphql'
import { limitCredentials, type LimitedMutations } from './limitCredentials.ts'
import { limitDefinitions } from './limitDefinitions.ts'
import { limitIntrospection } from './limitIntrospection.ts'
import { limitRepeatedFields } from './limitRepeatedFields.ts'

/**
 * Limits on the size and depth of an operation, and on mutations that it may carry once, over HTTP and over sockets. The answer does not
 * reveal the limits.
 */
export function graphqlLimits(oncePerRequest: LimitedMutations): ValidationRule[] {
  const hidden = { exposeLimits: false }
  const { validationRules } = new ApolloArmor({
    maxDepth: { ...hidden, n: 6, flattenFragments: true },
    // Without its exception for __typename.
    maxAliases: { ...hidden, n: 15, allowList: [] },
    maxDirectives: { ...hidden, n: 50 },
    costLimit: { ...hidden, maxCost: 5_000, flattenFragments: true },
    // The parser counts tokens itself, and formatGraphQLError drops suggestions.
    maxTokens: { enabled: false },
    blockFieldSuggestion: { enabled: false },
  }).protect()
  return [...validationRules, limitDefinitions, limitRepeatedFields, limitIntrospection, limitCredentials(oncePerRequest)]
}
