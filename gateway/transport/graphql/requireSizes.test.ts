import { buildSchema, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { asked, COUNTED, type FieldSize } from '../../../schema/graphql/size.ts'
import { requireSizes } from './requireSizes.ts'

const PAGE = asked('first', { default: 10, max: 100 })

/** A schema whose fields, named `Type.field`, say their sizes. */
function schemaOf(text: string, sizes: Readonly<Record<string, FieldSize>>) {
  const schema = buildSchema(text)
  for (const [name, size] of Object.entries(sizes)) {
    const [owner = '', field = ''] = name.split('.')
    const type = schema.getType(owner)
    if (isObjectType(type)) Object.assign(type.getFields()[field]!, { extensions: { size } })
  }
  return schema
}

test('a list that does not say how long it may be is named', () => {
  const text = 'type Query { a: [Int!]! b: [Int] c: Row d: Int } type Row { e: [[Int]] }'
  expect(() => requireSizes(schemaOf(text, { 'Query.a': 5 }))).toThrow('not said of: Query.b, Row.e (')
  expect(() => requireSizes(schemaOf(text, { 'Query.a': 5, 'Query.b': COUNTED, 'Row.e': 3 }))).not.toThrow()
})

test('a field that is asked for a number of rows goes by it, or what is below it does', () => {
  const text =
    'input In { first: Int } type Query { a(first: Int): Page b(input: In): Page c(limit: Int): [Int] } type Page { rows: [Int] next: ID }'
  const sizes = { 'Page.rows': COUNTED, 'Query.a': PAGE, 'Query.b': PAGE }
  expect(() => requireSizes(schemaOf(text, { ...sizes, 'Query.c': 50 }))).toThrow('not said of: Query.c (')
  expect(() => requireSizes(schemaOf(text, { ...sizes, 'Query.b': 50, 'Query.c': PAGE }))).toThrow('not said of: Query.b (')
  expect(() => requireSizes(schemaOf(text, { ...sizes, 'Query.c': PAGE }))).not.toThrow()
  expect(() => requireSizes(schemaOf(text, { 'Page.rows': PAGE, 'Query.c': PAGE }))).not.toThrow()
})
