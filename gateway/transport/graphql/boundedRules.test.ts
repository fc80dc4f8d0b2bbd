import fc from 'fast-check'
import {
  execute,
  buildSchema,
  Kind,
  parse,
  validate,
  visit,
  type DocumentNode,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { Documents } from './Documents.ts'
import { graphqlLimits } from './graphqlLimits.ts'
import { rootFields } from './rootFields.ts'

const schema = buildSchema(
  'type User { id(n: Int): ID friend: User friends(first: Int): [User!] } type Query { me: User users(first: Int): [User!] } type Mutation { login: User me: User }',
)
const LIMITS = graphqlLimits({ credential: ['login'], download: [] })
/** With all the selection sets that a thousand tokens have room for, what a rule may look at. */
const MOST_READS = 20_000
const MOST_CPU_MS = 50

interface Graph {
  readonly operation: 'query' | 'mutation'
  readonly fragments: readonly (readonly Piece[])[]
  readonly root: readonly Piece[]
}
/** Something in a selection: a spread of another fragment, alone or below a field. */
interface Piece {
  readonly to: number
  readonly times: number
  readonly how: 'spread' | 'below' | 'aliased' | 'inline' | 'schema' | 'value'
}

const FRAGMENTS = 24
const piece = (to: fc.Arbitrary<number>): fc.Arbitrary<Piece> =>
  fc.record({
    to,
    times: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 15 })),
    how: fc.constantFrom('spread', 'spread', 'spread', 'below', 'aliased', 'inline', 'schema', 'value'),
  })
/** Fragments that spread any of them, and layers of which each spreads the next many times: the last one has a field, or none. */
const graphs: fc.Arbitrary<Graph> = fc.oneof(
  fc.record({
    operation: fc.constantFrom('query', 'mutation'),
    fragments: fc.array(fc.array(piece(fc.nat(FRAGMENTS - 1)), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: FRAGMENTS }),
    root: fc.array(piece(fc.nat(FRAGMENTS - 1)), { minLength: 1, maxLength: 4 }),
  }),
  fc
    .tuple(fc.array(piece(fc.constant(0)), { minLength: 10, maxLength: FRAGMENTS }), fc.boolean(), fc.constantFrom('query', 'mutation'))
    .map(([pieces, ends, operation]) => ({
      operation: operation as Graph['operation'],
      fragments: pieces.map((each, i) => [
        { ...each, to: i + 1 < pieces.length ? i + 1 : 0, how: i + 1 === pieces.length && ends ? ('value' as const) : each.how },
      ]),
      root: [{ to: 0, times: 1, how: 'spread' as const }],
    })),
)

function written({ operation, fragments, root }: Graph): string {
  let names = 0
  const one = ({ to, how }: Piece): string => {
    const spread = `...F${to % fragments.length}`
    switch (how) {
      case 'spread':
        return spread
      case 'below':
        return `friend { ${spread} }`
      case 'aliased':
        return `a${names++}: friends(first: 1) { ${spread} }`
      case 'inline':
        return `... { ${spread} }`
      case 'schema':
        return `__schema { types { ${spread} } }`
      case 'value':
        return 'id'
    }
  }
  const all = (pieces: readonly Piece[]) => pieces.flatMap((each) => Array.from({ length: each.times }, () => one(each))).join(' ')
  const definitions = fragments.map((pieces, i) => `fragment F${i} on User { ${all(pieces)} }`)
  return `${operation} { me { ${all(root)} } ${all(root)} } ${definitions.join(' ')}`
}

/** What a thousand tokens hold of it. */
function parsed(text: string): DocumentNode | null {
  try {
    return parse(text, { maxTokens: 1_000, noLocation: true })
  } catch {
    return null
  }
}

/** The document, which counts how often one of its selection sets is read and throws beyond the most that may be. */
function counted(document: DocumentNode) {
  const seen = { reads: 0 }
  visit(document, {
    [Kind.SELECTION_SET](set) {
      const { selections } = set
      Object.defineProperty(set, 'selections', {
        enumerable: true,
        get() {
          if (++seen.reads > MOST_READS) throw new Error('too much is looked at')
          return selections
        },
      })
    },
  })
  return { document, seen }
}

const LAYERS = (layers: number, times: number, last: string) =>
  `{ ...F0 } ${Array.from({ length: layers }, (_, i) => `fragment F${i} on Query { ${i + 1 < layers ? `...F${i + 1} `.repeat(times) : last} }`).join(' ')}`

const HOSTILE = [
  LAYERS(24, 15, 'me { id }'),
  LAYERS(22, 2, 'me { id }'),
  LAYERS(24, 15, '...F0'),
  LAYERS(24, 15, '...Missing'),
  LAYERS(24, 15, '__schema { types { name } }'),
  LAYERS(24, 2, 'me { id }').replaceAll(/\.\.\.F(\d+) \.\.\.F\d+/g, '... { ...F$1 } ... { ...F$1 }'),
  LAYERS(20, 2, 'id')
    .replaceAll('Query', 'User')
    .replaceAll(/\.\.\.F(\d+) \.\.\.F\d+/g, 'a: friend { ...F$1 } b: friend { ...F$1 }'),
]

describe('whatever fragments spread', () => {
  const rules: readonly (readonly [string, ValidationRule])[] = LIMITS.map((rule, i) => [`limit ${i}, ${rule.name}`, rule])

  const looksAtLittle = (rule: ValidationRule, text: string) => {
    const document = parsed(text)
    if (!document) return
    const { document: watched } = counted(document)
    validate(schema, watched, [rule], { maxErrors: 5 })
  }

  test.each(rules)('%s looks at little of a document', (_name, rule) => {
    for (const text of HOSTILE) looksAtLittle(rule, text)
    fc.assert(fc.property(graphs, (graph) => looksAtLittle(rule, written(graph))))
  })

  test('the limits together and then GraphQL’s own rules look at little of a document, and so does what a valid one is executed by', () => {
    const looks = (text: string) => {
      const document = parsed(text)
      if (!document) return
      const { document: watched } = counted(document)
      const operation = watched.definitions[0] as OperationDefinitionNode
      rootFields(watched, operation)
      const faults = new Documents(schema, { limits: LIMITS }).faults(watched)
      if (faults.length === 0) void execute({ schema, document: watched })
    }
    for (const text of HOSTILE) looks(text)
    fc.assert(
      fc.property(graphs, (graph) => looks(written(graph))),
      { numRuns: 300 },
    )
  })

  test(`a document is read or refused within ${MOST_CPU_MS} ms of work`, () => {
    const cpuMs = (text: string) => {
      const before = process.cpuUsage()
      new Documents(schema, { limits: LIMITS }).read(text)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }
    const works = (text: string) => {
      let best = Infinity
      for (let tries = 0; tries < 5 && best > MOST_CPU_MS; tries++) best = Math.min(best, cpuMs(text))
      expect(best, text).toBeLessThanOrEqual(MOST_CPU_MS)
    }
    for (const text of HOSTILE) works(text)
    fc.assert(fc.property(graphs, (graph) => works(written(graph))))
  })
})
