import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql'
import { IndicatorValues } from '../../../schema/graphql/indicators.ts'
import { CandleInterval } from '../../../schema/graphql/market.ts'
import { Work } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { Interval } from '../../../schema/market/candles.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import { indicatorWork } from './barsRead.ts'
import type { IndicatorService } from './service.ts'

@Resolver()
export class IndicatorResolver {
  readonly #indicators: IndicatorService
  constructor({ indicators }: { readonly indicators: IndicatorService }) {
    this.#indicators = indicators
  }

  @Work(indicatorWork)
  @Query(() => IndicatorValues, { description: 'Candles of an index with indicators beside them, as strategies compute them.' })
  indicators(
    @Arg('symbol', () => String, { description: 'NIFTY, BANKNIFTY, SENSEX or MIDCAP.' }) symbol: string,
    @Arg('specs', () => [String], {
      description: `1–${LIMITS.indicators.specs} indicators as rules write them: ema(20), supertrend(10,3), macd(12,26,9), vwap.`,
    })
    specs: string[],
    @Arg('interval', () => CandleInterval, { defaultValue: CandleInterval.ONE_MINUTE, description: 'Length of a candle.' })
    interval: Interval,
    @Arg('limit', () => Int, { defaultValue: LIMITS.candles.default, description: 'How many candles, 1–1000.' }) limit: number,
    @Arg('before', () => Date, {
      nullable: true,
      description: 'Only candles that begin before this market time; the latest when left out.',
    })
    before: Date | null,
    @Arg('from', () => String, {
      nullable: true,
      description: 'Only candles from this date in India on, YYYY-MM-DD; `limit` counts from the last one.',
    })
    from: string | null,
    @Arg('to', () => String, { nullable: true, description: 'Only candles up to this date in India, YYYY-MM-DD.' })
    to: string | null,
    @Ctx() context: RequestContext,
  ): Promise<IndicatorValues> {
    context.signedIn()
    return this.#indicators.values({ symbol, specs, interval, limit, before, from, to })
  }
}
