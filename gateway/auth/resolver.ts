import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { AuthPayload, LoginInput, SignupInput, TokenPayload } from '../../schema/graphql/auth.ts'
import type { HttpContext } from '../server/RequestContext.ts'

@Resolver()
export class AuthResolver {
  @Mutation(() => AuthPayload, { description: 'Makes an account and signs in.' })
  async signup(
    @Arg('input', () => SignupInput, { description: 'The new account.' }) input: SignupInput,
    @Ctx() context: HttpContext,
  ): Promise<AuthPayload> {
    await context.countAttempt('signup')
    return context.services.auth.signup(input)
  }

  @Mutation(() => AuthPayload, { description: 'Signs in.' })
  async login(
    @Arg('input', () => LoginInput, { description: 'Credentials.' }) input: LoginInput,
    @Ctx() context: HttpContext,
  ): Promise<AuthPayload> {
    await context.countAttempt('login')
    return context.services.auth.login(input)
  }

  @Mutation(() => TokenPayload, {
    description: 'Exchanges a refresh token for a new pair. Each is good for one use; using one again ends the sign-in it belongs to.',
  })
  async refresh(
    @Arg('refreshToken', () => String, { description: 'The latest one of the sign-in.' }) refreshToken: string,
    @Ctx() context: HttpContext,
  ): Promise<TokenPayload> {
    await context.countAttempt('refresh')
    return context.services.auth.refresh({ refreshToken })
  }

  @Mutation(() => Boolean, { description: 'Ends the sign-in the refresh token belongs to; always true.' })
  async logout(
    @Arg('refreshToken', () => String, { description: 'The latest one of the sign-in.' }) refreshToken: string,
    @Ctx() context: HttpContext,
  ): Promise<boolean> {
    await context.services.auth.logout({ refreshToken })
    return true
  }
}
