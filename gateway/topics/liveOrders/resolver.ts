import { Arg, Ctx, ID, Int, Query, Resolver, Root, Subscription } from 'type-graphql'
import { LiveOrders, UnfilledOrderConnection } from '../../../schema/graphql/liveOrders.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { openStream } from '../../kit/openStream.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import type { LiveOrderNews } from './LiveOrderNews.ts'
import type { UnfilledOrders } from './UnfilledOrders.ts'

interface Services {
  readonly unfilledOrders: UnfilledOrders
  readonly liveOrderNews: LiveOrderNews
}

@Resolver()
export class LiveOrderResolver {
  readonly #unfilled: UnfilledOrders
  readonly #news: LiveOrderNews
  constructor({ unfilledOrders, liveOrderNews }: Services) {
    this.#unfilled = unfilledOrders
    this.#news = liveOrderNews
  }

  @Query(() => LiveOrders, { description: "What the signed-in user's live orders wait for." })
  liveOrders(@Ctx() context: RequestContext): Promise<LiveOrders> {
    return this.#news.of(context.signedIn().userId)
  }

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

  @Subscription(() => LiveOrders, {
    description: "What the signed-in user's live orders wait for, whenever it changes.",
    subscribe: openStream,
  })
  liveOrdersChanged(@Root() orders: LiveOrders): LiveOrders {
    return orders
  }
}
