import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { RecoveryCodes, TwoFactorSetup } from '../../../schema/graphql/twoFactor.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { TwoFactorService } from './service.ts'

@Resolver()
export class TwoFactorResolver {
  readonly #twoFactor: TwoFactorService
  constructor({ twoFactor }: { readonly twoFactor: TwoFactorService }) {
    this.#twoFactor = twoFactor
  }

  @Mutation(() => TwoFactorSetup, { description: 'Draws a seed for an authenticator app; `confirmTwoFactor` puts it in force.' })
  beginTwoFactor(@Ctx() context: HttpContext): Promise<TwoFactorSetup> {
    return this.#twoFactor.begin(context.signedIn())
  }

  @Mutation(() => RecoveryCodes, { description: 'Turns two-factor sign-in on with a first code, and ends all other sessions.' })
  async confirmTwoFactor(
    @Arg('code', () => String, { description: 'Six digits of the authenticator.' }) code: string,
    @Ctx() context: HttpContext,
  ): Promise<RecoveryCodes> {
    const caller = context.signedIn()
    await context.countAttempt('password')
    return this.#twoFactor.confirm(caller, { code }, context.device)
  }

  @Mutation(() => Boolean, { description: 'Turns two-factor sign-in off, and ends all other sessions.' })
  async turnOffTwoFactor(@Ctx() context: HttpContext): Promise<boolean> {
    await this.#twoFactor.turnOff(context.signedIn(), context.device)
    return true
  }

  @Mutation(() => RecoveryCodes, { description: 'New recovery codes in place of the old ones.' })
  renewRecoveryCodes(@Ctx() context: HttpContext): Promise<RecoveryCodes> {
    return this.#twoFactor.renewRecoveryCodes(context.signedIn(), context.device)
  }
}
