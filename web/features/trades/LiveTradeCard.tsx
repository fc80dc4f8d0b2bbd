import { memo } from 'react'
import { styled } from 'styled-components'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { Sentence } from '../../ui/Sentence.tsx'
import { CardActions } from '../../ui/TradeCardFrame.tsx'
import { CardOfTrade } from './CardOfTrade.tsx'
import { CloseTradeButton } from './CloseTradeButton.tsx'
import { LevelsButton } from './LevelsButton.tsx'
import { openSymbols } from './legProfit.ts'
import { TradeAlerts } from './TradeAlerts.tsx'

const Why = styled.div`
  display: grid;
  gap: 4px;
  padding-top: 10px;
  border-top: 1px solid var(--line);

  strong {
    color: var(--text);
    font-weight: 600;
  }
`

interface LiveTradeCardProps {
  trade: TradePartsFragment
  onWhy: (id: string) => void
}

/** A running trade's card, moving with the prices of its open legs: why it was opened, how its stop follows, what its owner must know of its orders, whether it is his or closing it is up to him, and the way to do so. */
export const LiveTradeCard = memo(function LiveTradeCard({ trade, onWhy }: LiveTradeCardProps) {
  const priceOf = usePrices(openSymbols([trade]))
  const { opened } = trade
  const trailingStopPercent = trade.letGo ? null : trade.trailingStopPercent
  return (
    <CardOfTrade trade={trade} priceOf={priceOf} onWhy={() => onWhy(trade.id)}>
      {opened === null && trailingStopPercent === null ? null : (
        <Why>
          {opened === null ? null : (
            <p>
              <strong>Opened:</strong> <Sentence text={opened} />
            </p>
          )}
          {trailingStopPercent === null ? null : (
            <p>
              <strong>Trailing stop:</strong> follows {trailingStopPercent}% below the highest premium.
            </p>
          )}
        </Why>
      )}
      <TradeAlerts trade={trade} />
      <CardActions>
        <LevelsButton trade={trade} />
        <CloseTradeButton trade={trade} />
      </CardActions>
    </CardOfTrade>
  )
})
