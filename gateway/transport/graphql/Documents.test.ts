import { buildSchema, type ASTVisitor, type ValidationRule } from 'graphql'
import { describe, expect, it } from 'vitest'
import { Documents } from './Documents.ts'
import { graphqlLimits } from './graphqlLimits.ts'

const schema = buildSchema('type User { id: ID friend: User } type Query { me: User } type Mutation { login: User exportMyData: User }')

const LIMITS = graphqlLimits({ credential: ['login', 'exportMyData'], download: [] })

/** Documents parsed under the product's limits, and how many nodes GraphQL's own rules have visited so far. */
function reader() {
  const seen = { nodes: 0, documents: 0 }
  const counting: ValidationRule = (): ASTVisitor => ({
    enter: ({ kind }) => {
      seen.nodes++
      if (kind === 'Document') seen.documents++
    },
  })
  return { documents: new Documents(schema, { limits: LIMITS, rules: [counting] }), seen }
}

const repeat = (times: number, text: (i: number) => string) => Array.from({ length: times }, (_, i) => text(i)).join(' ')
const cycle = (spreads: string) => `{ me { ...F } } fragment F on User { ${spreads} }`

describe('Documents', () => {
  it.each([
    ['repetitions in inline fragments', `{ ${repeat(22, () => `... { ${repeat(10, () => 'me { id }')} }`)} }`],
    ['repetitions in the selections of a repeated field', `{ ${repeat(10, () => `me { ${repeat(10, () => 'id')} }`)} }`],
    ['repetitions in a fragment that nobody uses', `{ me { id } } fragment F on User { ${repeat(11, () => '... { id }')} }`],
    ['a fragment that contains itself twelve times', cycle(repeat(12, (i) => `a${i}: friend { ...F }`))],
    ['a depth of seven', '{ me { friend { friend { friend { friend { friend { friend { id } } } } } } } }'],
    ['sixteen aliases', `{ ${repeat(16, (i) => `a${i}: me { id }`)} }`],
    ['fifty-one directives', `{ me ${repeat(51, () => '@a')} { id } }`],
    ['twenty-six operations', repeat(26, (i) => `query Q${i} { me { id } }`)],
    ['twenty-five fragments beside an operation', `{ me { id } } ${repeat(25, (i) => `fragment F${i} on User { id }`)}`],
    ['two exports', 'mutation { a: exportMyData { id } b: exportMyData { id } }'],
    ['a thousand and one tokens', `{ ${repeat(1_000, () => 'me')} }`],
  ])('item 24: refuses %s before any of GraphQL’s own rules has looked at it', (_what, text) => {
    const { documents, seen } = reader()
    expect(documents.read(text).ok).toBe(false)
    expect(seen.nodes).toBe(0)
  })

  it('ends with a fragment that contains itself, and leaves the complaint to GraphQL', () => {
    const { documents, seen } = reader()
    documents.read(cycle('id ...F'))
    expect(seen.documents).toBe(1)
    expect(new Documents(schema, { limits: LIMITS }).read(cycle('id ...F'))).toMatchObject({
      error: [{ message: 'Cannot spread fragment "F" within itself.' }],
    })
  })

  it('validates a valid document once, however often it comes, and an invalid one each time', () => {
    const { documents, seen } = reader()
    const first = documents.read('{ me { id } }')
    for (let i = 0; i < 3; i++) expect(documents.read('{ me { id } }')).toEqual(first)
    expect(seen.documents).toBe(1)
    const strict = new Documents(schema, { limits: LIMITS })
    for (let i = 0; i < 2; i++)
      expect(strict.read('{ you }')).toMatchObject({ ok: false, error: [{ message: expect.stringContaining('you') }] })
  })

  it('keeps at most half a million characters of documents, those used last', () => {
    const { documents, seen } = reader()
    const padded = (field: string, characters: number) => `{ me { ${field} } }`.padEnd(characters)
    const validations = (text: string) => {
      const before = seen.documents
      documents.read(text)
      return seen.documents - before
    }
    const [first, second, third] = [padded('id', 200_000), padded('a: id', 200_000), padded('b: id', 200_000)]
    expect([first, second, first, third].map(validations)).toEqual([1, 1, 0, 1])
    expect([first, third, second].map(validations)).toEqual([0, 0, 1])
    const huge = padded('c: id', 500_001)
    expect([huge, huge].map(validations)).toEqual([1, 1])
  })
})
