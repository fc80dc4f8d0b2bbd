import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql'

/**
 * Operations and fragments per document: GraphQL's own validation walks from each operation through all of its fragments, and compares the
 * fragments in pairs.
 */
const MAX_DEFINITIONS = 25

/** A validation rule: at most 25 operations and fragments per document. */
export function limitDefinitions(context: ValidationContext): ASTVisitor {
  return {
    Document({ definitions }) {
      if (definitions.length > MAX_DEFINITIONS)
        context.reportError(
          new GraphQLError('A document has too many operations and fragments.', { nodes: definitions[MAX_DEFINITIONS] ?? null }),
        )
    },
  }
}
