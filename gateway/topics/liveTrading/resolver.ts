import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql'
import { LiveReadiness } from '../../../schema/graphql/liveTrading.ts'
import { TradeModeEnum } from '../../../schema/graphql/trades.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { LiveTradingService } from './service.ts'

@Resolver()
export class LiveTradingResolver {
  readonly #liveTrading: LiveTradingService
  constructor({ liveTrading }: { readonly liveTrading: LiveTradingService }) {
    this.#liveTrading = liveTrading
  }

  @Query(() => LiveReadiness, { description: "What a subscription's live trading takes, and what it would risk." })
  liveReadiness(
    @Arg('id', () => ID, { description: 'The subscription.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<LiveReadiness> {
    return this.#liveTrading.readiness(context.signedIn().userId, { id })
  }

  @Query(() => TradeModeEnum, {
    description: "LIVE while any of the signed-in user's strategies, or the agent, is switched to live or a live trade runs; else PAPER.",
  })
  tradingMode(@Ctx() context: RequestContext): Promise<TradeMode> {
    return this.#liveTrading.mode(context.signedIn().userId)
  }

  @Mutation(() => Boolean, {
    description: 'Accepts the risk text of live trading, for good; CONFLICT for a version that is not the newest. Always true.',
  })
  async acceptRiskText(
    @Arg('version', () => Int, { description: 'Of the text, as the user has read it.' }) version: number,
    @Ctx() context: HttpContext,
  ): Promise<boolean> {
    await this.#liveTrading.acceptRiskText(context.signedIn(), { version }, context.device)
    return true
  }
}
