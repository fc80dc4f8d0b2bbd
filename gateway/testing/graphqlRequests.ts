import fc from 'fast-check'
import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { hostileText, hostileValue, mostly } from './hostileValues.ts'
import type { KnownValues, RawRequest } from './restRequests.ts'

const DEEPEST = 8
/** What has the wrong type is refused before any of this product's code sees it: one in so many. */
const RARELY = 40

/** What one document is written with. Nothing is drawn with a type: fast-check would compare it with all that was drawn with, to the depths of the schema. */
interface Draft {
  readonly draw: fc.GeneratorValue
  /** What an argument may get, by its type's name. */
  readonly values: (type: string) => fc.Arbitrary<unknown>
  /** `$name: Type`, and what is sent for it. */
  readonly variables: Map<string, { readonly type: string; readonly value: unknown }>
  readonly fragments: string[]
}

/** POSTs to /graphql: random operations of a schema with arguments, variables, fragments and directives, cut ones, and bodies that are none. For tests only. */
export function graphqlRequests(schema: GraphQLSchema, known: KnownValues): fc.Arbitrary<RawRequest> {
  const roots = { query: schema.getQueryType(), mutation: schema.getMutationType(), subscription: schema.getSubscriptionType() }
  const drawn = new Map(inputTypesOf(schema).map((type) => [String(type), mostly(valueOf(type, known), RARELY)]))
  const values = (type: string) => drawn.get(type)!
  const operation = fc.gen().map((draw) => {
    const kind = draw(fc.constantFrom<(keyof typeof roots)[]>, 'query', 'query', 'mutation', 'mutation', 'mutation', 'subscription')
    const root = roots[kind]
    return root ? operationOf(root, { draw, values, variables: new Map(), fragments: [] }) : {}
  })
  const body = fc.oneof(
    { weight: 18, arbitrary: operation },
    {
      weight: 1,
      arbitrary: fc.record({ query: mostly(hostileText), variables: hostileValue, operationName: hostileValue, extensions: hostileValue }),
    },
    { weight: 1, arbitrary: fc.array(operation, { maxLength: 10 }) },
    { weight: 1, arbitrary: hostileValue },
  )
  return fc.tuple(body, fc.nat(40)).map(([value, cut]) => {
    const text = JSON.stringify(value)
    return {
      ...{ method: 'POST', path: '/graphql', headers: { 'content-type': 'application/json' } },
      body: cut === 0 ? text.slice(0, text.length / 2) : text,
    }
  })
}

/** Of the arguments of all fields. */
function inputTypesOf(schema: GraphQLSchema): GraphQLInputType[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  return types.flatMap((type) => Object.values(type.getFields()).flatMap(({ args }) => args.map((arg) => arg.type)))
}

function operationOf(root: GraphQLObjectType, draft: Draft): object {
  const selection = selectionOf(root, draft, 0)
  const declared = [...draft.variables].map(([name, { type }]) => `$${name}: ${type}`).join(', ')
  const kind = root.name.toLowerCase()
  const text = [`${kind} Drawn${declared && `(${declared})`} ${selection}`, ...draft.fragments].join('\n')
  const cut = oneIn(draft.draw, 30) ? draft.draw(fc.nat, text.length) : text.length
  return {
    query: text.slice(0, cut),
    variables: Object.fromEntries([...draft.variables].map(([name, { value }]) => [name, value])),
    ...(oneIn(draft.draw, 8) ? { operationName: draft.draw(fc.constantFrom<(string | null)[]>, 'Drawn', 'Other', null) } : {}),
  }
}

function selectionOf(type: GraphQLObjectType, draft: Draft, depth: number): string {
  const { draw } = draft
  const fields = Object.values(type.getFields())
  const chosen = Array.from({ length: draw(fc.integer, { min: 1, max: depth === 0 ? 2 : 6 }) }, (_, i) => {
    const field = fields[draw(fc.nat, fields.length - 1)]
    if (!field || oneIn(draw, 20)) return draw(fc.constantFrom<string[]>, '__typename', 'passwordHash', '__schema { types { name } }')
    const given = field.args.filter((arg) => !oneIn(draw, 40) && (isRequiredArgument(arg) || draw(fc.boolean)))
    const args = given.map((arg) => `${arg.name}: ${argumentOf(arg, draft)}`).join(', ')
    const named = getNamedType(field.type)
    const inner =
      isObjectType(named) && depth < DEEPEST ? selectionOf(named, draft, depth + 1) : isCompositeType(named) ? '{ __typename }' : ''
    const directive = oneIn(draw, 30) ? draw(fc.constantFrom<string[]>, '@include(if: true)', '@skip(if: false)', '@aa', '@defer') : ''
    // Inner fields may stand twice; above, they have arguments that differ.
    return `${depth === 0 ? `a${i}: ` : ''}${field.name}${args && `(${args})`} ${directive} ${inner}`
  }).join(' ')
  switch (draw(fc.nat, 8)) {
    case 0:
      return `{ ... on ${type.name} { ${chosen} } }`
    case 1: {
      const name = `F${draft.fragments.length}`
      // Now and then a fragment holds itself.
      draft.fragments.push(`fragment ${name} on ${type.name} { ${chosen} ${oneIn(draw, 10) ? `...${name}` : ''} }`)
      return `{ ...${name} }`
    }
    default:
      return `{ ${chosen} }`
  }
}

/** fast-check draws the ends of a range more often than its middle. */
function oneIn(draw: fc.GeneratorValue, times: number): boolean {
  return draw(fc.nat, times - 1) === Math.floor(times / 2)
}

function argumentOf(arg: GraphQLArgument, { draw, values, variables }: Draft): string {
  const value = draw(values, String(arg.type))
  if (draw(fc.boolean)) return literal(value, arg.type)
  const name = `v${variables.size}`
  variables.set(name, { type: String(arg.type), value })
  return `$${name}`
}

/** A value as a document writes it. */
function literal(value: unknown, type: GraphQLInputType | null): string {
  const bare = type && isNonNullType(type) ? type.ofType : type
  if (Array.isArray(value)) return `[${value.map((one: unknown) => literal(one, isListType(bare) ? bare.ofType : null)).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(bare) ? bare.getFields() : {}
    return `{ ${Object.entries(value)
      .map(([name, one]) => `${name}: ${literal(one, fields[name]?.type ?? null)}`)
      .join(', ')} }`
  }
  return isEnumType(bare) && typeof value === 'string' && /^\w+$/.test(value) ? value : JSON.stringify(value)
}

function valueOf(type: GraphQLInputType, known: KnownValues): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valueOf(type.ofType, known)
  if (isListType(type)) return fc.array(mostly(valueOf(type.ofType, known), RARELY), { maxLength: 4 })
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name))
  if (isInputObjectType(type))
    return fc.record(
      Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, mostly(valueOf(field.type, known), RARELY)])),
      {
        requiredKeys: Object.values(type.getFields()).flatMap(({ name, type: fieldType }) => (isNonNullType(fieldType) ? [name] : [])),
      },
    )
  switch (type.name) {
    case 'ID':
      return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known.ids) }, { weight: 1, arbitrary: fc.oneof(fc.uuid(), hostileText) })
    case 'Int':
      return fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer())
    case 'Float':
      return fc.double({ min: 0, max: 1e7, noNaN: true })
    case 'Boolean':
      return fc.boolean()
    case 'String':
      return fc.oneof(fc.constantFrom(...known.texts), hostileText, fc.constantFrom('2026-11-20', '09:20'))
    default:
      return fc.oneof(fc.constantFrom('2026-11-20T05:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'), hostileValue)
  }
}
