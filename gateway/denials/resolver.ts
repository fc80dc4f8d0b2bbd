import { Arg, Ctx, ID, Int, Query, Resolver, Root, Subscription } from 'type-graphql'
import { Denial } from '../../schema/graphql/denials.ts'
import { LIMITS } from '../../schema/limits.ts'
import type { RequestContext } from '../server/RequestContext.ts'

@Resolver()
export class DenialResolver {
  @Query(() => [Denial], { description: "Signals that the signed-in user's subscriptions did not take, latest first." })
  denials(
    @Arg('limit', () => Int, { defaultValue: LIMITS.history.default, description: 'How many, 1–200.' }) limit: number,
    @Arg('strategyId', () => ID, { nullable: true, description: 'Only those of this strategy.' }) strategyId: string | null,
    @Arg('cursor', () => ID, { nullable: true, description: 'Id of the last denial of the page before.' }) cursor: string | null,
    @Ctx() context: RequestContext,
  ): Promise<Denial[]> {
    return context.services.denials.latest(context.signedIn().userId, { limit, strategyId, cursor })
  }

  @Subscription(() => Denial, {
    description: "Signals that the signed-in user's subscriptions do not take, as they are refused.",
    subscribe: ({ context }: { context: RequestContext }) => context.services.live.signalDenied(context.signedIn().userId),
  })
  signalDenied(@Root() denial: Denial): Denial {
    return denial
  }
}
