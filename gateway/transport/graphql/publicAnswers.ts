import type { ApolloServerPlugin } from '@apollo/server'
import type { GraphQLSchema } from 'graphql'
import { publicError } from '../../kit/publicError.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import { MAX_COST, wholeOf } from './limitCost.ts'
import { mayReadLimits } from './OverLimit.ts'
import { operationCost } from './operationCost.ts'
import { publicErrors } from './publicErrors.ts'

/** Words failures for clients, with their status and when to retry. Callers who may read limits also get the operation's cost. */
export function publicAnswers(schema: GraphQLSchema): ApolloServerPlugin<HttpContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response: { body, http }, errors, document, operation, request: { variables = {} }, contextValue }) {
          if (body.kind !== 'single') return
          const { singleResult } = body
          const { known } = contextValue
          if (errors) {
            const { formatted, retryAfterSeconds } = publicErrors(errors, contextValue)
            if (retryAfterSeconds !== null) http.headers.set('retry-after', String(retryAfterSeconds))
            singleResult.errors = formatted
            // Scripts look at the status before they look for errors; the web's sessions read the codes of these.
            if (singleResult.data === null && known?.scopes) http.status = publicError(errors[0]?.originalError).status
          }
          if (!document || !operation || known === null || !mayReadLimits(known)) return
          const used = wholeOf(operationCost(schema, document, operation).with(variables).cost)
          singleResult.extensions = { cost: { used, allowed: MAX_COST } }
        },
      }
    },
  }
}
