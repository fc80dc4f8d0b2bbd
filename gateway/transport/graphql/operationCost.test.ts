import { buildSchema, isObjectType, parse, type OperationDefinitionNode } from 'graphql'
import { expect, test } from 'vitest'
import { asked, COUNTED, each, type ByArguments, type FieldSize } from '../../../schema/graphql/size.ts'
import { operationCost } from './operationCost.ts'

const PAGE = { default: 50, max: 200 }
const SIZES: Readonly<Record<string, { readonly size?: FieldSize; readonly work?: ByArguments }>> = {
  'Query.many': { size: asked('first', PAGE) },
  'Query.page': { size: asked('input.first', PAGE) },
  'Page.edges': { size: COUNTED },
  'Query.all': { size: 30 },
  'Query.named': { size: each('names', 20) },
  'Query.table': { work: ({ rows }) => Number(rows ?? 0) * 10 },
  'Table.rows': { size: asked('rows', PAGE) },
  'Table.values': { size: each('names', 20) },
}
const schema = buildSchema(`
  type Row { id: ID friend: Row } type Page { edges: [Row] next: ID } type Table { rows: [Row] values: [Int] } input In { first: Int }
  type Query { value: Int row: Row many(first: Int): [Row] page(input: In): Page all: [Row] named(names: [ID]): [Row] table(rows: Int, names: [ID]): Table }
`)
for (const [name, extensions] of Object.entries(SIZES)) {
  const [owner = '', field = ''] = name.split('.')
  const type = schema.getType(owner)
  if (isObjectType(type)) Object.assign(type.getFields()[field]!, { extensions })
}

function costOf(text: string) {
  const document = parse(text)
  return operationCost(schema, document, document.definitions[0] as OperationDefinitionNode)
}
const cost = (text: string, variables: object = {}) => costOf(text).with({ ...variables }).cost

test('a value costs one, an object two, and what is in it half as much again on each level', () => {
  expect(cost('{ value }')).toBe(1)
  expect(cost('{ value row { id a: id } }')).toBe(1 + (2 + 1.5 * 2))
  expect(cost('{ row { friend { id } } }')).toBe(2 + 1.5 * (2 + 1.5))
})

test('the rows that a document asks for multiply, and what most comes from is named as the answer names it', () => {
  expect(costOf('{ value a: many(first: 50) { id } row { id } }').with({})).toEqual({ cost: 1 + 50 * 3.5 + 3.5, dearest: 'a', work: 0 })
  expect(cost('{ many(first: 0) { id } a: many(first: -7) { id } }')).toBe(7)
  expect(cost(`{ many(first: ${'9'.repeat(400)}) { id } }`)).toBe(Infinity)
})

test('so do those that variables ask for, alone or in an object, and those of the server where nothing is said', () => {
  const text = 'query ($n: Int) { many(first: $n) { id } }'
  expect(cost(text, { n: 200 })).toBe(700)
  expect(costOf(text).with({ n: 200 }).dearest).toBe('many')
  expect([cost(text), cost(text, { n: null }), cost('{ many { id } }')]).toEqual([175, 175, 175])
  expect(cost('query ($n: Int = 7) { many(first: $n) { id } }')).toBe(24.5)
  expect(cost('query ($n: Int = 7) { many(first: $n) { id } }', { n: 2 })).toBe(7)
  const row = 2 + 1.5 * (2 + 1.5)
  expect(cost('{ page(input: { first: 10 }) { edges { id } } }')).toBe(10 * row)
  expect(cost('query ($n: Int) { page(input: { first: $n }) { edges { id } } }', { n: 10 })).toBe(10 * row)
  expect(cost('query ($in: In) { page(input: $in) { edges { id } } }', { in: { first: 10 } })).toBe(10 * row)
  expect(cost('query ($in: In) { page(input: $in) { edges { id } } }')).toBe(50 * row)
})

