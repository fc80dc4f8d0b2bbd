import { GraphQLError, Kind, type ASTVisitor, type ValidationContext } from 'graphql'

/** The same field, named more often in one selection, is nothing but work for the server. */
const MAX_TIMES = 10

/** A rule for documents: a selection names no response key more often than ten times. */
export function limitRepeatedFields(context: ValidationContext): ASTVisitor {
  return {
    SelectionSet({ selections }) {
      const times = new Map<string, number>()
      for (const selection of selections) {
        if (selection.kind !== Kind.FIELD) continue
        const key = (selection.alias ?? selection.name).value
        const count = (times.get(key) ?? 0) + 1
        times.set(key, count)
        if (count === MAX_TIMES + 1) context.reportError(new GraphQLError('A field is repeated too often.', { nodes: selection }))
      }
    },
  }
}
