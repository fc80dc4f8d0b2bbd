import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql'
import { SignalConnection, SignalFilterInput } from '../../../schema/graphql/signals.ts'
import { asked, Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import type { SignalService } from './service.ts'

@Resolver()
export class SignalResolver {
  readonly #signals: SignalService
  constructor({ signals }: { readonly signals: SignalService }) {
    this.#signals = signals
  }

  @Size(asked('first', LIMITS.history))
  @Query(() => SignalConnection, {
    description:
      'What strategies said of closed candles in the present market, latest candle first: those that are public and active, and those that the signed-in user has a subscription of. `denials` are those that were not taken.',
  })
  signals(
    @Arg('filter', () => SignalFilterInput, { nullable: true, description: 'Which signals.' }) filter: SignalFilterInput | null,
    @Arg('first', () => Int, { defaultValue: LIMITS.history.default, description: 'How many, 1–200.' }) first: number,
    @Arg('after', () => ID, { nullable: true, description: '`endCursor` of the page before.' }) after: string | null,
    @Ctx() context: RequestContext,
  ): Promise<SignalConnection> {
    return this.#signals.page(context.signedIn().userId, { filter, first, after })
  }
}
