import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { DeletedStrategy, ManagedStrategy, StrategyInput, StrategyUsage } from '../../../schema/graphql/managedStrategies.ts'
import { Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { Admin } from './service.ts'
import type { AdminStrategyService } from './service.ts'

@Resolver()
export class AdminStrategyResolver {
  readonly #adminStrategies: AdminStrategyService
  constructor({ adminStrategies }: { readonly adminStrategies: AdminStrategyService }) {
    this.#adminStrategies = adminStrategies
  }

  @Size(LIMITS.strategies.max)
  @Query(() => [ManagedStrategy], {
    description: 'All strategies by name, private and inactive ones too; for admins with two-factor sign-in.',
  })
  managedStrategies(@Ctx() context: HttpContext): Promise<ManagedStrategy[]> {
    return this.#adminStrategies.list(context.signedIn())
  }

  @Size(LIMITS.strategies.max)
  @Query(() => [StrategyUsage], {
    description: 'Who runs which strategies in which version and mode, by name of the strategy, in counts; for admins.',
  })
  strategyUsage(@Ctx() context: HttpContext): Promise<StrategyUsage[]> {
    return this.#adminStrategies.usage(context.signedIn())
  }

  @Mutation(() => ManagedStrategy, {
    description: 'Makes a strategy; for admins. One that is shown or on takes a password given within ten minutes.',
  })
  createStrategy(
    @Arg('input', () => StrategyInput, { description: 'The strategy.' }) input: StrategyInput,
    @Ctx() context: HttpContext,
  ): Promise<ManagedStrategy> {
    return this.#adminStrategies.create(adminOf(context), input, context.idempotencyKey())
  }

  @Mutation(() => ManagedStrategy, {
    description:
      'Saves an edited strategy; for admins. Where that changes what it trades by, it is a new version: subscribers stay on theirs until they move. CONFLICT when somebody else has changed it since. What may lose more takes a password given within ten minutes.',
  })
  updateStrategy(
    @Arg('id', () => ID, { description: 'The strategy.' }) id: string,
    @Arg('updatedAt', () => Date, { description: 'Of the strategy as it was when the editing began.' }) updatedAt: Date,
    @Arg('input', () => StrategyInput, { description: 'All of it.' }) input: StrategyInput,
    @Ctx() context: HttpContext,
  ): Promise<ManagedStrategy> {
    return this.#adminStrategies.update(adminOf(context), { id, updatedAt }, input)
  }

  @Mutation(() => DeletedStrategy, {
    description:
      'Takes a strategy away; for admins. CONFLICT with the numbers while trades of it are open, and while users are subscribed and confirm is not true. Subscriptions end; trades stay in histories.',
  })
  deleteStrategy(
    @Arg('id', () => ID, { description: 'The strategy.' }) id: string,
    @Arg('confirm', () => Boolean, { defaultValue: false, description: 'Whether its subscriptions may end with it.' }) confirm: boolean,
    @Ctx() context: HttpContext,
  ): Promise<DeletedStrategy> {
    return this.#adminStrategies.remove(adminOf(context), { id, confirm })
  }

  @Mutation(() => ManagedStrategy, {
    description:
      'Shows a strategy to everyone, or hides it; for admins. One that is hidden is not run. To show it takes a password given within ten minutes.',
  })
  toggleStrategyPublic(
    @Arg('id', () => ID, { description: 'The strategy.' }) id: string,
    @Ctx() context: HttpContext,
  ): Promise<ManagedStrategy> {
    return this.#adminStrategies.togglePublic(adminOf(context), { id })
  }

  @Mutation(() => ManagedStrategy, {
    description:
      'Switches a strategy on or off; for admins. Open trades run to their own exit. To switch it on takes a password given within ten minutes.',
  })
  toggleStrategyActive(
    @Arg('id', () => ID, { description: 'The strategy.' }) id: string,
    @Ctx() context: HttpContext,
  ): Promise<ManagedStrategy> {
    return this.#adminStrategies.toggleActive(adminOf(context), { id })
  }
}

function adminOf(context: HttpContext): Admin {
  return { caller: context.signedIn(), device: context.device }
}
