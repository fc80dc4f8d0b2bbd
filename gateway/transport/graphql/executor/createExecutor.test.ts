import { buildSchema, execute, getOperationAST, GraphQLObjectType, GraphQLScalarType, GraphQLSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { createExecutor } from './createExecutor.ts'

class Parrot {
  readonly name = 'Polly'
  readonly sounds = ['squawk']
  get loudness() {
    return 7.5
  }
}

let resolved: string[] = []

const pets = [
  { name: 'Bello', kind: 'DOG', age: 3, tags: ['a', null], friends: [{ name: 'Mia', kind: 'CAT', age: 1, tags: [], friends: [] }] },
  { name: 'Mia', kind: 'CAT', age: null, tags: null, friends: null },
]

const ROOTS: Readonly<Record<string, (args: Record<string, unknown>) => unknown>> = {
  pets: async ({ first }) => pets.slice(0, typeof first === 'number' ? first : undefined),
  pet: async ({ kind, filter }) => ({ ...pets[0], name: `${String(kind)} ${JSON.stringify(filter)}` }),
  mustPets: async () => pets,
  nothing: async () => null,
  mustNothing: async () => null,
  undefinedPet: () => undefined,
  refused: async () => {
    throw new Error('refused')
  },
  mustRefused: () => {
    throw new Error('refused at once')
  },
  returnedError: async () => new Error('returned'),
  mustName: async () => [{ name: 'Bello' }, { name: null }, null],
  mustPetsBroken: async () => [{ name: 'Bello' }, { name: null }],
  notAList: async () => 'abc',
  anIterable: async () => new Set(pets),
  listOfPromises: async () => [Promise.resolve(pets[1]), Promise.reject(new Error('a promise within'))],
  promisedName: async () => ({ name: Promise.resolve('later'), kind: 'DOG' }),
  calledName: async () => ({ name: () => 'called', kind: 'DOG', tags: () => Promise.resolve(['x']) }),
  errorAsName: async () => ({ name: new Error('no name'), kind: 'DOG' }),
  badAge: async () => ({ name: 'Bello', age: 3.5 }),
  badKind: async () => ({ name: 'Bello', kind: 'HORSE' }),
  instance: async () => new Parrot(),
  aString: async () => 'a pet that is a string',
  anything: async () => ({ a: [1, { b: null }] }),
  anythingPromised: async () => ({ then: (done: (value: unknown) => void) => done({ a: 1 }) }),
  odd: async () => 'odd',
  either: async () => ({ __typename: 'Pet', name: 'Mia' }),
  count: async ({ of }) => of,
  matrix: async () => [[1, 2], null, [3, null]],
}

const schema = buildSchema(`
  enum Kind { DOG CAT }
  scalar Anything
  scalar Odd
  input Filter { text: String = "any", ages: [Int!]! }
  type Pet { name: String! kind: Kind age: Int tags: [String] friends: [Pet!] loudness: Float sounds: [String!] }
  type Rock { weight: Int }
  union Either = Pet | Rock
  type Query {
    pets(first: Int = 2): [Pet] pet(kind: Kind!, filter: Filter): Pet mustPets: [Pet!]! nothing: Pet mustNothing: Pet! undefinedPet: Pet
    refused: Pet mustRefused: Pet! returnedError: Pet mustName: [Pet] mustPetsBroken: [Pet!]! notAList: [Pet] anIterable: [Pet]
    listOfPromises: [Pet] promisedName: Pet calledName: Pet errorAsName: Pet badAge: Pet badKind: Pet instance: Pet aString: Pet
    anything: Anything anythingPromised: Anything odd: Odd either: Either count(of: Int!): Int! matrix: [[Int]]
  }
  type Mutation { add(n: Int!): Int fail: Int! }
`)
for (const [name, field] of Object.entries(schema.getQueryType()!.getFields()))
  field.resolve = (_source, args: Record<string, unknown>) => {
    resolved.push(name)
    return ROOTS[name]?.(args)
  }
let sum = 0
schema.getMutationType()!.getFields()['add']!.resolve = async (_source, { n }: { n: number }) => (sum += n)
schema.getMutationType()!.getFields()['fail']!.resolve = async () => {
  throw new Error('failed')
}
// Its value is missing: for GraphQL an error.
;(schema.getType('Odd') as GraphQLScalarType).serialize = () => null

const PET = 'name kind age tags friends { name age }'
const { execute: executeOperation } = createExecutor(schema)

async function both(text: string, variables: Readonly<Record<string, unknown>> = {}, operationName: string | null = null) {
  const document = parse(text)
  expect(validate(schema, document)).toEqual([])
  sum = 0
  resolved = []
  const ours = await executeOperation({ document, operationName, variables, contextValue: {} })
  const calls = resolved
  resolved = []
  sum = 0
  const theirs = await execute({ schema, document, operationName, variableValues: variables })
  // When a non-null field fails synchronously, graphql-js skips those after it.
  expect(calls.slice(0, resolved.length)).toEqual(resolved)
  expect(calls.length).toBeLessThanOrEqual(getOperationAST(document, operationName)?.selectionSet.selections.length ?? 0)
  const told = ({ data, errors }: typeof ours) => ({
    data: JSON.stringify(data),
    // Fields fail in an order of their own.
    errors: errors?.map((error) => [JSON.stringify(error), error.originalError?.message]).toSorted(),
  })
  expect(told(ours)).toEqual(told(theirs))
  return ours
}

test.each([
  ...Object.keys(ROOTS)
    .filter((name) => !['pet', 'count', 'either', 'anything', 'anythingPromised', 'odd', 'matrix', 'instance'].includes(name))
    .flatMap((name) => [
      `{ ${name} { ${PET} } }`,
      `{ pets { name } ${name} { __typename ${PET} } }`,
      `{ a: ${name} { name } b: ${name} { age } }`,
    ]),
  '{ instance { name loudness sounds } }',
  '{ anything }',
  '{ anythingPromised }',
  '{ odd pets { name } }',
  '{ matrix }',
  '{ either { __typename ... on Pet { name } ... on Rock { weight } } }',
  '{ pet(kind: DOG, filter: { ages: [1, 2] }) { name } }',
  '{ pet(kind: CAT, filter: null) { first: name second: name } }',
  '{ __typename pets { name } }',
  '{ pets { ...P friends { ...P } } } fragment P on Pet { name ...K } fragment K on Pet { kind ... on Pet { age } ... { tags } }',
  '{ pets { friends { name } ... { friends { age } } } pets { kind } }',
  '{ pets { __proto__: name } }',
  '{ __proto__: pets { name } }',
  '{ pets { name @skip(if: true) kind @include(if: true) } ...Q @include(if: false) } fragment Q on Query { mustPets { name } }',
  '{ __schema { queryType { name } } }',
  '{ __type(name: "Pet") { fields { name } } }',
  'mutation { a: add(n: 1) b: add(n: 2) c: add(n: 3) }',
  'mutation { add(n: 1) fail }',
])('the answer to %s is that of graphql-js', async (text) => {
  await both(text)
})

const VARIABLES = `query ($of: Int!, $first: Int = 1, $kind: Kind!, $filter: Filter, $with: Boolean = false) {
  count(of: $of) pets(first: $first) { name age @include(if: $with) } pet(kind: $kind, filter: $filter) { name }
}`
const PLAIN_VARIABLES = VARIABLES.replace('$with: Boolean = false', '').replace('@include(if: $with)', '')
test.each([
  { of: 1, kind: 'DOG' },
  { of: 1, kind: 'DOG', first: null, with: true, filter: { ages: 3 } },
  { of: 1, kind: 'DOG', first: 2, filter: { ages: [1, 2], text: null } },
  { of: 1.5, kind: 'DOG' },
  { of: null, kind: 'DOG' },
  { of: '1', kind: 'HORSE' },
  { kind: 'DOG' },
  { of: 2 ** 31, kind: 7, filter: { ages: ['x'], other: 1 } },
  { of: 1, kind: 'DOG', filter: 'no object' },
  {},
])('variables %j are taken, or refused, as graphql-js does', async (variables) => {
  await both(VARIABLES, variables)
  const { with: _with, ...rest } = { with: undefined, ...variables }
  await both(PLAIN_VARIABLES, rest)
})

test('a variable that is missing where an argument needs it is refused as graphql-js does', async () => {
  await both('query ($first: Int, $of: Int = 3) { pets(first: $first) { name } count(of: $of) }')
  await both('query ($of: Int = 3) { count(of: $of) pets { name } }', { of: null })
})

/** Properties that every JavaScript object inherits; all but the first and the last are harmless unless somebody looks them up. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'toJSON', 'then', '__defineGetter__']
test.each(INHERITED)('a document in which everything is named %s is answered as graphql-js does', async (name) => {
  const other = name === 'constructor' ? 'toString' : 'constructor'
  const places = {
    fragment: `{ pets { ...${name} } } fragment ${name} on Pet { name }`,
    rootFragment: `{ ...${name} } fragment ${name} on Query { pets { name } }`,
    nested: `{ pets { ...${name} friends { ...${other} } } } fragment ${name} on Pet { name ...${other} } fragment ${other} on Pet { age }`,
    alias: `{ pets { ${name}: name } }`,
    rootAlias: `{ ${name}: pets { name } ${other}: nothing { name } }`,
    refusedAlias: `{ ${name}: refused { name } }`,
    operation: `query ${name} { pets { name } }`,
    variable: `query ($${name}: Int!, $${other}: Filter) { count(of: $${name}) pet(kind: DOG, filter: $${other}) { name } }`,
  }
  for (const text of Object.values(places)) {
    await both(text)
    await both(text, JSON.parse(`{ "${name}": 1, "${other}": { "ages": [2] } }`) as Record<string, unknown>)
  }
  await both(`query ${name} { pets { name } } query ${other} { nothing { name } }`, {}, name)
  await both(`query ${other} { pets { name } }`, {}, name)
})

test('of several operations the one that is named is executed', async () => {
  const text = 'query A { pets { name } } query B { nothing { name } }'
  for (const name of ['A', 'B', 'C', null, '']) await both(text, {}, name)
})

test('the document of a second user is answered like that of the first', async () => {
  const document = parse('query ($first: Int) { pets(first: $first) { name } }')
  const answers = [1, 2, 0].map((first) => executeOperation({ document, operationName: null, variables: { first }, contextValue: {} }))
  expect((await Promise.all(answers)).map(({ data }) => (data as { pets: unknown[] }).pets.length)).toEqual([1, 2, 0])
})

test('resolvers get the context and what graphql-js tells them of the query', async () => {
  const told: unknown[] = []
  const withInfo = new GraphQLSchema({
    query: new GraphQLObjectType({
      ...{ name: 'Query' },
      fields: { it: { type: schema.getQueryType()!.getFields()['pets']!.type, resolve: (...given) => void told.push(given) } },
    }),
  })
  const document = parse('query ($n: Int) { again: it { name } }')
  const operation = { document, variables: { n: 1 }, operationName: null, contextValue: { user: 'asha' } }
  await createExecutor(withInfo).execute(operation)
  await execute({ schema: withInfo, document, variableValues: { n: 1 }, contextValue: { user: 'asha' } })
  expect(told[0]).toEqual(told[1])
})
