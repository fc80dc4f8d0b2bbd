import type { ApolloServerPlugin } from '@apollo/server'
import { GraphQLError, Kind, visit, type DocumentNode } from 'graphql'
import { UserFacingError } from '../../../schema/errors.ts'
import { mayAnalyse } from '../../../schema/roles.ts'
import { publicError } from '../../kit/publicError.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import { requireReach } from './requireReach.ts'

/**
 * Before an operation is executed: the schema is read by analysts and admins only, a personal access token reaches what its scopes say,
 * and analysts change nothing that trades.
 */
export const guardOperations: ApolloServerPlugin<HttpContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, contextValue }) {
        try {
          if (asksForSchema(document)) requireAnalyst(contextValue.signedIn())
          if (contextValue.known && operation) requireReach(contextValue.known, document, operation)
        } catch (error) {
          if (!(error instanceof Error)) throw error
          throw new GraphQLError(error.message, { originalError: error, extensions: { http: { status: publicError(error).status } } })
        }
      },
    }
  },
}

function requireAnalyst({ role }: Principal): void {
  if (!mayAnalyse(role)) throw new UserFacingError('FORBIDDEN', 'Only analysts and admins may read the schema.')
}

/** Of documents seen before, which are kept (Documents.ts). */
const askingForSchema = new WeakMap<DocumentNode, boolean>()

function asksForSchema(document: DocumentNode): boolean {
  const known = askingForSchema.get(document)
  if (known !== undefined) return known
  let asks = false
  visit(document, {
    [Kind.FIELD]({ name }) {
      if (name.value === '__schema' || name.value === '__type') asks = true
    },
  })
  askingForSchema.set(document, asks)
  return asks
}
