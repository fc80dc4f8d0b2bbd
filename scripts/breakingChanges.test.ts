import { expect, it } from 'vitest'
import { breakingChanges } from './breakingChanges.ts'

const PUBLISHED = 'type Query { trades(first: Int): [String!]! lots: Int! }'

it.each([
  ['a field taken away', 'type Query { trades(first: Int): [String!]! }', 'Query.lots was removed.'],
  [
    'an argument that became necessary',
    'type Query { trades(first: Int!): [String!]! lots: Int! }',
    /first has changed type from Int to Int!/,
  ],
  ['an answer that may be missing now', 'type Query { trades(first: Int): [String!] lots: Int! }', /trades changed type/],
])('%s breaks clients', (_what, present, said) => {
  expect(breakingChanges(PUBLISHED, present)).toEqual([typeof said === 'string' ? said : expect.stringMatching(said)])
})

it.each([
  ['more fields and optional arguments', 'type Query { trades(first: Int, after: ID): [String!]! lots: Int! quantity: Int! }'],
  ['a deprecation', 'type Query { trades(first: Int): [String!]! lots: Int! @deprecated(reason: "Ask for quantity.") }'],
])('%s breaks nobody', (_what, present) => {
  expect(breakingChanges(PUBLISHED, present)).toEqual([])
})
