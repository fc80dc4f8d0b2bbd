import type { ValidationRule } from 'graphql'
import { limitCredentials, type LimitedMutations } from './limitCredentials.ts'
import { limitDefinitions } from './limitDefinitions.ts'
import { limitIntrospection } from './limitIntrospection.ts'
import { limitRepeatedFields } from './limitRepeatedFields.ts'
import { limitSize } from './limitSize.ts'

/**
 * Limits on the size of a document, and on mutations that it may carry once, over HTTP and over sockets: in the order in which they are
 * asked. Whatever the fragments of a document spread, each limit looks at each of them a bounded number of times.
 */
export function graphqlLimits(oncePerRequest: LimitedMutations): ValidationRule[] {
  return [limitDefinitions, limitSize, limitRepeatedFields, limitIntrospection, limitCredentials(oncePerRequest)]
}