test('of the variables that a request sends only those are looked at that the operation declares, each once, however often it has them', () => {
  const sent = Object.fromEntries(Array.from({ length: 12_000 }, (_, i) => [`other${i}`, i]))
  let looks = 0
  const variables = new Proxy<object>(
    { ...sent, n: 2 },
    {
      get: (target, name) => (looks++, Reflect.get(target, name) as unknown),
      getOwnPropertyDescriptor: (target, name) => (looks++, Reflect.getOwnPropertyDescriptor(target, name)),
    },
  )
  const fields = Array.from({ length: 15 }, (_, i) => `a${i}: table(rows: $n, names: [$n, $n]) { rows { id } values }`).join(' ')
  const { with: costWith } = costOf(`query ($n: Int, $unsent: Int = 3) { ${fields} b: many(first: $unsent) { id } }`)
  expect(costWith(variables as Readonly<Record<string, unknown>>).cost).toBe(15 * (2 + 1.5 * (2 * 3.5 + 2) + 20) + 3 * 3.5)
  expect(looks).toBeLessThan(10)
})

test('a value that is no number counts as the most there may be, for it is refused later', () => {
  for (const n of ['200', true, {}, [1]]) expect(cost('query ($n: Int) { many(first: $n) { id } }', { n })).toBe(700)
})

test('a list without an argument counts as many as it may have, and one that is asked with a list as many as that names', () => {
  expect(cost('{ all { id } }')).toBe(30 * 3.5)
  expect(cost('{ named(names: ["a", "b"]) { id } }')).toBe(7)
  expect(cost('query ($names: [ID]) { named(names: $names) { id } }', { names: ['a', 'b', 'c'] })).toBe(10.5)
  expect(cost('query ($one: ID) { named(names: [$one, "b"]) { id } }', { one: 'a' })).toBe(7)
  expect(cost('{ named { id } }')).toBe(70)
})

test('what is below a field goes by its arguments where it takes none, also in fragments, and its work counts beside it', () => {
  const shown = 2 + 1.5 * (4 * 3.5 + 3)
  expect(cost('{ table(rows: 4, names: [1, 2, 3]) { rows { id } values } }')).toBe(shown + 40)
  expect(costOf('{ table(rows: 4) { values } }').with({}).work).toBe(40)
  expect(cost('{ table(rows: 4, names: [1, 2, 3]) { ...F } } fragment F on Table { rows { id } values }')).toBe(shown + 40)
  const twice =
    'query ($n: Int) { a: table(rows: $n, names: [1]) { ...F } b: table(rows: 2, names: [1]) { ...F } } fragment F on Table { values rows { id } }'
  expect(cost(twice, { n: 4 })).toBe(2 + 1.5 * (1 + 14) + 40 + 2 + 1.5 * (1 + 7) + 20)
})

test('a fragment costs as its fields in its place, as often as it is spread', () => {
  const inPlace = cost('{ row { friend { id } } all { friend { id } } }')
  expect(cost('{ row { ...F } all { ... { ...F } } } fragment F on Row { ...G } fragment G on Row { friend { id } }')).toBe(inPlace)
  const doubling = Array.from({ length: 20 }, (_, i) => `fragment F${i} on Row { ...F${i + 1} ...F${i + 1} }`).join(' ')
  expect(costOf(`{ row { ...F0 } } ${doubling} fragment F20 on Row { a: id }`).least.cost).toBe(2 + 1.5 * 2 ** 20)
})

test('the least an operation costs is what no variable changes', () => {
  const text = 'query ($n: Int) { many(first: $n) { id } all { id } }'
  expect(costOf(text).least).toEqual({ cost: 3.5 + 30 * 3.5, dearest: 'all', work: 0 })
})

test('fields, fragments and types that are not there end, and so does a fragment that spreads itself', () => {
  expect(cost('{ nothing(first: 7) { id } row { ...F } } fragment F on Row { id friend { ...F } ...Missing }')).toBe(3.5 + 2 + 1.5 * 3)
  expect(cost('{ ... on Missing { id } ...F } fragment F on Missing { id }')).toBe(2)
})

test('what is asked of the schema costs nothing here', () => {
  expect(cost('{ __schema { types { name } } }')).toBe(0)
})
