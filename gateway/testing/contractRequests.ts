import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
} from 'graphql'
import { MAX_DEPTH } from '../transport/graphql/limitSize.ts'

/** An operation that asks for all fields of one object type, by the shortest way to it. */
export interface ContractRequest {
  /** The root field it begins with. */
  readonly root: string
  /** `Type.field` of all that it asks for. */
  readonly asks: readonly string[]
  readonly text: string
}

interface Way {
  readonly type: GraphQLObjectType
  /** From the root: each field and the type that has it. */
  readonly steps: readonly { readonly owner: GraphQLObjectType; readonly field: GraphQLField<unknown, unknown> }[]
}

/**
 * Operations that together ask for every field that can be reached from the root fields of an operation type within the depth that is
 * allowed; the first of a root field has only the arguments it must have. Ids name nothing that is there. For tests only.
 */
export function contractRequests(kind: 'query' | 'mutation' | 'subscription', operations: GraphQLObjectType): ContractRequest[] {
  const requests: ContractRequest[] = []
  for (const field of Object.values(operations.getFields())) {
    const seen = new Set<GraphQLObjectType>()
    const steps = [{ owner: operations, field }]
    const named = getNamedType(field.type)
    const ways: Way[] = isObjectType(named) ? [{ type: named, steps }] : []
    if (ways.length === 0)
      requests.push({ root: field.name, asks: [`${operations.name}.${field.name}`], text: `${kind} { ${call(field)} }` })
    for (let way = ways.shift(); way; way = ways.shift()) {
      if (seen.has(way.type)) continue
      seen.add(way.type)
      if (depthOf(way) > MAX_DEPTH) continue
      requests.push(requestOf(kind, way))
      for (const inner of Object.values(way.type.getFields())) {
        const next = getNamedType(inner.type)
        if (isObjectType(next)) ways.push({ type: next, steps: [...way.steps, { owner: way.type, field: inner }] })
      }
    }
  }
  return requests
}

/** Of the way's request: below its own fields are those of objects. */
function depthOf({ type, steps }: Way): number {
  return steps.length + (Object.values(type.getFields()).some((field) => isCompositeType(getNamedType(field.type))) ? 2 : 1)
}

function requestOf(kind: string, { type, steps }: Way): ContractRequest {
  const fields = Object.values(type.getFields())
  const selection = fields.map((field) => (isCompositeType(getNamedType(field.type)) ? `${call(field)} { __typename }` : call(field)))
  const text = steps.reduceRight((inner, { field }) => `${call(field)} { ${inner} }`, selection.join(' '))
  const asks = [...steps.map(({ owner, field }) => `${owner.name}.${field.name}`), ...fields.map(({ name }) => `${type.name}.${name}`)]
  return { root: steps[0]?.field.name ?? '', asks, text: `${kind} { ${text} }` }
}

/** A field with the arguments it must have. */
function call({ name, args }: GraphQLField<unknown, unknown>): string {
  const given = args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${valueOf(arg.type)}`)
  return given.length > 0 ? `${name}(${given.join(', ')})` : name
}

/** The least that a type takes, as a document writes it. */
function valueOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return valueOf(type.ofType)
  if (isListType(type)) return `[${valueOf(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField)
    return `{ ${fields.map((field) => `${field.name}: ${valueOf(field.type)}`).join(', ')} }`
  }
  switch (type.name) {
    case 'ID':
      return '"01a20961-6965-7552-a510-bb211820d379"'
    case 'Int':
    case 'Float':
      return '1'
    case 'Boolean':
      return 'true'
    case 'DateTimeISO':
      return '"2026-07-01T05:00:00.000Z"'
    case 'JSONObject':
      return '{}'
    default:
      return '"NIFTY"'
  }
}
