import { Ctx, Query, Resolver } from 'type-graphql'
import { Dashboard } from '../../../schema/graphql/dashboard.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import type { DashboardService } from './service.ts'

@Resolver()
export class DashboardResolver {
  readonly #dashboard: DashboardService
  constructor({ dashboard }: { readonly dashboard: DashboardService }) {
    this.#dashboard = dashboard
  }

  @Query(() => Dashboard, { description: "The signed-in user's market day at a glance." })
  dashboard(@Ctx() context: RequestContext): Promise<Dashboard> {
    return this.#dashboard.dashboard(context.signedIn().userId)
  }
}
