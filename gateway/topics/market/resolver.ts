import { Arg, Ctx, Int, Query, Resolver, Root, Subscription } from 'type-graphql'
import { Candle, CandleInterval, Chart, Instrument, MarketStatus, Price } from '../../../schema/graphql/market.ts'
import { asked, each, Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { Interval } from '../../../schema/market/candles.ts'
import { indexNamed, isIndexSymbol } from '../../../schema/market/indices.ts'
import { openStream } from '../../kit/openStream.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import type { MarketService } from './service.ts'

@Resolver()
export class MarketResolver {
  readonly #market: MarketService
  constructor({ market }: { readonly market: MarketService }) {
    this.#market = market
  }

  @Size(asked('limit', LIMITS.candles))
  @Query(() => [Candle], {
    description: 'The latest candles of an index, oldest first; the last one may still lack minutes that have not closed.',
  })
  candles(
    @Arg('symbol', () => String, { description: 'NIFTY, BANKNIFTY, SENSEX or MIDCAP.' }) symbol: string,
    @Arg('interval', () => CandleInterval, { defaultValue: CandleInterval.ONE_MINUTE, description: 'Length of a candle.' })
    interval: Interval,
    @Arg('limit', () => Int, { defaultValue: LIMITS.candles.default, description: 'How many, 1–1000.' }) limit: number,
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
  ): Promise<Candle[]> {
    context.signedIn()
    return this.#market.candles({ symbol, interval, limit, before, from, to })
  }

  @Query(() => Chart, {
    description: 'What a chart card shows of an index: its latest 100 candles, the forming one included, and its price today.',
  })
  chart(
    @Arg('symbol', () => String, { description: 'NIFTY, BANKNIFTY, SENSEX or MIDCAP.' }) symbol: string,
    @Arg('interval', () => CandleInterval, { defaultValue: CandleInterval.ONE_MINUTE, description: 'Length of a candle.' })
    interval: Interval,
    @Ctx() context: RequestContext,
  ): Promise<Chart> {
    context.signedIn()
    return this.#market.chart({ symbol, interval })
  }

  @Query(() => MarketStatus, { description: 'The market and the engine, now.' })
  marketStatus(@Ctx() context: RequestContext): Promise<MarketStatus> {
    context.signedIn()
    return this.#market.status()
  }

  @Size(10)
  @Query(() => [Instrument], { description: 'The indices whose options are traded: lots and expiries, in force and as specified.' })
  instruments(@Ctx() context: RequestContext): Promise<Instrument[]> {
    context.signedIn()
    return this.#market.instruments()
  }

  @Size(each('symbols', LIMITS.priceSymbols.max))
  @Subscription(() => [Price], {
    description: 'Last prices of indices and options, in at most ten messages a second; the first message carries what is known now.',
    subscribe: openStream,
  })
  prices(
    @Root() prices: Price[],
    @Arg('symbols', () => [String], { description: `Index symbols and option trading symbols, at most ${LIMITS.priceSymbols.max}.` })
    symbols: string[],
  ): Price[] {
    // By the requested name.
    const asked = new Map(symbols.flatMap((name) => (isIndexSymbol(name) ? [] : [[indexNamed(name), name]])))
    return prices.map((price) => ({ ...price, symbol: (isIndexSymbol(price.symbol) && asked.get(price.symbol)) || price.symbol }))
  }

  @Subscription(() => Candle, {
    description: 'One-minute candles of an index as they close.',
    subscribe: openStream,
  })
  candleClosed(
    @Root() candle: Candle,
    @Arg('symbol', () => String, { description: 'NIFTY, BANKNIFTY, SENSEX or MIDCAP.' }) _symbol: string,
  ): Candle {
    return candle
  }

  @Subscription(() => MarketStatus, {
    description: 'The market and the engine, whenever the clock, the session, the engine or its feed changes.',
    subscribe: openStream,
  })
  marketStatusChanged(@Root() status: MarketStatus): MarketStatus {
    return status
  }
}
