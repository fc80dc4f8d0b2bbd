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
  limitOperationTime(schema)
  const result = await graphql({ schema, source: '{ quick slow failing }', contextValue: { deadline: Date.now() + 20 } })
  expect(result.data).toEqual({ quick: 7, slow: null, failing: null })
  expect(result.errors?.map(({ originalError, path }) => [path, originalError])).toEqual([
    [['failing'], expect.objectContaining({ message: 'of its own' })],
    [['slow'], expect.objectContaining({ code: 'UNAVAILABLE' })],
  ])
})
