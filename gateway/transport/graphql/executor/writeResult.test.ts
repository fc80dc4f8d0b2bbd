import { buildSchema, execute, parse, type DocumentNode } from 'graphql'
import { expect, test } from 'vitest'
import { markUnchanging } from '../../../kit/unchanging.ts'
import { createExecutor } from './createExecutor.ts'

const schema = buildSchema(
  'type Row { name: String n: Float inner: [Row] } type Query { rows: [Row] row: Row count: Int names: [String] none: [Row] }',
)
const executor = createExecutor(schema)

/** Cached as Apollo does, with their plans. */
const documents = new Map<string, DocumentNode>()

/** The serialised answer to a document; checked against graphql-js and JSON.stringify. */
async function written(text: string, roots: Readonly<Record<string, unknown>>): Promise<string> {
  for (const [name, field] of Object.entries(schema.getQueryType()!.getFields())) field.resolve = async () => roots[name]
  const document = documents.get(text) ?? parse(text)
  documents.set(text, document)
  const { data = null, errors } = await executor.execute({ document, operationName: null, variables: {}, contextValue: {} })
  const result = errors ? { errors: errors.map((error) => error.toJSON()), data } : { data }
  const answer = executor.write(result)
  const theirs = await execute({ schema, document })
  expect(answer).toBe(`${JSON.stringify(theirs.errors ? { errors: theirs.errors, data: theirs.data } : theirs)}\n`)
  expect(executor.write(result)).toBe(answer)
  return answer
}

function rows() {
  const [still, moving] = [
    { name: 'still "quoted" \u2028', n: 0.1, inner: [{ name: 'within' }] },
    { name: 'moving', n: 1, inner: null },
  ]
  markUnchanging(still)
  return { still, moving }
}

test.each([
  '{ rows { name n } }',
  '{ rows { n a: name inner { name } } count names }',
  '{ a: rows { name } b: rows { n } row { name inner { n } } none { name } }',
])('the answer to %s is JSON, whichever rows never change and whatever was asked before', async (text) => {
  const { still, moving } = rows()
  const roots = { rows: [still, null, moving], row: still, count: 3, names: ['a', null], none: [] }
  const other = await written('{ rows { inner { n } } }', roots)
  const first = await written(text, roots)
  expect(await written(text, roots)).toBe(first)
  expect(await written('{ rows { inner { n } } }', roots)).toBe(other)
})

test('a row that may change is written as it is each time', async () => {
  const { still, moving } = rows()
  expect(await written('{ rows { n } }', { rows: [still, moving] })).toBe('{"data":{"rows":[{"n":0.1},{"n":1}]}}\n')
  moving.n = 2
  expect(await written('{ rows { n } }', { rows: [still, moving] })).toBe('{"data":{"rows":[{"n":0.1},{"n":2}]}}\n')
})

test('a list that never changes is right however it was asked for before', async () => {
  const { still } = rows()
  const list = [still, null]
  markUnchanging(list)
  const roots = { rows: list }
  for (let round = 0; round < 2; round++)
    for (const [text, answer] of [
      ['{ rows { n } }', '{"data":{"rows":[{"n":0.1},null]}}\n'],
      [
        '{ again: rows { n } rows { inner { name } } }',
        '{"data":{"again":[{"n":0.1},null],"rows":[{"inner":[{"name":"within"}]},null]}}\n',
      ],
    ] as const)
      expect(await written(text, roots)).toBe(answer)
})

test('what stands beside the data is written after it', () => {
  const [row, extensions] = [{ n: 1 }, { cost: { used: 3, allowed: 5 } }]
  markUnchanging(row)
  expect(executor.write({ data: { row }, extensions })).toBe('{"data":{"row":{"n":1}},"extensions":{"cost":{"used":3,"allowed":5}}}\n')
})

test('answers with errors are JSON, too', async () => {
  const { still } = rows()
  for (const text of ['{ rows { n } }', '{ count rows { name } }']) await written(text, { rows: [still, new Error('none')], count: 1.5 })
  expect(executor.write({ errors: [{ message: 'refused' }] })).toBe('{"errors":[{"message":"refused"}]}\n')
  expect(executor.write({ data: null })).toBe('{"data":null}\n')
})
