import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { BacktestRun, RunBacktestInput } from '../../schema/graphql/backtests.ts'
import type { RequestContext } from '../server/RequestContext.ts'

@Resolver()
export class BacktestResolver {
  @Query(() => BacktestRun, { description: "One of the signed-in user's backtests." })
  backtestRun(@Arg('id', () => ID, { description: 'The backtest.' }) id: string, @Ctx() context: RequestContext): Promise<BacktestRun> {
    return context.services.backtests.get(context.signedIn().userId, { id })
  }

  @Mutation(() => BacktestRun, {
    description: 'Runs a backtest: answers with its result, or after thirty seconds with the run still under way (see `backtestRun`).',
  })
  runBacktest(
    @Arg('input', () => RunBacktestInput, { description: 'What to try.' }) input: RunBacktestInput,
    @Ctx() context: RequestContext,
  ): Promise<BacktestRun> {
    return context.services.backtests.run(context.signedIn().userId, input)
  }

  @Mutation(() => BacktestRun, { description: 'Cancels a backtest under way; CONFLICT when it has ended.' })
  cancelBacktest(@Arg('id', () => ID, { description: 'The backtest.' }) id: string, @Ctx() context: RequestContext): Promise<BacktestRun> {
    return context.services.backtests.cancel(context.signedIn().userId, { id })
  }
}
