import { parse, type OperationDefinitionNode } from 'graphql'
import { expect, test } from 'vitest'
import { operationSize } from './operationSize.ts'

function sizeOf(text: string) {
  const document = parse(text)
  return operationSize(document, document.definitions[0] as OperationDefinitionNode)
}

test('levels of fields are counted, and the deepest is named as the answer names it', () => {
  expect(sizeOf('{ b { c { d } } }')).toMatchObject({ depth: 3, deepest: 'b.c.d' })
})

test('a fragment counts as its fields in its place, as often as it is spread', () => {
  const inPlace = sizeOf('{ a { x: c { d } e } b { x: c { d } e } }')
  expect(sizeOf('{ a { ...F } b { ... { ...F } } } fragment F on T { ...G e } fragment G on T { x: c { d } }')).toEqual(inPlace)
  expect(inPlace).toMatchObject({ depth: 3, deepest: 'a.x.d', aliases: 2, lastAlias: 'b.x' })
  const doubling = Array.from({ length: 20 }, (_, i) => `fragment F${i} on T { ...F${i + 1} ...F${i + 1} }`).join(' ')
  expect(sizeOf(`{ ...F0 } ${doubling} fragment F20 on T { a: b }`)).toMatchObject({ aliases: 2 ** 20 })
})

test('directives count wherever they stand', () => {
  const text = 'query @a { b @a @a ... @a { c } ...F @a d { e @a } } fragment F on T @a { g }'
  expect(sizeOf(text)).toMatchObject({ directives: 7, lastDirective: 'd.e' })
})

test('a fragment that spreads itself, and one that is not there, end', () => {
  expect(sizeOf('{ a { ...F } } fragment F on T { b c { ...F } ...Missing }')).toMatchObject({ depth: 2 })
})

test('what is asked of the schema has no depth here, but its aliases count', () => {
  expect(sizeOf('{ __schema { x: types { name } } }')).toMatchObject({ depth: 0, aliases: 1 })
})
