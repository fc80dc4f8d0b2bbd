import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type ASTVisitor,
  type FieldNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'
import type { OncePerRequest } from '../../kit/Topic.ts'

/** The names of mutations, by why a request may carry only one of them. */
export type LimitedMutations = Readonly<Record<OncePerRequest, readonly string[]>>

const REFUSALS: Readonly<Record<OncePerRequest, string>> = {
  credential: 'A request carries one sign-in, password, code, mailed link or export.',
  download: 'A request asks for one download.',
}

/** A validation rule: an operation has at most one of each kind, under whatever aliases. */
export function limitCredentials({ credential, download }: LimitedMutations): ValidationRule {
  const kinds = [
    { names: new Set(credential), refusal: REFUSALS.credential },
    { names: new Set(download), refusal: REFUSALS.download },
  ]
  return (context): ASTVisitor => ({
    OperationDefinition({ operation, selectionSet }) {
      if (operation !== OperationTypeNode.MUTATION) return
      const all = fieldsOf(context, selectionSet, new Set())
      for (const { names, refusal } of kinds) {
        const asked = all.filter(({ name }) => names.has(name.value))
        if (asked.length > 1) context.reportError(new GraphQLError(refusal, { nodes: asked }))
      }
    },
  })
}

/** The fields of a selection, including those of its fragments. */
function fieldsOf(context: ValidationContext, { selections }: SelectionSetNode, seen: Set<string>): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(context, selection.selectionSet, seen)
    const name = selection.name.value
    if (seen.has(name)) return []
    seen.add(name)
    const fragment = context.getFragment(name)
    return fragment ? fieldsOf(context, fragment.selectionSet, seen) : []
  })
}
