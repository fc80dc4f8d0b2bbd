import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Account, AccountLimitsInput } from '../../../schema/graphql/account.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { AccountService } from './service.ts'

@Resolver()
export class AccountResolver {
  readonly #account: AccountService
  constructor({ account }: { readonly account: AccountService }) {
    this.#account = account
  }

  @Query(() => Account, { description: "The signed-in user's paper account." })
  account(@Ctx() context: RequestContext): Promise<Account> {
    return this.#account.account(context.signedIn().userId)
  }

  @Mutation(() => Account, {
    description:
      'Changes paper funds and limits; CONFLICT for new funds while paper trades are open. Raising, lifting or loosening one takes a password given within ten minutes.',
  })
  updateAccountLimits(
    @Arg('input', () => AccountLimitsInput, { description: 'What to change.' }) input: AccountLimitsInput,
    @Ctx() context: HttpContext,
  ): Promise<Account> {
    return this.#account.changeLimits(context.signedIn(), input, context.device)
  }
}
