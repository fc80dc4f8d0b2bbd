import type { DocumentNode, OperationDefinitionNode } from 'graphql'
import type { Principal } from '../../kit/Principal.ts'
import { requireField } from '../../security/personalTokens/tokenReach.ts'
import { rootFields } from './rootFields.ts'

const TYPES = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const

/** Throws FORBIDDEN when the caller has a personal access token and the operation asks for a field beyond its scopes, a mutation that is on no list above all. */
export function requireReach(caller: Principal, document: DocumentNode, operation: OperationDefinitionNode): void {
  if (caller.scopes === null) return
  for (const field of rootFields(document, operation))
    // The schema itself is for analysts, whatever their scopes (guardOperations.ts).
    if (!field.startsWith('__')) requireField(caller, TYPES[operation.operation], field)
}
