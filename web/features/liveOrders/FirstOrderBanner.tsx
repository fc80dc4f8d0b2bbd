import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { spokenOption } from '../../../schema/market/options/spokenOption.ts'
import type { FirstOrderPartsFragment } from '../../gql/generated/graphql.ts'
import { useLiveMoney } from '../../gql/useLiveMoney.ts'
import { capitalised } from '../../lib/capitalised.ts'
import { formatCount, formatPrice } from '../../lib/formatMoney.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { ShelfBanner } from '../../ui/Shelf.tsx'

const Question = styled.div`
  display: grid;
  flex: 1 1 20rem;
  gap: 4px;
  overflow-wrap: anywhere;

  h2 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 10px;
    font-size: var(--text-md);
  }

  small {
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

interface FirstOrderBannerProps {
  order: FirstOrderPartsFragment
  /** Below its numbers: how long it waits, or what became of it. */
  note: ReactNode
  children?: ReactNode
}

/** A first live order with its numbers. */
export function FirstOrderBanner({ order: { strategy, legs, lots, funds, lossAtStop }, note, children }: FirstOrderBannerProps) {
  const money = useLiveMoney()
  const texts = legs.map(({ side, quantity, option, premium }) => {
    return `${side === 'BUY' ? 'buy' : 'sell'} ${formatCount(quantity)} × ${spokenOption(option)} at about ${formatPrice(premium)}`
  })
  return (
    <ShelfBanner $tone="live" role="region" aria-label={`First live order of ${strategy}`}>
      <CircleAlert size={20} aria-hidden />
      <Question>
        <h2>
          Send the first live order of {strategy}? <ModeBadge mode="LIVE" />
        </h2>
        <p>
          {capitalised(texts.join(', '))} ({formatCount(lots)} {lots === 1 ? 'lot' : 'lots'}). It needs <Rupees value={funds} />, charges
          included ({money}).{' '}
          {lossAtStop === null ? (
            'No stop limits its loss.'
          ) : (
            <>
              If the stop is hit, it loses about <Rupees value={lossAtStop} /> before charges; more if the price jumps past the stop.
            </>
          )}
        </p>
        {note}
      </Question>
      {children}
    </ShelfBanner>
  )
}
