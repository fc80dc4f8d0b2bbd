import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql'
import { Size } from '../../../schema/graphql/size.ts'
import { StartedStrategies, Strategy, SubscriptionSettingsInput, UserStrategy } from '../../../schema/graphql/strategies.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { StrategyService } from './service.ts'

@Resolver()
export class StrategyResolver {
  readonly #strategies: StrategyService
  constructor({ strategies }: { readonly strategies: StrategyService }) {
    this.#strategies = strategies
  }

  @Size(LIMITS.strategies.max)
  @Query(() => [Strategy], { description: 'Public strategies that are being run, by name.' })
  availableStrategies(@Ctx() context: RequestContext): Promise<Strategy[]> {
    return this.#strategies.available(context.signedIn().userId)
  }

  @Size(LIMITS.strategies.max)
  @Query(() => [UserStrategy], { description: "The signed-in user's subscriptions, oldest first." })
  myStrategies(@Ctx() context: RequestContext): Promise<UserStrategy[]> {
    return this.#strategies.mine(context.signedIn().userId)
  }

  @Mutation(() => UserStrategy, {
    description:
      'Lets a subscription trade by the newest version of its strategy; own settings stay, open trades keep to the version they were opened under. A version that may risk more takes a password given within ten minutes.',
  })
  moveToVersion(
    @Arg('id', () => ID, { description: 'The subscription.' }) id: string,
    @Arg('version', () => Int, { description: 'The newest version, as the user has seen it.' }) version: number,
    @Ctx() context: RequestContext,
  ): Promise<UserStrategy> {
    return this.#strategies.moveToVersion(context.signedIn(), { id }, { version })
  }

  @Mutation(() => UserStrategy, { description: 'Subscribes to a public strategy; CONFLICT when already subscribed.' })
  subscribeStrategy(
    @Arg('strategyId', () => ID, { description: 'The strategy.' }) strategyId: string,
    @Ctx() context: RequestContext,
  ): Promise<UserStrategy> {
    return this.#strategies.subscribe(context.signedIn(), { strategyId })
  }

  @Mutation(() => Boolean, {
    description: 'Ends a subscription, by its own id: no new trades; open trades run to their own exit. Always true.',
  })
  async unsubscribeStrategy(
    @Arg('id', () => ID, { description: 'The subscription.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<boolean> {
    await this.#strategies.unsubscribe(context.signedIn().userId, { id })
    return true
  }

  @Mutation(() => UserStrategy, {
    description:
      "Changes the user's own settings of a subscription. Trades that are open keep to what they were opened with. More lots, risk, trades or indices, a wider window or stop, or live trading take a password given within ten minutes.",
  })
  updateSubscriptionSettings(
    @Arg('id', () => ID, { description: 'The subscription.' }) id: string,
    @Arg('input', () => SubscriptionSettingsInput, { description: 'What changes.' }) input: SubscriptionSettingsInput,
    @Ctx() context: HttpContext,
  ): Promise<UserStrategy> {
    return this.#strategies.updateSettings(context.signedIn(), { id }, input, context.device)
  }

  @Mutation(() => UserStrategy, {
    description:
      'Stops a subscription from opening trades, or lets it again, which takes a password given within ten minutes. Open trades run to their own exit.',
  })
  toggleSubscription(
    @Arg('id', () => ID, { description: 'The subscription.' }) id: string,
    @Ctx() context: HttpContext,
  ): Promise<UserStrategy> {
    return this.#strategies.toggle(context.signedIn(), { id }, context.device)
  }

  @Mutation(() => StartedStrategies, {
    description:
      "Lets the signed-in user's subscriptions open trades; live ones that lack a gate stay paused. FORBIDDEN when there are only such. Takes a password given within ten minutes.",
  })
  activateStrategies(@Ctx() context: HttpContext): Promise<StartedStrategies> {
    return this.#strategies.activateAll(context.signedIn(), context.device)
  }

  @Mutation(() => UserStrategy, {
    description:
      'Switches between paper and live. Live takes all gates, the confirmation and a password given within ten minutes; FORBIDDEN names every gate that is unmet. Paper takes nothing.',
  })
  togglePaperTrade(
    @Arg('id', () => ID, { description: 'The subscription.' }) id: string,
    @Arg('confirmation', () => String, { nullable: true, description: 'LIVE, to switch to live.' }) confirmation: string | null,
    @Ctx() context: HttpContext,
  ): Promise<UserStrategy> {
    return this.#strategies.togglePaperTrade(context.signedIn(), { id }, { confirmation }, context.device)
  }
}
