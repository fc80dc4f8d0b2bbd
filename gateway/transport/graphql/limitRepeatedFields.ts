import { Kind, type ASTVisitor, type FieldNode, type SelectionSetNode, type ValidationContext } from 'graphql'
import { OverLimit } from './OverLimit.ts'

/** More repeats of a field in one place of the answer only cost the server work. */
const MAX_TIMES = 10
/** Selections visited per document, those of a fragment again wherever it is spread. Only recursive documents, or nearly, have more. */
const MAX_SELECTIONS = 5_000

/**
 * A validation rule: a response key occurs at most ten times in one place of the answer, in the selection itself, in fragments, or in the
 * selections of a repeated field. GraphQL's own validation compares them pairwise.
 */
export function limitRepeatedFields(context: ValidationContext): ASTVisitor {
  return {
    Document({ definitions }) {
      const places = definitions.flatMap((definition) => ('selectionSet' in definition ? [[definition.selectionSet]] : []))
      let left = MAX_SELECTIONS
      for (let place = places.pop(); place; place = places.pop()) {
        const { fields, read } = fieldsAt(context, place, left)
        left -= read
        const repeated = fields.find((nodes) => nodes.length > MAX_TIMES)
        if (repeated || left < 0) {
          const once = repeated?.[MAX_TIMES]
          const told = once
            ? `"${(once.alias ?? once.name).value}" stands more than ${MAX_TIMES} times in one place of the answer: ask for it once.`
            : `The fragments of the document come to more than ${MAX_SELECTIONS.toLocaleString('en-US')} fields: spread fewer in one another.`
          const limit = { name: 'repetitions', allowed: once ? MAX_TIMES : MAX_SELECTIONS } as const
          context.reportError(new OverLimit(limit, told, { message: 'A field is repeated too often.', nodes: once ?? null }))
          return
        }
        for (const nodes of fields) {
          const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
          if (below.length > 0) places.push(below)
        }
      }
    },
  }
}

/**
 * The merged fields of selections for one place, by their response key, and how many selections were visited: at most one more than `most`.
 */
function fieldsAt(context: ValidationContext, place: readonly SelectionSetNode[], most: number) {
  const fields = new Map<string, FieldNode[]>()
  const spread = new Set<string>()
  const unread = [...place]
  let read = 0
  for (let set = unread.pop(); set && read <= most; set = unread.pop()) {
    for (const selection of set.selections) {
      if (++read > most) break
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value
        const named = fields.get(key)
        if (named) named.push(selection)
        else fields.set(key, [selection])
      } else if (selection.kind === Kind.INLINE_FRAGMENT) unread.push(selection.selectionSet)
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value)
        const fragment = context.getFragment(selection.name.value)
        if (fragment) unread.push(fragment.selectionSet)
      }
    }
  }
  return { fields: [...fields.values()], read }
}
