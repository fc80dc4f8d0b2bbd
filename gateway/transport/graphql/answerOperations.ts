import { HeaderMap, type ApolloServerPlugin } from '@apollo/server'
import type { GraphQLSchema } from 'graphql'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { Executor } from './executor/createExecutor.ts'
import { MAX_COST, wholeOf } from './limitCost.ts'
import { mayReadLimits } from './OverLimit.ts'
import { operationCost } from './operationCost.ts'
import { publicErrors } from './publicErrors.ts'

/**
 * Makes Apollo answer operations with the executor, by the hook that Apollo Server offers for external answers. Callers who may read
 * limits also get the operation's cost.
 */
export function answerOperations(schema: GraphQLSchema, executor: Executor): ApolloServerPlugin<HttpContext> {
  return {
    async requestDidStart() {
      return {
        async responseForOperation({ document, operation, request: { operationName = null, variables = {} }, contextValue }) {
          // Apollo itself reports that a document has no such operation.
          if (!operation) return null
          const { errors, ...executed } = await executor.execute({ document, operationName, variables, contextValue })
          const told = contextValue.known !== null && mayReadLimits(contextValue.known)
          const used = () => wholeOf(operationCost(schema, document, operation).with(variables).cost)
          const result = told ? { ...executed, extensions: { cost: { used: used(), allowed: MAX_COST } } } : executed
          const headers = new HeaderMap()
          if (!errors) return { http: { headers }, body: { kind: 'single', singleResult: result } }
          const { formatted, retryAfterSeconds } = publicErrors(errors, contextValue)
          if (retryAfterSeconds !== null) headers.set('retry-after', String(retryAfterSeconds))
          // Without data, nothing was executed: the variables are invalid.
          const http = result.data === undefined ? { headers, status: 400 } : { headers }
          return { http, body: { kind: 'single', singleResult: { ...result, errors: formatted } } }
        },
      }
    },
  }
}
