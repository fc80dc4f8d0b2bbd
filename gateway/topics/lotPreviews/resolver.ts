import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql'
import { LotPreview } from '../../../schema/graphql/lotPreviews.ts'
import { StrategyTermsInput } from '../../../schema/graphql/managedStrategies.ts'
import { Size, Work } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { INDEX_SYMBOLS } from '../../../schema/market/indices.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import type { LotPreviewService } from './service.ts'

/** Units of cost of listing and pricing the options of all indices: 46–65 ms for ten strategies, up to 1.1 s while the engine loads. */
const PRICED = 5_000

@Resolver()
export class LotPreviewResolver {
  readonly #lotPreviews: LotPreviewService
  constructor({ lotPreviews }: { readonly lotPreviews: LotPreviewService }) {
    this.#lotPreviews = lotPreviews
  }

  @Size(({ strategyId }) => (strategyId == null ? LIMITS.lotPreviews.max : INDEX_SYMBOLS.length))
  @Work(() => PRICED)
  @Query(() => [LotPreview], {
    description:
      'What one lot would open now and what that takes, by the code that trades: of a strategy on each of its indices; without one, of the first hundred strategies that the caller may see on the first index of each.',
  })
  lotPreviews(
    @Arg('strategyId', () => ID, { nullable: true, description: 'The strategy, by its newest version; all of them when left out.' })
    strategyId: string | null,
    @Ctx() context: RequestContext,
  ): Promise<LotPreview[]> {
    return this.#lotPreviews.ofStrategies(context.signedIn(), { strategyId: strategyId ?? null })
  }

  @Size(INDEX_SYMBOLS.length)
  @Work(() => PRICED)
  @Query(() => [LotPreview], { description: 'The same of a strategy that is not stored.' })
  draftLotPreviews(
    @Arg('draft', () => StrategyTermsInput, { description: 'Its rules and what it trades by.' }) draft: StrategyTermsInput,
    @Arg('instruments', () => [String], { description: 'Of NIFTY, SENSEX, BANKNIFTY and MIDCAP.' }) instruments: string[],
    @Ctx() context: RequestContext,
  ): Promise<LotPreview[]> {
    context.signedIn()
    return this.#lotPreviews.ofDraft({ draft, instruments })
  }
}
