import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { ChangePasswordInput, ResetPasswordInput, TokenPayload } from '../../../schema/graphql/auth.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { PasswordService } from './service.ts'

@Resolver()
export class PasswordResolver {
  readonly #passwords: PasswordService
  constructor({ passwords }: { readonly passwords: PasswordService }) {
    this.#passwords = passwords
  }

  @Mutation(() => TokenPayload, { description: 'Changes the password and ends every session; the tokens are of a new one.' })
  async changePassword(
    @Arg('input', () => ChangePasswordInput, { description: 'The old and the new one.' }) input: ChangePasswordInput,
    @Ctx() context: HttpContext,
  ): Promise<TokenPayload> {
    const caller = context.signedIn()
    await context.countAttempt('password')
    return this.#passwords.change(caller, input, context.device)
  }

  @Mutation(() => Boolean, { description: 'Mails a link for a new password if there is such an account; always true.' })
  async forgotPassword(
    @Arg('email', () => String, { description: 'Of the account.' }) email: string,
    @Ctx() context: HttpContext,
  ): Promise<boolean> {
    await context.countAttempt('mail')
    await this.#passwords.forgot({ email }, context.device)
    return true
  }

  @Mutation(() => Boolean, { description: 'Sets a new password by a mailed link and ends every session. Signs nobody in.' })
  async resetPassword(
    @Arg('input', () => ResetPasswordInput, { description: 'The token of the link and the new password.' }) input: ResetPasswordInput,
    @Ctx() context: HttpContext,
  ): Promise<boolean> {
    await context.countAttempt('link')
    await this.#passwords.reset(input, context.device)
    return true
  }
}
