import type { StrategyVersion } from '../../../prisma/generated/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { LotPreview } from '../../../schema/graphql/lotPreviews.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { indexNamed, shownIndex, type IndexSymbol } from '../../../schema/market/indices.ts'
import { toRupees } from '../../../schema/money.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { termsOf } from '../strategies/termsInput.ts'
import { storedRules, withNewest } from '../strategies/toStrategy.ts'
import { viewerOf, visibleTo } from '../strategies/visibleTo.ts'
import { draftLotInput, lotPreviewsInput } from './input.ts'
import { previewChains, type MarketParts } from './previewChains.ts'
import { previewLot, type LotTerms } from './previewLot.ts'
import type { PreviewChain } from './PreviewChain.ts'

/** A strategy's terms on some indices. */
interface Wanted {
  readonly strategyId: string | null
  readonly terms: LotTerms
  readonly instruments: readonly string[]
}

/** What one lot of a strategy would open now, and what that takes: before anybody subscribes to it. */
export class LotPreviewService {
  readonly #parts: MarketParts
  constructor(parts: MarketParts) {
    this.#parts = parts
  }

  /** Of a strategy on each of its indices; of all that the caller sees on the first of each. Throws NOT_FOUND for one that the caller may not see. */
  async ofStrategies(caller: Principal, input: unknown): Promise<LotPreview[]> {
    const { strategyId } = parseInput(lotPreviewsInput, input)
    const rows = await this.#parts.db.strategy.findMany({
      where: { ...(strategyId === null ? { archivedAt: null } : { id: strategyId }), ...visibleTo(viewerOf(caller)) },
      include: withNewest,
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      take: LIMITS.lotPreviews.max,
    })
    if (strategyId !== null && rows.length === 0) throw new UserFacingError('NOT_FOUND', 'This strategy is not available.')
    return this.#previews(
      rows.map(({ id, newest }) => {
        const { instruments } = newest
        return { strategyId: id, terms: lotTermsOf(newest), instruments: strategyId === null ? instruments.slice(0, 1) : instruments }
      }),
    )
  }

  /** Of a strategy that is not stored. Throws BAD_USER_INPUT. */
  async ofDraft(input: unknown): Promise<LotPreview[]> {
    const { draft, instruments } = parseInput(draftLotInput, input)
    const { rules, stopLossPercent, takeProfitPercent } = termsOf(draft)
    const parsed = parseRuleSet(rules)
    if (!parsed.ok) throw new Error(`rules that were just read do not parse: ${JSON.stringify(parsed.error)}`)
    return this.#previews([{ strategyId: null, terms: { rules: parsed.value, stopLossPercent, takeProfitPercent }, instruments }])
  }

  async #previews(wanted: readonly Wanted[]): Promise<LotPreview[]> {
    const named = wanted.flatMap(({ instruments, ...of }) => instruments.map((name) => ({ ...of, index: indexNamed(name) })))
    const known = named.flatMap(({ index, ...of }) => (index === null ? [] : { ...of, index }))
    const [{ isOpen }, chains] = await Promise.all([
      this.#parts.market.status(),
      previewChains(this.#parts, [...new Set(known.map(({ index }) => index))]),
    ])
    return known.map(({ strategyId, terms, index }) => ({
      ...{ strategyId, instrument: shownIndex(index), marketOpen: isOpen },
      ...previewOn(index, terms, chains.get(index)),
    }))
  }
}

function lotTermsOf(version: StrategyVersion): LotTerms {
  const { stopLossPercent, takeProfitPercent } = version
  return { rules: storedRules(version), stopLossPercent, takeProfitPercent }
}

function previewOn(index: IndexSymbol, terms: LotTerms, chain: PreviewChain | undefined) {
  if (!chain) return { indexPrice: null, entries: [], unknown: `No price of ${shownIndex(index)} is known yet.` }
  const indexPrice = toRupees(chain.indexPrice)
  const preview = previewLot(terms, chain)
  return preview.ok ? { indexPrice, entries: preview.value, unknown: null } : { indexPrice, entries: [], unknown: `${preview.error}.` }
}
