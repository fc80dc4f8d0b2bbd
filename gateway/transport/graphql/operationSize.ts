import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/** How much an operation asks for; fragments count wherever they are spread. Paths are of names in the answer. */
export interface OperationSize {
  /** Levels of fields below one another. */
  readonly depth: number
  readonly deepest: string
  readonly aliases: number
  readonly lastAlias: string
  readonly directives: number
  /** The last field with a directive. */
  readonly lastDirective: string
}

const NOTHING: OperationSize = {
  ...{ depth: 0, deepest: '', aliases: 0, lastAlias: '', directives: 0, lastDirective: '' },
}

const known = new WeakMap<OperationDefinitionNode, OperationSize>()

/** The size of an operation of any document, valid or not. Cached by the operation's node. */
export function operationSize(document: DocumentNode, operation: OperationDefinitionNode): OperationSize {
  const found = known.get(operation)
  if (found) return found
  const size = new SizeOf(document).operation(operation)
  known.set(operation, size)
  return size
}

class SizeOf {
  readonly #fragments = new Map<string, FragmentDefinitionNode>()
  readonly #sizes = new Map<string, OperationSize>()

  constructor({ definitions }: DocumentNode) {
    for (const definition of definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(definition.name.value, definition)
  }

  operation({ selectionSet, directives }: OperationDefinitionNode): OperationSize {
    return withDirectives(this.#selections(selectionSet), directives?.length ?? 0)
  }

  #selections({ selections }: SelectionSetNode): OperationSize {
    let all = NOTHING
    for (const selection of selections) {
      const own = selection.directives?.length ?? 0
      const size =
        selection.kind === Kind.FIELD
          ? this.#field(selection)
          : withDirectives(
              selection.kind === Kind.INLINE_FRAGMENT ? this.#selections(selection.selectionSet) : this.#fragment(selection.name.value),
              own,
            )
      all = {
        depth: Math.max(all.depth, size.depth),
        deepest: size.depth > all.depth ? size.deepest : all.deepest,
        aliases: all.aliases + size.aliases,
        lastAlias: size.lastAlias || all.lastAlias,
        directives: all.directives + size.directives,
        lastDirective: size.lastDirective || all.lastDirective,
      }
    }
    return all
  }

  #field({ name, alias, selectionSet, directives }: FieldNode): OperationSize {
    const here = (alias ?? name).value
    const below = (path: string) => (path === '' ? here : `${here}.${path}`)
    const inner = selectionSet ? this.#selections(selectionSet) : NOTHING
    // What is asked of the schema itself has a limit of its own (limitIntrospection.ts).
    const ofSchema = name.value === '__schema'
    return {
      depth: ofSchema ? 0 : 1 + inner.depth,
      deepest: below(inner.deepest),
      aliases: inner.aliases + (alias ? 1 : 0),
      lastAlias: inner.aliases > 0 ? below(inner.lastAlias) : alias ? here : '',
      directives: inner.directives + (directives?.length ?? 0),
      lastDirective: inner.lastDirective ? below(inner.lastDirective) : directives?.length ? here : '',
    }
  }

  #fragment(name: string): OperationSize {
    const size = this.#sizes.get(name)
    const fragment = this.#fragments.get(name)
    if (size || !fragment) return size ?? NOTHING
    // One that spreads itself is refused elsewhere: within itself it counts nothing.
    this.#sizes.set(name, NOTHING)
    const measured = withDirectives(this.#selections(fragment.selectionSet), fragment.directives?.length ?? 0)
    this.#sizes.set(name, measured)
    return measured
  }
}

function withDirectives(size: OperationSize, more: number): OperationSize {
  return more === 0 ? size : { ...size, directives: size.directives + more }
}
