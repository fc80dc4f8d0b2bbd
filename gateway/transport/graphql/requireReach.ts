import { OperationTypeNode, type DocumentNode, type OperationDefinitionNode } from 'graphql'
import type { Principal } from '../../kit/Principal.ts'
import { requireMutation } from '../../security/analystReach.ts'
import { requireField } from '../../security/personalTokens/tokenReach.ts'
import { rootFields } from './rootFields.ts'

const TYPES = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const

/**
 * Throws FORBIDDEN when the caller has a personal access token and the operation asks for a field beyond its scopes, above all a mutation
 * that is on no list; and when an analyst asks for a mutation that the role may not send.
 */
export function requireReach(caller: Principal, document: DocumentNode, operation: OperationDefinitionNode): void {
  const changes = operation.operation === OperationTypeNode.MUTATION
  if (caller.scopes === null && !changes) return
  for (const {
    name: { value: field },
  } of rootFields(document, operation)) {
    // The schema itself is for analysts, whatever their scopes (guardOperations.ts).
    if (field.startsWith('__')) continue
    if (caller.scopes !== null) requireField(caller, TYPES[operation.operation], field)
    if (changes) requireMutation(caller, field)
  }
}
