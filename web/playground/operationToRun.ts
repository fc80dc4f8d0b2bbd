import { getOperationAST, GraphQLError, parse, type OperationDefinitionNode } from 'graphql'

/**
 * The operation that is meant, read from the text itself: GraphiQL's own reading of it, the name included, is behind while somebody types or
 * opens another tab. Null: the text has errors, or several operations and none of that name; the gateway says so.
 */
export function operationToRun(query: string, name: string | null | undefined): OperationDefinitionNode | null {
  try {
    const document = parse(query)
    return getOperationAST(document, name) ?? getOperationAST(document) ?? null
  } catch (error) {
    if (error instanceof GraphQLError) return null
    throw error
  }
}
