import { Arg, Ctx, ID, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import { BacktestDays, BacktestRun, BacktestTradeConnection, RunBacktestInput } from '../../../schema/graphql/backtests.ts'
import { asked, Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { openStream } from '../../kit/openStream.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { BacktestService } from './service.ts'

@Resolver()
export class BacktestResolver {
  readonly #backtests: BacktestService
  constructor({ backtests }: { readonly backtests: BacktestService }) {
    this.#backtests = backtests
  }

  @Query(() => BacktestRun, { description: "One of the signed-in user's backtests." })
  backtestRun(@Arg('id', () => ID, { description: 'The backtest.' }) id: string, @Ctx() context: RequestContext): Promise<BacktestRun> {
    return this.#backtests.get(context.signedIn().userId, { id })
  }

  @Size(asked('first', LIMITS.backtests.trades))
  @Query(() => BacktestTradeConnection, {
    description:
      "The trades of one of the signed-in user's backtests, latest first. None until it is DONE, nor of a sweep or a walk-forward.",
  })
  backtestTrades(
    @Arg('id', () => ID, { description: 'The backtest.' }) id: string,
    @Arg('first', () => Int, { defaultValue: LIMITS.backtests.trades.default, description: 'How many, 1–200.' }) first: number,
    @Arg('after', () => String, { nullable: true, description: '`endCursor` of the page before.' }) after: string | null,
    @Ctx() context: RequestContext,
  ): Promise<BacktestTradeConnection> {
    return this.#backtests.trades(context.signedIn().userId, { id, first, after })
  }

  @Query(() => BacktestRun, {
    nullable: true,
    description: "The signed-in user's backtest that waits or runs: there is one at most. Null: none does.",
  })
  backtestUnderWay(@Ctx() context: RequestContext): Promise<BacktestRun | null> {
    return this.#backtests.underWay(context.signedIn().userId)
  }

  @Query(() => BacktestDays, { description: 'The days of an index over which a backtest can run.' })
  backtestDays(
    @Arg('symbol', { description: 'The index, such as NIFTY.' }) symbol: string,
    @Ctx() context: RequestContext,
  ): Promise<BacktestDays> {
    context.signedIn()
    return this.#backtests.days({ symbol })
  }

  @Mutation(() => BacktestRun, {
    description:
      'Runs a backtest: answers with its result, or after thirty seconds with the run still under way (see `backtestProgress`, `backtestRun`).',
  })
  runBacktest(
    @Arg('input', () => RunBacktestInput, { description: 'What to try.' }) input: RunBacktestInput,
    @Arg('wait', () => Boolean, { defaultValue: true, description: 'False: answers at once with the run as it is queued.' }) wait: boolean,
    @Ctx() context: HttpContext,
  ): Promise<BacktestRun> {
    return this.#backtests.run(context.signedIn().userId, input, { key: context.idempotencyKey(), wait })
  }

  @Mutation(() => BacktestRun, { description: 'Cancels a backtest under way; CONFLICT when it has ended.' })
  cancelBacktest(@Arg('id', () => ID, { description: 'The backtest.' }) id: string, @Ctx() context: RequestContext): Promise<BacktestRun> {
    return this.#backtests.cancel(context.signedIn().userId, { id })
  }

  @Subscription(() => BacktestRun, {
    description: "One of the signed-in user's backtests: as it is, then whenever it has got further; ends with it.",
    subscribe: openStream,
  })
  backtestProgress(@Root() run: BacktestRun, @Arg('id', () => ID, { description: 'The backtest.' }) _id: string): BacktestRun {
    return run
  }
}
