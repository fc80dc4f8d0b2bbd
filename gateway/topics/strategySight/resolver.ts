import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql'
import { Work } from '../../../schema/graphql/size.ts'
import { StrategySight } from '../../../schema/graphql/strategySight.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import type { StrategySightService } from './service.ts'

/** Units of cost of reading and judging the candles that rules usually need: some milliseconds. */
const JUDGED = 3_000

@Resolver()
export class StrategySightResolver {
  readonly #strategySight: StrategySightService
  constructor({ strategySight }: { readonly strategySight: StrategySightService }) {
    this.#strategySight = strategySight
  }

  @Work(() => JUDGED)
  @Query(() => StrategySight, {
    description:
      'What a strategy sees now on an index: each condition on the last closed candle with its numbers, by the code that trades.',
  })
  strategySight(
    @Arg('strategyId', () => ID, { description: 'The strategy.' }) strategyId: string,
    @Arg('symbol', () => String, { description: 'NIFTY, BANKNIFTY, SENSEX or MIDCAP.' }) symbol: string,
    @Ctx() context: RequestContext,
  ): Promise<StrategySight> {
    return this.#strategySight.on(context.signedIn(), { strategyId, symbol })
  }
}
