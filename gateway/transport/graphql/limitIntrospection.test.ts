import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildSchema, getIntrospectionQuery, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { limitIntrospection } from './limitIntrospection.ts'

const schema = buildSchema(readFileSync(path.resolve(import.meta.dirname, '../../../schema/schema.graphql'), 'utf8'))
const faults = (text: string) => validate(schema, parse(text), [limitIntrospection]).map(({ message }) => message)
const REFUSED = [expect.stringMatching(/^This asks for too much of the schema: more than 400,000 values/)]

test('item 26: what tools ask to read the whole schema, with all that they may ask for, is within the limit', () => {
  const all = {
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
  }
  for (const options of [{}, all]) expect(faults(getIntrospectionQuery(options))).toEqual([])
  expect(faults('{ __type(name: "Trade") { fields { name description type { name kind ofType { name } } } } }')).toEqual([])
})

test('item 26: lists of the schema in lists are refused, and twice the whole is, also in fragments', () => {
  expect(faults('{ __schema { types { fields { type { fields { args { name } type { fields { name } } } } } } } }')).toEqual(REFUSED)
  const fragment = 'fragment F on __Type { fields { type { fields { name type { fields { name } } } } } }'
  expect(faults(`{ __schema { types { ...F } } } ${fragment}`)).toEqual(REFUSED)
  const whole = getIntrospectionQuery().replace(/query IntrospectionQuery \{([^]*?)\n {4}\}\n/, (_all, inside: string) => {
    return `query Four { ${['a', 'b', 'c', 'd'].map((name) => inside.replace('__schema', `${name}: __schema`)).join('\n')} }\n`
  })
  expect(whole).toContain('d: __schema')
  expect(faults(whole)).toEqual(REFUSED)
})

test('a fragment that spreads itself ends, and data costs nothing here', () => {
  expect(faults('{ __schema { types { ...F } } } fragment F on __Type { name ofType { ...F } }')).toEqual([])
  expect(faults(`{ me { ${'id name '.repeat(50)} } }`)).toEqual([])
})
