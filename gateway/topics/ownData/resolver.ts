import { GraphQLJSONObject } from 'graphql-scalars'
import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { OwnDataService } from './service.ts'

@Resolver()
export class OwnDataResolver {
  readonly #ownData: OwnDataService
  constructor({ ownData }: { readonly ownData: OwnDataService }) {
    this.#ownData = ownData
  }

  @Mutation(() => GraphQLJSONObject, {
    description:
      'All that is kept about the signed-in user, up to 16 MB. A mutation, because it is written to the audit log; needs a recent password, once in a request and one at a time.',
  })
  exportMyData(@Ctx() context: HttpContext): Promise<object> {
    return this.#ownData.exportWhole(context.signedIn(), context.device)
  }

  @Mutation(() => Boolean, { description: 'Deletes the account of the signed-in user; needs a recent password, and no open trade.' })
  async deleteMyAccount(
    @Arg('email', () => String, { description: 'The address of the account, typed to confirm.' }) email: string,
    @Ctx() context: HttpContext,
  ): Promise<boolean> {
    await this.#ownData.delete(context.signedIn(), { email })
    return true
  }
}
