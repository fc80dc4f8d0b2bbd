import type { FastifyInstance } from 'fastify'
import { Arg, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver, Root, Subscription } from 'type-graphql'
import { z } from 'zod'
import { Broadcast } from '../kit/Broadcast.ts'
import { wholeNumber } from '../kit/inputFields.ts'
import { openStream } from '../kit/openStream.ts'
import { parseInput } from '../kit/parseInput.ts'
import type { RequestContext } from '../kit/RequestContext.ts'
import { answers, jsonSchema, success } from '../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../kit/RouteTools.ts'
import { defineTopic } from '../kit/Topic.ts'

// The recipe "Add a topic" of CONTRIBUTING.md in one file; each part says where it lies in a topic of the product.

/** 1. `schema/graphql/visits.ts`: what the API shows. Every field is described. */
@ObjectType({ description: "A user's visits." })
export class Visits {
  @Field(() => Int, { description: 'How many there were.' })
  count!: number
}

/** 2. `input.ts`: what clients send. Its bounds would be in `schema/limits.ts`, for the screens as well. */
const visitsInput = z.object({ by: wholeNumber('by', 1, 10) })

/** 3. `service.ts`: the use cases, with what they promise. It checks its input, so that both faces are checked. */
export class VisitService {
  readonly #counts = new Map<string, number>()
  readonly #news = new Broadcast<Visits>()

  of(userId: string): Visits {
    return { count: this.#counts.get(userId) ?? 0 }
  }

  /** Counts visits. Throws BAD_USER_INPUT. */
  add(userId: string, input: unknown): Visits {
    const { by } = parseInput(visitsInput, input)
    this.#counts.set(userId, this.of(userId).count + by)
    this.#news.publish(userId, this.of(userId))
    return this.of(userId)
  }

  /** A user's visits whenever they change. What other processes change is heard as an event: `hears` in the manifest. */
  stream(userId: string): AsyncIterable<Visits> {
    return this.#news.stream(userId)
  }
}

interface Services {
  readonly visits: VisitService
}

/** 4. `resolver.ts`: the GraphQL face, which only translates. Its constructor takes the services by their names. */
@Resolver()
export class VisitResolver {
  readonly #visits: VisitService
  constructor({ visits }: Services) {
    this.#visits = visits
  }

  @Query(() => Visits, { description: "The signed-in user's visits." })
  visits(@Ctx() context: RequestContext): Visits {
    return this.#visits.of(context.signedIn().userId)
  }

  @Mutation(() => Visits, { description: 'Counts visits of the signed-in user.' })
  addVisits(@Arg('by', () => Int, { description: 'How many, 1–10.' }) by: number, @Ctx() context: RequestContext): Visits {
    return this.#visits.add(context.signedIn().userId, { by })
  }

  @Subscription(() => Visits, { description: "The signed-in user's visits, whenever they change.", subscribe: openStream })
  visited(@Root() visits: Visits): Visits {
    return visits
  }
}

/** 5. `routes.ts`: the REST face, which only translates. The schemas go into the OpenAPI document. */
function visitRoutes(app: FastifyInstance, { services, signedIn }: RouteTools<Services>): void {
  app.post(
    '/visits',
    {
      schema: {
        tags: ['visits'],
        security: BEARER,
        summary: 'Counts visits',
        body: jsonSchema(visitsInput),
        response: answers(z.object({ count: z.number() })),
      },
    },
    async (request) => success(services.visits.add((await signedIn(request)).userId, request.body)),
  )
}

/** 6. `topic.ts`: the manifest. `services` would take an interface `Needs` of what the topic needs, `{ db }: Needs` for one. */
export const exampleTopic = defineTopic({
  services: () => ({ visits: new VisitService() }),
  resolver: VisitResolver,
  routes: visitRoutes,
  run: ({ visits }) => ({ streams: { visited: ({ userId }) => visits.stream(userId) } }),
})
