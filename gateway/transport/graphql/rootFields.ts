import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

const known = new WeakMap<OperationDefinitionNode, readonly FieldNode[]>()

/** The fields that an operation of any document, valid or not, asks for at its root: those of a fragment once, however often it is spread. */
export function rootFields(document: DocumentNode, operation: OperationDefinitionNode): readonly FieldNode[] {
  const found = known.get(operation)
  if (found) return found
  const unread = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) unread.set(definition.name.value, definition)
  const fields: FieldNode[] = []
  const open: SelectionSetNode[] = [operation.selectionSet]
  for (let set = open.pop(); set; set = open.pop())
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) fields.push(selection)
      else if (selection.kind === Kind.INLINE_FRAGMENT) open.push(selection.selectionSet)
      else {
        const fragment = unread.get(selection.name.value)
        if (fragment) open.push(fragment.selectionSet)
        unread.delete(selection.name.value)
      }
    }
  known.set(operation, fields)
  return fields
}
