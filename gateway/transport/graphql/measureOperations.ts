import type { ApolloServerPlugin } from '@apollo/server'
import { Kind, type OperationDefinitionNode } from 'graphql'
import { Histogram, type Registry } from 'prom-client'
import { beginSpan } from '../../../schema/tracing/spans.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'

/** Measures operations, and traces them where traces are on, by field and outcome. Both are words of the schema: no client input becomes a label. */
export function measureOperations(metrics: Registry): ApolloServerPlugin<HttpContext> {
  const durations = new Histogram({
    name: 'sakha_graphql_operation_duration_seconds',
    help: 'GraphQL operations, by their field and by OK or the code of their first error.',
    labelNames: ['operation', 'outcome'],
    registers: [metrics],
  })
  return {
    async requestDidStart() {
      const end = durations.startTimer()
      const endSpan = beginSpan()
      return {
        async willSendResponse({ operation: given, contextValue: { requestId }, response: { body } }) {
          const errors = body.kind === 'single' ? body.singleResult.errors : undefined
          const operation = given ? fieldOf(given) : 'none'
          const outcome = errors?.[0] ? String(errors[0].extensions?.['code']) : 'OK'
          end({ operation, outcome })
          endSpan?.({
            ...{ name: `graphql ${operation}`, requestId, kind: 'part', failed: outcome !== 'OK' },
            attributes: { 'graphql.operation.type': given?.operation ?? 'none', 'sakha.operation': operation, 'sakha.outcome': outcome },
          })
        },
      }
    },
  }
}

function fieldOf({ selectionSet: { selections } }: OperationDefinitionNode): string {
  const [only, ...others] = selections
  return only?.kind === Kind.FIELD && others.length === 0 ? only.name.value : 'several'
}
