import { GraphQLError, Kind, type ASTVisitor, type SelectionSetNode, type ValidationContext } from 'graphql'
import { rootFields } from './rootFields.ts'

/** Reading the whole schema with all descriptions, as tools do it, takes about half. */
const MAX_COST = 400_000
/** About how many there are of what an introspection field lists, in one place. */
const LISTS: Readonly<Record<string, number>> = {
  ...{ types: 350, directives: 8, fields: 12, inputFields: 6, args: 2, enumValues: 8, interfaces: 1, possibleTypes: 2, locations: 4 },
}

/**
 * A validation rule: what an operation asks of the schema itself has a cost of at most 400,000, about the values in its answer. The other
 * limits on cost look at data only, and lists in lists of the schema grow fast.
 */
export function limitIntrospection(context: ValidationContext): ASTVisitor {
  const values = new SchemaValues(context)
  return {
    OperationDefinition(operation) {
      const cost = rootFields(context.getDocument(), operation)
        .filter(({ name }) => name.value === '__schema' || name.value === '__type')
        .reduce((sum, { selectionSet }) => sum + (selectionSet ? values.of(selectionSet) : 1), 0)
      if (cost > MAX_COST)
        context.reportError(
          new GraphQLError(
            `This asks for too much of the schema: more than ${MAX_COST.toLocaleString('en-US')} values. Ask for single types with __type, or for fewer lists in lists.`,
          ),
        )
    },
  }
}

/** How many values selections come to where they stand once in the schema's answer. Each fragment is counted once, wherever it is spread. */
class SchemaValues {
  readonly #context: ValidationContext
  readonly #ofFragments = new Map<string, number>()

  constructor(context: ValidationContext) {
    this.#context = context
  }

  of({ selections }: SelectionSetNode): number {
    let values = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const { name, selectionSet } = selection
        values += (LISTS[name.value] ?? 1) * (selectionSet ? this.of(selectionSet) : 1)
      } else values += selection.kind === Kind.INLINE_FRAGMENT ? this.of(selection.selectionSet) : this.#ofFragment(selection.name.value)
    }
    return values
  }

  #ofFragment(name: string): number {
    const counted = this.#ofFragments.get(name)
    const fragment = this.#context.getFragment(name)
    if (counted !== undefined || !fragment) return counted ?? 0
    // One that spreads itself is refused elsewhere: within itself it counts nothing.
    this.#ofFragments.set(name, 0)
    const values = this.of(fragment.selectionSet)
    this.#ofFragments.set(name, values)
    return values
  }
}
