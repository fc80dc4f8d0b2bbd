import { Arg, Ctx, ID, Int, Query, Resolver, Root, Subscription } from 'type-graphql'
import { Denial, DenialConnection } from '../../../schema/graphql/denials.ts'
import { asked, Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { openStream } from '../../kit/openStream.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import type { DenialService } from './service.ts'

@Resolver()
export class DenialResolver {
  readonly #denials: DenialService
  constructor({ denials }: { readonly denials: DenialService }) {
    this.#denials = denials
  }

  @Size(asked('first', LIMITS.history))
  @Query(() => DenialConnection, { description: "Signals that the signed-in user's subscriptions did not take, latest first." })
  denials(
    @Arg('first', () => Int, { defaultValue: LIMITS.history.default, description: 'How many, 1–200.' }) first: number,
    @Arg('strategyId', () => ID, { nullable: true, description: 'Only those of this strategy.' }) strategyId: string | null,
    @Arg('after', () => ID, { nullable: true, description: '`endCursor` of the page before.' }) after: string | null,
    @Arg('from', () => String, { nullable: true, description: 'First date of a candle that decided, in India, YYYY-MM-DD.' })
    from: string | null,
    @Arg('to', () => String, { nullable: true, description: 'Last date of a candle that decided, in India, YYYY-MM-DD.' })
    to: string | null,
    @Ctx() context: RequestContext,
  ): Promise<DenialConnection> {
    return this.#denials.page(context.signedIn().userId, { first, strategyId, after, from, to })
  }

  @Subscription(() => Denial, {
    description: "Signals that the signed-in user's subscriptions do not take, as they are refused.",
    subscribe: openStream,
  })
  signalDenied(@Root() denial: Denial): Denial {
    return denial
  }
}
