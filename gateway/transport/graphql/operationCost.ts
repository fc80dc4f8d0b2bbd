import {
  BREAK,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { ByArguments, FieldSize, GivenArguments } from '../../../schema/graphql/size.ts'
import { rootFields } from './rootFields.ts'

/** By name, as a request sends them. */
export type Variables = Readonly<Record<string, unknown>>

/** With the variables of a request. */
export interface Cost {
  readonly cost: number
  /** The field of the answer that most of it comes from. */
  readonly dearest: string
  /** What of it fields take beside what they answer. */
  readonly work: number
}

/**
 * About the work of answering an operation: 1 for a value, 2 for an object, half as much again on each level, times the entries of lists:
 * as many as are asked for, else as many as there may be (schema/graphql/size.ts). Fragments count wherever they are spread.
 */
export interface OperationCost {
  /** With whatever variables: what depends on them counts one. */
  readonly least: Cost
  /** Only for an operation whose least cost is within the limit: it looks at no more fields than that. */
  with(variables: Variables): Cost
}

const VALUE_COST = 1
const OBJECT_COST = 2
const LEVEL_FACTOR = 1.5

interface Request {
  readonly variables: Variables
  /** The arguments of the root field that is counted. */
  readonly given: GivenArguments
}
/** A number where nothing of it depends on the request, so that most operations are counted once. */
type Amount = number | ((request: Request) => number)
interface Counted {
  readonly least: number
  readonly amount: Amount
}
const NOTHING: Counted = { least: 0, amount: 0 }

const known = new WeakMap<OperationDefinitionNode, OperationCost>()

/** The cost of an operation of any document, valid or not. Cached by the operation's node, which is of one schema. */
export function operationCost(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): OperationCost {
  const found = known.get(operation)
  if (found) return found
  const cost = new CostOf(schema, document).operation(operation)
  known.set(operation, cost)
  return cost
}

class CostOf {
  readonly #schema: GraphQLSchema
  readonly #document: DocumentNode
  readonly #fragments = new Map<string, FragmentDefinitionNode>()
  readonly #counted = new Map<string, Counted>()

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema
    this.#document = document
    for (const definition of document.definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(definition.name.value, definition)
  }

  operation(operation: OperationDefinitionNode): OperationCost {
    const type = this.#schema.getRootType(operation.operation) ?? undefined
    const roots = rootFields(this.#document, operation).map((node) => {
      const field = fieldOf(type, node)
      const work = field ? read(workOf(field), field, node) : 0
      return { name: (node.alias ?? node.name).value, ...this.#field(node, type), work, given: argumentsOf(node) }
    })
    const countedWith = (variables: Variables) =>
      sumOf(
        roots.map(({ name, amount, work, given }) => {
          const request = { variables, given: given(variables) }
          return { name, answer: at(amount, request), work: at(work, request) }
        }),
      )
    const fixed = roots.every(({ amount, work }) => typeof amount === 'number' && typeof work === 'number') ? countedWith({}) : null
    return {
      least: {
        ...sumOf(roots.map(({ name, least }) => ({ name, answer: least, work: 0 }))),
        cost: this.#selections(operation.selectionSet, type).least,
      },
      with: (variables) => fixed ?? countedWith(declared(operation, variables)),
    }
  }

  #selections({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined): Counted {
    let all = NOTHING
    for (const selection of selections) {
      const one = this.#selection(selection, type)
      all = { least: all.least + one.least, amount: plus(all.amount, one.amount) }
    }
    return all
  }

  #selection(selection: SelectionSetNode['selections'][number], type: GraphQLNamedType | undefined): Counted {
    if (selection.kind === Kind.FIELD) return this.#field(selection, type)
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#fragment(selection.name.value)
    const { typeCondition, selectionSet } = selection
    return this.#selections(selectionSet, typeCondition ? this.#schema.getType(typeCondition.name.value) : type)
  }

  #field(node: FieldNode, type: GraphQLNamedType | undefined): Counted {
    // What is asked of the schema itself has a limit of its own (limitIntrospection.ts).
    if (node.name.value === '__schema') return NOTHING
    const field = fieldOf(type, node)
    const inner = node.selectionSet ? this.#selections(node.selectionSet, field && getNamedType(field.type)) : null
    const size = field ? read(sizeOf(field) ?? 1, field, node) : 1
    const least = inner ? OBJECT_COST + LEVEL_FACTOR * inner.least : VALUE_COST
    const amount = inner ? plus(OBJECT_COST, times(LEVEL_FACTOR, inner.amount)) : VALUE_COST
    return { least: (typeof size === 'number' ? size : 1) * least, amount: times(size, amount) }
  }

  #fragment(name: string): Counted {
    const counted = this.#counted.get(name)
    const fragment = this.#fragments.get(name)
    if (counted || !fragment) return counted ?? NOTHING
    // One that spreads itself is refused elsewhere: within itself it counts nothing.
    this.#counted.set(name, NOTHING)
    const made = this.#selections(fragment.selectionSet, this.#schema.getType(fragment.typeCondition.name.value))
    this.#counted.set(name, made)
    return made
  }
}

