import { getOperationAST, parse, validate, type GraphQLSchema } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { TOPICS } from '../../../app/topics.ts'
import { buildGatewaySchema } from '../buildGatewaySchema.ts'
import { planQuery } from './planQuery.ts'
import { Shapes } from './Shapes.ts'

let schema: GraphQLSchema
beforeAll(async () => (schema = await buildGatewaySchema(TOPICS.resolvers)))

function plan(text: string) {
  const document = parse(text)
  expect(validate(schema, document)).toEqual([])
  return planQuery(schema, document, getOperationAST(document)!, new Shapes())
}

test.each([
  '{ trades(limit: 100) { id option entryTime why { rule values { operand value } } } }',
  'query ($after: ID) { tradeHistory(input: { after: $after }) { totalTrades edges { node { ...T } } } } fragment T on Trade { __typename id }',
  '{ dashboard { todayStats { totalPnL } liveTrades { id ltp } } marketStatus { isOpen } }',
])('%s is planned', (text) => {
  expect(plan(text)).not.toBeNull()
})

test.each([
  'mutation { logout(refreshToken: "x") }',
  'subscription { marketStatusChanged { isOpen } }',
  '{ trades { id @skip(if: true) } }',
  '{ __schema { queryType { name } } trades { id } }',
])('%s is left to graphql-js', (text) => {
  expect(plan(text)).toBeNull()
})

test('every field below the queries is a plain property, so that queries can be planned', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const resolving = Object.values(schema.getTypeMap()).flatMap((type) =>
    roots.some((root) => root === type) || type.name.startsWith('__') || !('getFields' in type)
      ? []
      : Object.values(type.getFields()).filter((field) => 'resolve' in field && field.resolve !== undefined),
  )
  expect(resolving.map(({ name }) => name)).toEqual([])
})
