import { Arg, Ctx, ID, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import { ClosingOrder, FirstOrder, LiveOrders, UnfilledOrderConnection } from '../../../schema/graphql/liveOrders.ts'
import { asked, Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { openStream } from '../../kit/openStream.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { Closings } from './Closings.ts'
import type { FirstOrders } from './FirstOrders.ts'
import type { LiveOrderNews } from './LiveOrderNews.ts'
import type { UnfilledOrders } from './UnfilledOrders.ts'

interface Services {
  readonly firstOrders: FirstOrders
  readonly closings: Closings
  readonly unfilledOrders: UnfilledOrders
  readonly liveOrderNews: LiveOrderNews
}

@Resolver()
export class LiveOrderResolver {
  readonly #firstOrders: FirstOrders
  readonly #closings: Closings
  readonly #unfilled: UnfilledOrders
  readonly #news: LiveOrderNews
  constructor({ firstOrders, closings, unfilledOrders, liveOrderNews }: Services) {
    this.#firstOrders = firstOrders
    this.#closings = closings
    this.#unfilled = unfilledOrders
    this.#news = liveOrderNews
  }

  @Query(() => LiveOrders, { description: "What the signed-in user's live orders wait for." })
  liveOrders(@Ctx() context: RequestContext): Promise<LiveOrders> {
    return this.#news.of(context.signedIn().userId)
  }

  @Size(asked('first', LIMITS.history))
  @Query(() => UnfilledOrderConnection, {
    description: "The signed-in user's live entries that ended without being filled whole: refused, cancelled or given up. Latest first.",
  })
  unfilledOrders(
    @Arg('first', () => Int, { defaultValue: LIMITS.history.default, description: 'How many, 1–200.' }) first: number,
    @Arg('strategyId', () => ID, { nullable: true, description: 'Only those of this strategy.' }) strategyId: string | null,
    @Arg('after', () => ID, { nullable: true, description: '`endCursor` of the page before.' }) after: string | null,
    @Ctx() context: RequestContext,
  ): Promise<UnfilledOrderConnection> {
    return this.#unfilled.page(context.signedIn().userId, { first, strategyId, after })
  }

  @Mutation(() => FirstOrder, {
    description:
      'Approves or declines the first live order of a strategy. What was approved passes every check once more, as things are then, and is sent once; the answer says what came of it.',
  })
  answerFirstOrder(
    @Arg('id', () => ID, { description: 'The order.' }) id: string,
    @Arg('approve', () => Boolean, { description: 'True: send it; false: leave it.' }) approve: boolean,
    @Ctx() context: HttpContext,
  ): Promise<FirstOrder> {
    return this.#firstOrders.answer(context.signedIn(), { id, approve }, context.device)
  }

  @Mutation(() => ClosingOrder, {
    description:
      'Buys back what an account is short by an order of Sakha, as an incident of the kind OVERFILLED says: never more than it is short when the order is sent. Pressed again while its order is under way it is the same order; the answer says how far that is.',
  })
  closeExcess(
    @Arg('incidentId', () => ID, { description: 'The incident.' }) incidentId: string,
    @Ctx() context: HttpContext,
  ): Promise<ClosingOrder> {
    return this.#closings.close(context.signedIn(), { incidentId }, context.device)
  }

  @Subscription(() => LiveOrders, {
    description: "What the signed-in user's live orders wait for, whenever it changes.",
    subscribe: openStream,
  })
  liveOrdersChanged(@Root() orders: LiveOrders): LiveOrders {
    return orders
  }
}