function fieldOf(type: GraphQLNamedType | undefined, { name }: FieldNode): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name.value] : undefined
}

/** How many entries a field says that it has; null: it does not say. */
export function sizeOf({ extensions }: GraphQLField<unknown, unknown>): FieldSize | null {
  return (extensions['size'] as FieldSize | undefined) ?? null
}

function workOf({ extensions }: GraphQLField<unknown, unknown>): FieldSize {
  return (extensions['work'] as ByArguments | undefined) ?? 0
}

/** What a field says, for one place of a document: by its own arguments, or where it takes none by those of the root field. */
function read(says: FieldSize, field: GraphQLField<unknown, unknown>, node: FieldNode): Amount {
  if (typeof says === 'number') return says
  if (field.args.length === 0) return ({ given }) => says(given)
  const given = argumentsOf(node)
  return hasVariables(node) ? ({ variables }) => says(given(variables)) : says(given({}))
}

/** The arguments that stand in a document, with a request's variables in them. */
function argumentsOf({ arguments: args = [] }: FieldNode): (variables: Variables) => GivenArguments {
  return (variables) => Object.fromEntries(args.map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]))
}

function hasVariables({ arguments: args = [] }: FieldNode): boolean {
  let found = false
  for (const arg of args)
    visit(arg, {
      [Kind.VARIABLE]() {
        found = true
        return BREAK
      },
    })
  return found
}

/** What an operation declares of a request's variables, with its defaults: a request may send thousands of others, which are never looked at. */
function declared({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): Variables {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable: { name }, defaultValue }) => {
      if (Object.hasOwn(variables, name.value)) return [[name.value, variables[name.value]]]
      return defaultValue ? [[name.value, valueFromASTUntyped(defaultValue)]] : []
    }),
  )
}

const at = (amount: Amount, request: Request): number => (typeof amount === 'number' ? amount : amount(request))

function plus(left: Amount, right: Amount): Amount {
  if (typeof left === 'number' && typeof right === 'number') return left + right
  return (request) => at(left, request) + at(right, request)
}

function times(left: Amount, right: Amount): Amount {
  if (typeof left === 'number' && typeof right === 'number') return left * right
  return (request) => at(left, request) * at(right, request)
}

interface CountedRoot {
  readonly name: string
  readonly answer: number
  readonly work: number
}

function sumOf(roots: readonly CountedRoot[]): Cost {
  let [cost, most, dearest, work] = [0, 0, '', 0]
  for (const root of roots) {
    const whole = root.answer + root.work
    cost += whole
    work += root.work
    if (whole > most) [most, dearest] = [whole, root.name]
  }
  return { cost, dearest, work }
}
