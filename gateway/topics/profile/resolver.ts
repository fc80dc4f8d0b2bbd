import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { ProfileInput, User } from '../../../schema/graphql/auth.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { ProfileService } from './service.ts'

@Resolver()
export class ProfileResolver {
  readonly #profile: ProfileService
  constructor({ profile }: { readonly profile: ProfileService }) {
    this.#profile = profile
  }

  @Query(() => User, { description: 'The signed-in user.' })
  me(@Ctx() context: RequestContext): Promise<User> {
    return this.#profile.me(context.signedIn().userId)
  }

  @Mutation(() => User, {
    description: 'Changes the own profile. A new e-mail address has to be confirmed first, and takes a password given within ten minutes.',
  })
  updateProfile(
    @Arg('input', () => ProfileInput, { description: 'What changes.' }) input: ProfileInput,
    @Ctx() context: HttpContext,
  ): Promise<User> {
    return this.#profile.update(context.signedIn(), input, context.device)
  }

  @Mutation(() => Boolean, {
    description: 'Confirms an e-mail address by the token of a mailed link, in a session of its account or with its password.',
  })
  async verifyEmail(
    @Arg('token', () => String, { description: 'From the link.' }) token: string,
    @Arg('password', () => String, { nullable: true, description: 'Of the account, unless its owner is signed in.' })
    password: string | null | undefined,
    @Ctx() context: HttpContext,
  ): Promise<boolean> {
    const caller = context.caller()
    await context.countAttempt('link')
    await this.#profile.verifyEmail(caller, { token, password }, context.device)
    return true
  }

  @Mutation(() => Boolean, { description: 'Mails the link again to an address that waits for it; always true.' })
  async resendVerification(
    @Arg('email', () => String, { description: 'The address to be confirmed.' }) email: string,
    @Ctx() context: HttpContext,
  ): Promise<boolean> {
    const caller = context.caller()
    await context.countAttempt('mail')
    await this.#profile.resendVerification(caller, { email }, context.device)
    return true
  }
}
