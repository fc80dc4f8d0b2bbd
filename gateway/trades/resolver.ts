import { Arg, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import { Trade, TradeHistory, TradeHistoryInput } from '../../schema/graphql/trades.ts'
import type { RequestContext } from '../server/RequestContext.ts'

@Resolver()
export class TradeResolver {
  @Query(() => [Trade], { description: "The signed-in user's running trades, latest entry first." })
  liveTrades(@Ctx() context: RequestContext): Promise<Trade[]> {
    return context.services.trades.live(context.signedIn().userId)
  }

  @Query(() => TradeHistory, { description: "The signed-in user's closed trades, latest entry first." })
  tradeHistory(
    @Arg('input', () => TradeHistoryInput, { nullable: true, description: 'Filters and page; all of them when left out.' })
    input: TradeHistoryInput | null,
    @Ctx() context: RequestContext,
  ): Promise<TradeHistory> {
    return context.services.trades.history(context.signedIn().userId, input)
  }

  @Mutation(() => Trade, { description: 'Closes a running trade by hand: the exit is on its way, `tradeChanged` tells when it is filled.' })
  closeTrade(@Arg('id', () => ID, { description: 'The trade.' }) id: string, @Ctx() context: RequestContext): Promise<Trade> {
    return context.services.trades.close(context.signedIn().userId, { id })
  }

  @Subscription(() => Trade, {
    description: "The signed-in user's trades as they open, change and close.",
    subscribe: ({ context }: { context: RequestContext }) => context.services.live.tradeChanged(context.signedIn().userId),
  })
  tradeChanged(@Root() trade: Trade): Trade {
    return trade
  }
}
