import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildSchema, parse, validate } from 'graphql'
import { expect, it } from 'vitest'
import { EXAMPLES } from './examples.ts'

const schema = buildSchema(readFileSync(path.resolve(import.meta.dirname, '../../schema/schema.graphql'), 'utf8'))

it.each(EXAMPLES.map(({ query, variables }) => [/(?:query|subscription) (\w+)/.exec(query)?.[1] ?? query, query, variables] as const))(
  'the example %s is one of the present schema, with the variables it takes',
  (_name, query, variables) => {
    const document = parse(query)
    expect(validate(schema, document)).toEqual([])
    const [operation] = document.definitions
    const taken =
      operation?.kind === 'OperationDefinition' ? (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value) : []
    expect(Object.keys(JSON.parse(variables ?? '{}') as object)).toEqual(taken)
  },
)
