import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql'
import { Session } from '../../../schema/graphql/sessions.ts'
import { Size } from '../../../schema/graphql/size.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { SessionService } from './service.ts'

@Resolver()
export class SessionResolver {
  readonly #sessions: SessionService
  constructor({ sessions }: { readonly sessions: SessionService }) {
    this.#sessions = sessions
  }

  @Size(50)
  @Query(() => [Session], { description: 'Where the signed-in user is signed in, the last used first.' })
  mySessions(@Ctx() context: RequestContext): Promise<Session[]> {
    return this.#sessions.mine(context.signedIn())
  }

  @Mutation(() => Boolean, { description: 'Ends a session; its sockets close at once.' })
  async endSession(@Arg('id', () => ID, { description: 'Of the session.' }) id: string, @Ctx() context: HttpContext): Promise<boolean> {
    await this.#sessions.end(context.signedIn(), { id }, context.device)
    return true
  }

  @Mutation(() => Int, { description: 'Ends all sessions but the one that asks; how many there were.' })
  endOtherSessions(@Ctx() context: HttpContext): Promise<number> {
    return this.#sessions.endOthers(context.signedIn(), context.device)
  }
}
