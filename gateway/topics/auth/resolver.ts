import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import {
  AuthPayload,
  LoginInput,
  LoginPayload,
  ReauthenticateInput,
  SecondFactorInput,
  SignupInput,
  TokenPayload,
} from '../../../schema/graphql/auth.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { AuthService } from './service.ts'

@Resolver()
export class AuthResolver {
  readonly #auth: AuthService
  constructor({ auth }: { readonly auth: AuthService }) {
    this.#auth = auth
  }

  @Mutation(() => AuthPayload, { description: 'Makes an account and signs in.' })
  async signup(
    @Arg('input', () => SignupInput, { description: 'The new account.' }) input: SignupInput,
    @Ctx() context: HttpContext,
  ): Promise<AuthPayload> {
    await context.countAttempt('signup')
    return this.#auth.signup(input, context.device)
  }

  @Mutation(() => LoginPayload, { description: 'Signs in; with two-factor sign-in this is the first of two steps.' })
  async login(
    @Arg('input', () => LoginInput, { description: 'Credentials.' }) input: LoginInput,
    @Ctx() context: HttpContext,
  ): Promise<LoginPayload> {
    await context.countAttempt('login')
    return this.#auth.login(input, context.device)
  }

  @Mutation(() => AuthPayload, { description: 'The second step of a sign-in.' })
  async loginSecondFactor(
    @Arg('input', () => SecondFactorInput, { description: 'The challenge and a code.' }) input: SecondFactorInput,
    @Ctx() context: HttpContext,
  ): Promise<AuthPayload> {
    await context.countAttempt('login')
    return this.#auth.loginSecondFactor(input, context.device)
  }

  @Mutation(() => Boolean, { description: 'Confirms the password: for ten minutes the session may then make dangerous changes.' })
  async reauthenticate(
    @Arg('input', () => ReauthenticateInput, { description: 'The password, and a code with two-factor sign-in.' })
    input: ReauthenticateInput,
    @Ctx() context: HttpContext,
  ): Promise<boolean> {
    const caller = context.signedIn()
    await context.countAttempt('password')
    await this.#auth.reauthenticate(caller, input, context.device)
    return true
  }

  @Mutation(() => TokenPayload, {
    description:
      'Exchanges a refresh token for a new pair. Each is good for one use; using one again, but for a second tab within ten seconds, ends the session.',
  })
  async refresh(
    @Arg('refreshToken', () => String, { description: 'The latest one of the session.' }) refreshToken: string,
    @Arg('unattended', () => Boolean, {
      defaultValue: false,
      description: 'By a program whose user has left it alone, which does not keep the session from ending for want of use.',
    })
    unattended: boolean,
    @Ctx() context: HttpContext,
  ): Promise<TokenPayload> {
    await context.countAttempt('refresh')
    return this.#auth.refresh({ refreshToken, unattended }, context.device)
  }

  @Mutation(() => Boolean, { description: 'Ends the session the refresh token belongs to; always true.' })
  async logout(
    @Arg('refreshToken', () => String, { description: 'The latest one of the session.' }) refreshToken: string,
    @Ctx() context: HttpContext,
  ): Promise<boolean> {
    await this.#auth.logout({ refreshToken }, context.device)
    return true
  }
}
