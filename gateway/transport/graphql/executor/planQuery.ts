import {
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  OperationTypeNode,
  visit,
  BREAK,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js'
import type { Shapes } from './Shapes.ts'
import { completeLeaf, completeList, completeNonNull, completeObject, type Complete, type PlannedField } from './completeValue.ts'

/** By name, and without a prototype: a client may name a fragment `__proto__`. */
type Fragments = Record<string, FragmentDefinitionNode>

/** A query's plan: what to resolve, and how to shape the results. */
export interface QueryPlan {
  readonly operation: OperationDefinitionNode
  readonly fragments: Fragments
  readonly queryType: GraphQLObjectType
  readonly fields: readonly RootField[]
}

export interface RootField {
  readonly responseName: string
  readonly nodes: readonly FieldNode[]
  readonly field: GraphQLField<unknown, unknown>
  /** Shapes a resolver's result. Throws when it is not as plain as the type says. */
  readonly complete: Complete
}

/** Thrown while planning: only graphql-js can answer the document. */
class NotPlannable extends Error {}

/**
 * The plan of a valid query that resolves root fields only and reads the properties of what they give; null for every other operation:
 * mutations, directives, introspection, abstract types, fields below the root with arguments or resolvers of their own.
 */
export function planQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  shapes: Shapes,
): QueryPlan | null {
  const queryType = schema.getQueryType()
  if (operation.operation !== OperationTypeNode.QUERY || !queryType || hasDirectives(document)) return null
  const fragments = Object.create(null) as Fragments
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition
  const selected = collectFields(schema, fragments, {}, queryType, operation.selectionSet)
  const planner = new Planner(schema, fragments, shapes)
  try {
    const fields = [...selected].map(([responseName, nodes]) => planner.rootField(queryType, responseName, nodes))
    return { operation, fragments, queryType, fields }
  } catch (error) {
    if (error instanceof NotPlannable) return null
    throw error
  }
}

class Planner {
  readonly #schema: GraphQLSchema
  readonly #fragments: Fragments
  readonly #shapes: Shapes
  constructor(schema: GraphQLSchema, fragments: Fragments, shapes: Shapes) {
    this.#schema = schema
    this.#fragments = fragments
    this.#shapes = shapes
  }

  rootField(queryType: GraphQLObjectType, responseName: string, nodes: readonly FieldNode[]): RootField {
    const field = queryType.getFields()[nodes[0]!.name.value]
    if (!field?.resolve || responseName === '__proto__') throw new NotPlannable()
    return { responseName, nodes, field, complete: this.#value(field.type, nodes) }
  }

  #value(type: GraphQLOutputType, nodes: readonly FieldNode[]): Complete {
    if (isNonNullType(type)) return completeNonNull(this.#value(type.ofType, nodes))
    if (isListType(type)) return completeList(this.#value(type.ofType, nodes), this.#shapes)
    if (isLeafType(type)) return completeLeaf(type)
    if (!isObjectType(type) || type.isTypeOf) throw new NotPlannable()
    const selected = collectSubfields(this.#schema, this.#fragments, {}, type, nodes)
    const fields = [...selected].map(([responseName, fieldNodes]) => this.#property(type, responseName, fieldNodes))
    return completeObject(fields, this.#shapes)
  }

  #property(type: GraphQLObjectType, responseName: string, nodes: readonly FieldNode[]): PlannedField {
    const { value: name } = nodes[0]!.name
    // As a name of an own property it would be lost in an ordinary object.
    if (responseName === '__proto__') throw new NotPlannable()
    if (name === '__typename') return { responseName, constant: type.name }
    const field = type.getFields()[name]
    if (!field || field.resolve || field.args.length > 0) throw new NotPlannable()
    return { responseName, name, complete: this.#value(field.type, nodes) }
  }
}

function hasDirectives(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    [Kind.DIRECTIVE]() {
      found = true
      return BREAK
    },
  })
  return found
}
