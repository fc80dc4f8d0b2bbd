import { Ctx, Query, Resolver } from 'type-graphql'
import { User } from '../../schema/graphql/auth.ts'
import type { RequestContext } from '../server/RequestContext.ts'

@Resolver()
export class ProfileResolver {
  @Query(() => User, { description: 'The signed-in user.' })
  me(@Ctx() context: RequestContext): Promise<User> {
    return context.services.profile.me(context.signedIn().userId)
  }
}
