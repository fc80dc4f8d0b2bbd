import { HeaderMap, type ApolloServerPlugin } from '@apollo/server'
import { getVariableValues, type GraphQLSchema } from 'graphql'
import type { HttpContext } from '../../kit/RequestContext.ts'
import { publicErrors } from './publicErrors.ts'

/** Complaints about the variables of an operation: each costs as much as the whole value that it is about. */
export const MAX_VARIABLE_ERRORS = 5

/** Refuses variables that do not fit before Apollo would, which makes fifty complaints about them. */
export function limitVariables(schema: GraphQLSchema): ApolloServerPlugin<HttpContext> {
  return {
    async requestDidStart() {
      return {
        async responseForOperation({ operation, request: { variables = {} }, contextValue }) {
          const { errors } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables, { maxErrors: MAX_VARIABLE_ERRORS })
          if (!errors) return null
          const { formatted } = publicErrors(errors, contextValue)
          return { http: { headers: new HeaderMap(), status: 400 }, body: { kind: 'single', singleResult: { errors: formatted } } }
        },
      }
    },
  }
}
