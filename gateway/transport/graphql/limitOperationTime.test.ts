import { buildSchema, graphql } from 'graphql'
import { expect, test } from 'vitest'
import { limitOperationTime } from './limitOperationTime.ts'

test('a field that is not answered in time is UNAVAILABLE; those that are keep their answer', async () => {
  const schema = buildSchema('type Query { quick: Int slow: Int failing: Int }')
  const fields = schema.getQueryType()!.getFields()
  fields['quick']!.resolve = () => 7
  fields['slow']!.resolve = () => new Promise(() => undefined)
  fields['failing']!.resolve = async () => {
    throw new Error('of its own')
  }
  limitOperationTime(schema, [])
  const result = await graphql({ schema, source: '{ quick slow failing }', contextValue: { deadline: Date.now() + 20 } })
  expect(result.data).toEqual({ quick: 7, slow: null, failing: null })
  expect(result.errors?.map(({ originalError, path }) => [path, originalError])).toEqual([
    [['failing'], expect.objectContaining({ message: 'of its own' })],
    [['slow'], expect.objectContaining({ code: 'UNAVAILABLE' })],
  ])
})

test('a mutation that may take longer does; a query of its name does not', async () => {
  const schema = buildSchema('type Query { slow: Int } type Mutation { slow: Int other: Int }')
  const resolve = () => new Promise((done) => setTimeout(done, 100, 7))
  for (const type of [schema.getQueryType()!, schema.getMutationType()!])
    for (const field of Object.values(type.getFields())) field.resolve = resolve
  limitOperationTime(schema, ['slow'])
  const answerTo = (source: string) => graphql({ schema, source, contextValue: { deadline: Date.now() + 20 } })
  expect(await answerTo('mutation { slow }')).toEqual({ data: { slow: 7 } })
  expect((await answerTo('mutation { other }')).data).toEqual({ other: null })
  expect((await answerTo('{ slow }')).data).toEqual({ slow: null })
})

test('of a query that took too long is said what to ask instead, of a mutation that it may still happen', async () => {
  const schema = buildSchema('type Query { slow: Int } type Mutation { slow: Int }')
  for (const type of [schema.getQueryType()!, schema.getMutationType()!])
    type.getFields()['slow']!.resolve = () => new Promise(() => undefined)
  limitOperationTime(schema, [])
  const saidOf = async (source: string) =>
    (await graphql({ schema, source, contextValue: { deadline: Date.now() + 20 } })).errors?.map(({ message }) => message)
  expect(await saidOf('{ slow }')).toEqual([
    'This took too long and was stopped. Ask for fewer days or for less at once, or export it to a file.',
  ])
  expect(await saidOf('mutation { slow }')).toEqual([
    'This took too long and was stopped. The change may still happen: check before you try again.',
  ])
})
