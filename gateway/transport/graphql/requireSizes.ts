import {
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { sizeOf } from './operationCost.ts'

type Field = GraphQLField<unknown, unknown>

/** Names of arguments, and of fields of an input, by which clients ask for a number of rows. */
const PAGES = ['first', 'limit']

/** Throws with the fields that do not say how many entries they have (schema/graphql/size.ts): what they cost would be unknown. */
export function requireSizes(schema: GraphQLSchema): void {
  const silent = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()).flatMap((field) => (says(field) ? [] : [`${type.name}.${field.name}`])))
  if (silent.length > 0) throw new Error(`How many entries they have is not said of: ${silent.join(', ')} (schema/graphql/size.ts).`)
}

function says(field: Field): boolean {
  return field.args.some(asksForRows)
    ? goesByArguments(field) || below(field).some(goesByArguments)
    : !isList(field.type) || sizeOf(field) !== null
}

function goesByArguments(field: Field): boolean {
  return typeof sizeOf(field) === 'function'
}

/** The fields below it that its arguments decide. */
function below({ type }: Field): readonly Field[] {
  const named = getNamedType(type)
  return isObjectType(named) ? Object.values(named.getFields()).filter(({ args }) => args.length === 0) : []
}

function isList(type: GraphQLOutputType): boolean {
  return isNonNullType(type) ? isList(type.ofType) : isListType(type)
}

function asksForRows({ name, type }: GraphQLArgument): boolean {
  const named = getNamedType(type)
  return PAGES.includes(name) || (isInputObjectType(named) && PAGES.some((page) => page in named.getFields()))
}
