import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { PerformanceCell, PerformanceDimensionEnum, SharedPerformanceCell } from '../../../schema/graphql/performance.ts'
import { ClosedTradeFilterInput } from '../../../schema/graphql/ClosedTradeFilterInput.ts'
import { Size } from '../../../schema/graphql/size.ts'
import { TradeModeEnum } from '../../../schema/graphql/trades.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { PerformanceDimension } from '../../../schema/trading/performanceDimensions.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { PerformanceService } from './service.ts'

@Resolver()
export class PerformanceResolver {
  readonly #performance: PerformanceService
  constructor({ performance }: { readonly performance: PerformanceService }) {
    this.#performance = performance
  }

  @Size(LIMITS.performance.cells)
  @Query(() => [PerformanceCell], {
    description: `The signed-in user's closed trades of one mode by group, at most ${LIMITS.performance.cells} of them.`,
  })
  performance(
    @Arg('mode', () => TradeModeEnum, { description: 'Paper or live: they are never added up.' }) mode: TradeMode,
    @Arg('by', () => [PerformanceDimensionEnum], { description: 'What to group by; empty: one cell of all.' }) by: PerformanceDimension[],
    @Arg('filter', () => ClosedTradeFilterInput, { nullable: true, description: 'Which trades.' }) filter: ClosedTradeFilterInput | null,
    @Ctx() context: RequestContext,
  ): Promise<PerformanceCell[]> {
    return this.#performance.own(context.signedIn().userId, { mode, by, filter })
  }

  @Size(LIMITS.performance.cells)
  @Query(() => [SharedPerformanceCell], {
    description: `Closed trades of all users by group, for analysts and admins. Only what at least ${LIMITS.performance.users} users have a part in is in any figure: trades of one day of exit, strategy, version, index, weekday and hour that fewer share, or of which one user has more than half of the money, are left out of every cell, totals too, and nothing says how many they are. Days are in it when they are over.`,
  })
  performanceOfAll(
    @Arg('mode', () => TradeModeEnum, { description: 'Paper or live: they are never added up.' }) mode: TradeMode,
    @Arg('by', () => [PerformanceDimensionEnum], { description: 'What to group by; empty: one cell of all.' }) by: PerformanceDimension[],
    @Arg('filter', () => ClosedTradeFilterInput, { nullable: true, description: 'Which trades.' }) filter: ClosedTradeFilterInput | null,
    @Ctx() context: HttpContext,
  ): Promise<SharedPerformanceCell[]> {
    return this.#performance.ofAll(context.signedIn(), { mode, by, filter }, context.deadline)
  }
}
