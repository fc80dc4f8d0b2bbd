import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { AccessToken, AccessTokenInput, NewAccessToken } from '../../../schema/graphql/accessTokens.ts'
import { Size } from '../../../schema/graphql/size.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { AccessTokenService } from './service.ts'

@Resolver()
export class AccessTokenResolver {
  readonly #accessTokens: AccessTokenService
  constructor({ personalTokens }: { readonly personalTokens: AccessTokenService }) {
    this.#accessTokens = personalTokens
  }

  @Size(50)
  @Query(() => [AccessToken], { description: "The signed-in user's personal access tokens, the newest first." })
  accessTokens(@Ctx() context: RequestContext): Promise<AccessToken[]> {
    return this.#accessTokens.mine(context.signedIn())
  }

  @Mutation(() => NewAccessToken, {
    description: 'Makes a personal access token and shows its text this once. Needs a recent password; CONFLICT when there are ten.',
  })
  createAccessToken(
    @Arg('input', () => AccessTokenInput, { description: 'What it is for.' }) input: AccessTokenInput,
    @Ctx() context: HttpContext,
  ): Promise<NewAccessToken> {
    return this.#accessTokens.create(context.signedIn(), input, context.device)
  }

  @Mutation(() => Boolean, { description: 'Revokes a personal access token; its sockets close at once.' })
  async revokeAccessToken(
    @Arg('id', () => ID, { description: 'Of the token.' }) id: string,
    @Ctx() context: HttpContext,
  ): Promise<boolean> {
    await this.#accessTokens.revoke(context.signedIn(), { id }, context.device)
    return true
  }
}
