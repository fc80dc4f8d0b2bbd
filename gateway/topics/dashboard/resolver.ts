import { Ctx, Query, Resolver } from 'type-graphql'
import { Dashboard } from '../../../schema/graphql/dashboard.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'

@Resolver()
export class DashboardResolver {
  @Query(() => Dashboard, { description: "The signed-in user's market day at a glance." })
  dashboard(@Ctx() context: RequestContext): Promise<Dashboard> {
    return context.services.dashboard.dashboard(context.signedIn().userId)
  }
}
