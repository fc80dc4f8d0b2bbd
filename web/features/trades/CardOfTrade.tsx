import type { ReactNode } from 'react'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { PositionCard } from '../../ui/PositionCard.tsx'
import { TradeCard } from '../../ui/TradeCard.tsx'
import type { PriceOf } from './legProfit.ts'
import { tradeView } from './tradeView.ts'

/** The card of a trade at these last prices: of one bought option, or of several legs; its actions below. */
export function CardOfTrade({ trade, priceOf, children }: { trade: TradePartsFragment; priceOf: PriceOf; children?: ReactNode }) {
  const view = tradeView(trade, priceOf)
  return 'legs' in view ? <PositionCard trade={view}>{children}</PositionCard> : <TradeCard trade={view}>{children}</TradeCard>
}
