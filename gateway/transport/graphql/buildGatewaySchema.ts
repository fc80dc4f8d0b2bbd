import { createPubSub } from '@graphql-yoga/subscription'
import type { GraphQLSchema } from 'graphql'
import { buildSchema, getMetadataStorage } from 'type-graphql'
import type { ResolverClass } from '../../kit/Topic.ts'
import { dateTime } from './dateTime.ts'
import { requireSizes } from './requireSizes.ts'

/**
 * The API's schema as these resolvers make it. Rejects when a list of it does not say how long it may be. Input is checked by the services, once for both faces.
 *
 * @param answering an instance of each; left out, the schema can be looked at, and answers nothing
 */
export async function buildGatewaySchema(
  resolvers: readonly ResolverClass[],
  answering?: ReadonlyMap<unknown, object>,
): Promise<GraphQLSchema> {
  const [first, ...others] = resolvers
  if (!first) throw new Error('an API has a resolver')
  // Their fields are plain properties, which need no resolver: without resolvers, answers are several times as fast.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers = true
  const schema = await buildSchema({
    resolvers: [first, ...others],
    ...(answering && { container: { get: (type) => answering.get(type) } }),
    validate: false,
    scalarsMap: [{ type: Date, scalar: dateTime }],
    // type-graphql insists on one, though every subscription brings its own stream (kit/openStream.ts).
    pubSub: createPubSub(),
  })
  requireSizes(schema)
  return schema
}
