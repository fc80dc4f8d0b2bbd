import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql'
import { StrategyPage } from '../../../schema/graphql/strategyPage.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import type { StrategyPageService } from './service.ts'

@Resolver()
export class StrategyPageResolver {
  readonly #strategyPage: StrategyPageService
  constructor({ strategyPage }: { readonly strategyPage: StrategyPageService }) {
    this.#strategyPage = strategyPage
  }

  @Query(() => StrategyPage, { description: 'Everything about one strategy that is on offer or was ever subscribed to.' })
  strategyPage(@Arg('id', () => ID, { description: 'The strategy.' }) id: string, @Ctx() context: RequestContext): Promise<StrategyPage> {
    return this.#strategyPage.page(context.signedIn(), { id })
  }
}
