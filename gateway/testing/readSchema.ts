import { buildClientSchema, getIntrospectionQuery, type GraphQLSchema, type IntrospectionQuery } from 'graphql'
import type { TestGateway } from './startTestGateway.ts'

/** The API's schema as an analyst reads it over HTTP. For tests only. */
export async function readSchema(app: TestGateway): Promise<GraphQLSchema> {
  const { id, token } = await app.user('SchemaReader')
  await app.db.user.update({ where: { id }, data: { role: 'analyst' } })
  const { body } = await app.graphql(getIntrospectionQuery(), { token })
  return buildClientSchema((body as { data: IntrospectionQuery }).data)
}
