import { parse, type OperationDefinitionNode } from 'graphql'
import { expect, test } from 'vitest'
import { operationSize } from './operationSize.ts'

function sizeOf(text: string) {
  const document = parse(text)
  return operationSize(document, document.definitions[0] as OperationDefinitionNode)
}

test('a value costs one, an object two, and what is in it half as much again on each level', () => {
  expect(sizeOf('{ a }').cost).toBe(1)
  expect(sizeOf('{ a b { c d } }').cost).toBe(1 + (2 + 1.5 * 2))
  expect(sizeOf('{ b { c { d } } }')).toMatchObject({ cost: 2 + 1.5 * (2 + 1.5), depth: 3, deepest: 'b.c.d' })
})

test('the first rows that a document asks for multiply, and what most comes from is named as the answer names it', () => {
  expect(sizeOf('{ a many: b(first: 50) { c } d { e f g } }')).toMatchObject({ cost: 1 + 50 * 3.5 + 6.5, dearest: 'many' })
  expect(sizeOf('query ($n: Int) { b(first: $n) { c } }').cost).toBe(3.5)
  expect(sizeOf('{ b(first: 0) { c } d(first: -7) { c } }').cost).toBe(7)
  expect(sizeOf(`{ b(first: ${'9'.repeat(400)}) { c } }`).cost).toBe(Infinity)
})

test('a fragment costs as its fields in its place, as often as it is spread, and deeper levels and aliases in it count', () => {
  const inPlace = sizeOf('{ a { x: c { d } e } b { x: c { d } e } }')
  expect(sizeOf('{ a { ...F } b { ... { ...F } } } fragment F on T { ...G e } fragment G on T { x: c { d } }')).toEqual(inPlace)
  expect(inPlace).toMatchObject({ depth: 3, deepest: 'a.x.d', aliases: 2, lastAlias: 'b.x' })
  const doubling = Array.from({ length: 20 }, (_, i) => `fragment F${i} on T { ...F${i + 1} ...F${i + 1} }`).join(' ')
  expect(sizeOf(`{ ...F0 } ${doubling} fragment F20 on T { a: b }`)).toMatchObject({ cost: 2 ** 20, aliases: 2 ** 20 })
})

test('directives count wherever they stand', () => {
  const text = 'query @a { b @a @a ... @a { c } ...F @a d { e @a } } fragment F on T @a { g }'
  expect(sizeOf(text)).toMatchObject({ directives: 7, lastDirective: 'd.e' })
})

test('a fragment that spreads itself, and one that is not there, end', () => {
  expect(sizeOf('{ a { ...F } } fragment F on T { b c { ...F } ...Missing }')).toMatchObject({ cost: 2 + 1.5 * 3, depth: 2 })
})

test('what is asked of the schema costs nothing here, but its aliases count', () => {
  expect(sizeOf('{ __schema { x: types { name } } }')).toMatchObject({ cost: 0, depth: 0, aliases: 1 })
})
