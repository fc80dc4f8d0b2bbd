import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql'
import { ManagedMarket, MarketChange, MarketChangeInput, MarketPreview } from '../../../schema/graphql/adminMarket.ts'
import { asked, Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { AdminMarketService } from './service.ts'

@Resolver()
export class AdminMarketResolver {
  readonly #adminMarket: AdminMarketService
  constructor({ adminMarket }: { readonly adminMarket: AdminMarketService }) {
    this.#adminMarket = adminMarket
  }

  @Query(() => ManagedMarket, { description: 'The market tables; for admins with two-factor sign-in.' })
  managedMarket(@Ctx() context: HttpContext): Promise<ManagedMarket> {
    return this.#adminMarket.managed(context.signedIn())
  }

  @Size(asked('first', LIMITS.marketHistory))
  @Query(() => [MarketChange], { description: 'Who changed the market tables, newest first; for admins.' })
  marketChanges(
    @Ctx() context: HttpContext,
    @Arg('first', () => Int, {
      nullable: true,
      description: `How many, 1–${LIMITS.marketHistory.max}; ${LIMITS.marketHistory.default} when left out.`,
    })
    first?: number | null,
    @Arg('before', () => Int, { nullable: true, description: 'A version: only changes before it.' }) before?: number | null,
  ): Promise<MarketChange[]> {
    return this.#adminMarket.history(context.signedIn(), { first, before })
  }

  @Query(() => MarketPreview, { description: 'What a change of the market tables would do; for admins.' })
  previewMarket(
    @Arg('input', () => MarketChangeInput, { description: 'The change.' }) input: MarketChangeInput,
    @Ctx() context: HttpContext,
  ): Promise<MarketPreview> {
    return this.#adminMarket.preview(context.signedIn(), input)
  }

  @Mutation(() => ManagedMarket, {
    description:
      'Changes the market tables; for admins, with a password given within ten minutes. CONFLICT with what others have changed since `version`, BAD_USER_INPUT with every mistake: then nothing is changed.',
  })
  saveMarket(
    @Arg('version', () => Int, { description: 'That of the preview.' }) version: number,
    @Arg('input', () => MarketChangeInput, { description: 'The change.' }) input: MarketChangeInput,
    @Ctx() context: HttpContext,
  ): Promise<ManagedMarket> {
    return this.#adminMarket.save(context.signedIn(), { ...input, version }, context.device)
  }
}
