import { CircleAlert } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { styled } from 'styled-components'
import { SECOND } from '../../../schema/time.ts'
import type { FirstOrderPartsFragment } from '../../gql/generated/graphql.ts'
import { capitalised } from '../../lib/capitalised.ts'
import { formatCount, formatPrice } from '../../lib/formatMoney.ts'
import { minutesAndSeconds } from '../../lib/minutesAndSeconds.ts'
import { useNow } from '../../lib/useNow.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { ShelfBanner } from '../../ui/Shelf.tsx'
import { useFirstOrderAnswer } from './useFirstOrderAnswer.ts'

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

const Actions = styled.div`
  display: flex;
  gap: 8px;

  button {
    min-width: 7rem;
  }

  ${media.phone} {
    flex: 1;

    button {
      flex: 1;
    }
  }
`

/** A first live order with its numbers, and the way to approve or to decline it. Disappears when its time is up. */
export function FirstOrderBanner({ order }: { order: FirstOrderPartsFragment }) {
  const now = useNow(SECOND)
  const { strategy, legs, lots, funds, lossAtStop, expiresAt } = order
  const isApproved = order.answer === 'APPROVED'
  const left = Date.parse(expiresAt) - now
  if (!isApproved && left <= 0) return null
  const texts = legs.map(({ side, quantity, option, premium }) => {
    return `${side === 'BUY' ? 'buy' : 'sell'} ${formatCount(quantity)} × ${option} at about ${formatPrice(premium)}`
  })
  return (
    <ShelfBanner $tone="live" role="region" aria-label={`First live order of ${strategy}`}>
      <CircleAlert size={20} aria-hidden />
      <Question>
        <p className="visually-hidden" role="alert">
          The first live order of {strategy} waits for your approval.
        </p>
        <h2>
          Send the first live order of {strategy}? <ModeBadge mode="LIVE" />
        </h2>
        <p>
          {capitalised(texts.join(', '))} ({formatCount(lots)} {lots === 1 ? 'lot' : 'lots'}). It sets aside <Rupees value={funds} /> of
          real money, charges included.{' '}
          {lossAtStop === null ? (
            'No stop bounds its loss.'
          ) : (
            <>
              If it goes wrong, it loses about <Rupees value={lossAtStop} /> before charges, and more if the price jumps past its stop.
            </>
          )}
        </p>
        {isApproved ? (
          <p role="status">Approved. Waiting for the engine.</p>
        ) : (
          <small aria-live="off">
            Time left: <span role="timer">{minutesAndSeconds(left)}</span>. When you send it, every check is made once more, and later
            orders of this strategy go without asking. Without your approval nothing is sent, and the next signal asks again. Exits never
            ask.
          </small>
        )}
      </Question>
      {isApproved ? null : <Answer id={order.id} />}
    </ShelfBanner>
  )
}

/** Yes or no. The focus on one of them moves to the page when they disappear. */
function Answer({ id }: { id: string }) {
  const { busy, answer } = useFirstOrderAnswer(id)
  const actions = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const buttons = actions.current
    return () => {
      if (buttons?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Actions ref={actions}>
      <Button type="button" $busy={busy} onClick={() => void answer(true)}>
        Send it
      </Button>
      <Button $look="quiet" type="button" $busy={busy} onClick={() => void answer(false)}>
        Decline
      </Button>
    </Actions>
  )
}
