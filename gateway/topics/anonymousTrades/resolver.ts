import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql'
import { AnonymousTradeConnection } from '../../../schema/graphql/anonymousTrades.ts'
import { ClosedTradeFilterInput } from '../../../schema/graphql/ClosedTradeFilterInput.ts'
import { asked, Size } from '../../../schema/graphql/size.ts'
import { TradeModeEnum } from '../../../schema/graphql/trades.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { AnonymousTradeService } from './service.ts'

@Resolver()
export class AnonymousTradeResolver {
  readonly #anonymousTrades: AnonymousTradeService
  constructor({ anonymousTrades }: { readonly anonymousTrades: AnonymousTradeService }) {
    this.#anonymousTrades = anonymousTrades
  }

  @Size(asked('first', LIMITS.history))
  @Query(() => AnonymousTradeConnection, {
    description: 'Closed trades of all users without who made them, the oldest exit first; for admins with two-factor sign-in.',
  })
  anonymousTrades(
    @Arg('mode', () => TradeModeEnum, { description: 'Paper or live.' }) mode: TradeMode,
    @Arg('filter', () => ClosedTradeFilterInput, { nullable: true, description: 'Which trades.' })
    filter: ClosedTradeFilterInput | null,
    @Arg('first', () => Int, { defaultValue: LIMITS.history.default, description: 'How many, 1–200.' }) first: number,
    @Arg('after', () => String, { nullable: true, description: '`endCursor` of the page before.' }) after: string | null,
    @Ctx() context: HttpContext,
  ): Promise<AnonymousTradeConnection> {
    return this.#anonymousTrades.page(context.signedIn(), { mode, filter, first, after }, context.deadline)
  }
}
