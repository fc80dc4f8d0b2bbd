import { Arg, Ctx, ID, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import { LegLevelsInput, LevelChange } from '../../../schema/graphql/legLevels.ts'
import { Candle, CandleInterval } from '../../../schema/graphql/market.ts'
import { asked, Size } from '../../../schema/graphql/size.ts'
import { TradedStrategy, TradeHistoryConnection, TradeHistoryInput } from '../../../schema/graphql/tradeHistory.ts'
import { Trade, TradeChange } from '../../../schema/graphql/trades.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { Interval } from '../../../schema/market/candles.ts'
import type { Numbered } from '../../kit/Broadcast.ts'
import { openStream } from '../../kit/openStream.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { LegLevels } from './LegLevels.ts'
import type { LegPremiums } from './LegPremiums.ts'
import type { TradeService } from './service.ts'

interface Needs {
  readonly trades: TradeService
  readonly levels: LegLevels
  readonly premiums: LegPremiums
}

@Resolver()
export class TradeResolver {
  readonly #trades: TradeService
  readonly #levels: LegLevels
  readonly #premiums: LegPremiums
  constructor({ trades, levels, premiums }: Needs) {
    this.#trades = trades
    this.#levels = levels
    this.#premiums = premiums
  }

  @Size(LIMITS.account.maxOpenTrades.max)
  @Query(() => [Trade], { description: "The signed-in user's running trades, latest entry first." })
  liveTrades(@Ctx() context: RequestContext): Promise<readonly Trade[]> {
    return this.#trades.live(context.signedIn().userId)
  }

  @Query(() => Trade, { description: 'One trade of the signed-in user, running or closed.' })
  trade(@Arg('id', () => ID, { description: 'The trade.' }) id: string, @Ctx() context: RequestContext): Promise<Trade> {
    return this.#trades.one(context.signedIn().userId, { id })
  }

  @Size(asked('input.first', LIMITS.history))
  @Query(() => TradeHistoryConnection, { description: "The signed-in user's closed trades, latest entry first unless sorted otherwise." })
  tradeHistory(
    @Arg('input', () => TradeHistoryInput, { nullable: true, description: 'Filters, order and page; all of them when left out.' })
    input: TradeHistoryInput | null,
    @Ctx() context: RequestContext,
  ): Promise<TradeHistoryConnection> {
    return this.#trades.history(context.signedIn().userId, input)
  }

  @Size(asked('limit', LIMITS.history))
  @Query(() => [Trade], { description: "The signed-in user's latest trades, running and closed, latest entry first." })
  trades(
    @Arg('limit', () => Int, { defaultValue: LIMITS.history.default, description: 'How many, 1–200.' }) limit: number,
    @Ctx() context: RequestContext,
  ): Promise<readonly Trade[]> {
    return this.#trades.latest(context.signedIn().userId, { limit })
  }

  @Size(LIMITS.strategies.max)
  @Query(() => [TradedStrategy], { description: 'The strategies the signed-in user has or had a subscription of, by name.' })
  tradedStrategies(@Ctx() context: RequestContext): Promise<TradedStrategy[]> {
    return this.#trades.tradedStrategies(context.signedIn().userId)
  }

  @Mutation(() => Trade, { description: 'Closes a running trade by hand: the exit is on its way, `tradeChanged` tells when it is filled.' })
  closeTrade(@Arg('id', () => ID, { description: 'The trade.' }) id: string, @Ctx() context: HttpContext): Promise<Trade> {
    return this.#trades.close(context.signedIn().userId, { id }, context.idempotencyKey())
  }

  @Mutation(() => Trade, {
    description:
      'Sets stop, target or both of an open leg, in place of what its strategy gave it: the engine follows them from then on, `tradeChanged` tells when it does, and the stop order at the exchange follows. A stop that trails can be raised only.',
  })
  async changeLevels(
    @Arg('input', () => LegLevelsInput, { description: 'The leg and its levels.' }) input: LegLevelsInput,
    @Ctx() context: HttpContext,
  ): Promise<Trade> {
    const caller = context.signedIn()
    const id = await this.#levels.change(caller, input, context.idempotencyKey())
    return this.#trades.one(caller.userId, { id })
  }

  @Size(LIMITS.levelChanges.max)
  @Query(() => [LevelChange], {
    description: "Stops and targets that the signed-in user has set on one of his trades' legs, the latest first.",
  })
  levelChanges(
    @Arg('tradeId', () => ID, { description: 'The trade.' }) tradeId: string,
    @Ctx() context: RequestContext,
  ): Promise<LevelChange[]> {
    return this.#levels.of(context.signedIn().userId, { id: tradeId })
  }

  @Size(LIMITS.legPremiums.max)
  @Query(() => [Candle], {
    description:
      "What the option of a leg of the signed-in user's trades cost from an hour before its entry to an hour after its exit, oldest first, as far as it was recorded: premiums in rupees.",
  })
  legPremiums(
    @Arg('legId', () => ID, { description: 'The leg.' }) legId: string,
    @Arg('interval', () => CandleInterval, { defaultValue: CandleInterval.ONE_MINUTE, description: 'Length of a candle.' })
    interval: Interval,
    @Ctx() context: RequestContext,
  ): Promise<Candle[]> {
    return this.#premiums.of(context.signedIn().userId, { legId, interval })
  }

  @Subscription(() => TradeChange, {
    description: "The signed-in user's trades as they open, change and close, numbered.",
    subscribe: openStream,
  })
  tradeChanged(@Root() { sequence, value }: Numbered<Trade>): TradeChange {
    return { sequence, trade: value }
  }
}
