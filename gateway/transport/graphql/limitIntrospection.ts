import { GraphQLError, Kind, type ASTVisitor, type SelectionSetNode, type ValidationContext } from 'graphql'

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
  return {
    OperationDefinition({ selectionSet }) {
      const cost = costOf(context, { set: selectionSet, times: 0, left: MAX_COST, spreads: [] })
      if (cost > MAX_COST)
        context.reportError(
          new GraphQLError(
            `This asks for too much of the schema: more than ${MAX_COST.toLocaleString('en-US')} values. Ask for single types with __type, or for fewer lists in lists.`,
          ),
        )
    },
  }
}

interface Place {
  readonly set: SelectionSetNode
  /** How often the place occurs in the answer; 0: outside of the schema. */
  readonly times: number
  /** Where the count may stop. */
  readonly left: number
  /** The fragments that led here: a document that spreads one in itself is refused elsewhere. */
  readonly spreads: readonly string[]
}

function costOf(context: ValidationContext, { set, times, left, spreads }: Place): number {
  let cost = 0
  for (const selection of set.selections) {
    if (cost > left) return cost
    const rest = { left: left - cost, spreads }
    if (selection.kind === Kind.FIELD) {
      const name = selection.name.value
      const inside = times > 0 || name === '__schema' || name === '__type'
      if (!inside) continue
      const here = Math.max(1, times) * (LISTS[name] ?? 1)
      cost += selection.selectionSet ? costOf(context, { ...rest, set: selection.selectionSet, times: here }) : here
    } else if (selection.kind === Kind.INLINE_FRAGMENT) cost += costOf(context, { ...rest, set: selection.selectionSet, times })
    else {
      const name = selection.name.value
      const fragment = spreads.includes(name) ? null : context.getFragment(name)
      if (fragment) cost += costOf(context, { ...rest, set: fragment.selectionSet, times, spreads: [...spreads, name] })
    }
  }
  return cost
}
