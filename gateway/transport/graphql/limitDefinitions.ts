import type { ASTVisitor, ValidationContext } from 'graphql'
import { OverLimit } from './OverLimit.ts'

/**
 * Operations and fragments per document: GraphQL's own validation walks from each operation through all of its fragments, and compares the
 * fragments in pairs.
 */
const MAX_DEFINITIONS = 25

/** A validation rule: at most 25 operations and fragments per document. */
export function limitDefinitions(context: ValidationContext): ASTVisitor {
  return {
    Document({ definitions }) {
      const used = definitions.length
      if (used <= MAX_DEFINITIONS) return
      const told = `The document has ${used} operations and fragments, and ${MAX_DEFINITIONS} are allowed: leave out what this request does not need.`
      const message = 'A document has too many operations and fragments.'
      const nodes = definitions[MAX_DEFINITIONS] ?? null
      context.reportError(new OverLimit({ name: 'definitions', used, allowed: MAX_DEFINITIONS }, told, { message, nodes }))
    },
  }
}
