import type { ApolloServerPlugin } from '@apollo/server'
import { Kind, type OperationDefinitionNode } from 'graphql'
import { Histogram, type Registry } from 'prom-client'
import type { HttpContext } from '../../kit/RequestContext.ts'

/** Measures operations by field and outcome. Both are words of the schema: no client input becomes a label. */
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
      return {
        async willSendResponse({ operation, response: { body } }) {
          const errors = body.kind === 'single' ? body.singleResult.errors : undefined
          end({ operation: operation ? fieldOf(operation) : 'none', outcome: errors?.[0] ? String(errors[0].extensions?.['code']) : 'OK' })
        },
      }
    },
  }
}

function fieldOf({ selectionSet: { selections } }: OperationDefinitionNode): string {
  const [only, ...others] = selections
  return only?.kind === Kind.FIELD && others.length === 0 ? only.name.value : 'several'
}
