import type { ReactNode } from 'react'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { PositionCard } from '../../ui/PositionCard.tsx'
import { TradeCard } from '../../ui/TradeCard.tsx'
import type { PriceOf } from './legProfit.ts'
import { tradeView } from './tradeView.ts'

interface CardOfTradeProps {
  trade: TradePartsFragment
  priceOf: PriceOf
  /** Opens why it was traded; left out, its name is a text. */
  onWhy?: () => void
  children?: ReactNode
}

/** The card of a trade at these last prices: of one bought option, or of several legs; its actions below. */
export function CardOfTrade({ trade, priceOf, ...rest }: CardOfTradeProps) {
  const view = tradeView(trade, priceOf)
  return 'legs' in view ? <PositionCard trade={view} {...rest} /> : <TradeCard trade={view} {...rest} />
}
