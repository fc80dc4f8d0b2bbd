import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql'
import { UnfilledOrderConnection } from '../../../schema/graphql/liveOrders.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import type { UnfilledOrders } from './UnfilledOrders.ts'

@Resolver()
export class LiveOrderResolver {
  readonly #unfilled: UnfilledOrders
  constructor({ unfilledOrders }: { readonly unfilledOrders: UnfilledOrders }) {
    this.#unfilled = unfilledOrders
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
}
