import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { isRowPress } from '../../ui/isRowPress.ts'
import { PositionCard } from '../../ui/PositionCard.tsx'
import { TradeCard } from '../../ui/TradeCard.tsx'
import type { PriceOf } from './legProfit.ts'
import { tradeView } from './tradeView.ts'

/** Takes no place of its own. */
const Pressed = styled.div`
  display: contents;
  cursor: pointer;
`

interface CardOfTradeProps {
  trade: TradePartsFragment
  priceOf: PriceOf
  /** Opens why it was traded: by its name, or a press anywhere on the card beside its controls. */
  onWhy: () => void
  children?: ReactNode
}

/** The card of a trade at these last prices: of one bought option, or of several legs; its actions below. */
export function CardOfTrade({ trade, priceOf, onWhy, children }: CardOfTradeProps) {
  const view = tradeView(trade, priceOf)
  return (
    <Pressed onClick={(event) => (isRowPress(event) ? onWhy() : undefined)}>
      {'legs' in view ? (
        <PositionCard trade={view} onWhy={onWhy}>
          {children}
        </PositionCard>
      ) : (
        <TradeCard trade={view} onWhy={onWhy}>
          {children}
        </TradeCard>
      )}
    </Pressed>
  )
}
