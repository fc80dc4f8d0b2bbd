import { Kind, type DocumentNode, type FragmentDefinitionNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'

const known = new WeakMap<OperationDefinitionNode, readonly string[]>()

/** The names of the fields that an operation of a valid document asks for at its root, those of its fragments included. */
export function rootFields(document: DocumentNode, operation: OperationDefinitionNode): readonly string[] {
  const found = known.get(operation)
  if (found) return found
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  const names = new Set<string>()
  const open: SelectionSetNode[] = [operation.selectionSet]
  for (let set = open.pop(); set; set = open.pop())
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value)
      else if (selection.kind === Kind.INLINE_FRAGMENT) open.push(selection.selectionSet)
      else {
        const fragment = fragments.get(selection.name.value)
        if (fragment) open.push(fragment.selectionSet)
      }
    }
  const fields = [...names]
  known.set(operation, fields)
  return fields
}
