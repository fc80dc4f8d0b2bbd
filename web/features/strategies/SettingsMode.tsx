import { styled } from 'styled-components'
import type { UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'

const Mode = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  margin-top: 16px;
  padding-block: 10px;
  border-block: 1px solid var(--line);

  p {
    flex: 1 1 11rem;
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

interface SettingsModeProps {
  own: Pick<UserStrategyPartsFragment, 'paperTrade' | 'unmetGates'>
  busy: boolean
  onTradeLive: () => void
  onBackToPaper: () => void
}

/** Whose money a subscription trades with, and the way to the other. */
export function SettingsMode({ own: { paperTrade, unmetGates }, busy, onTradeLive, onBackToPaper }: SettingsModeProps) {
  return (
    <Mode>
      <ModeBadge mode={paperTrade ? 'PAPER' : 'LIVE'} />
      <p>
        {paperTrade
          ? 'Paper trading: no real money.'
          : 'Live trading: it sends live orders. With more lots, more indices or a wider window than you confirmed, it opens no trades until you confirm again.'}
      </p>
      {paperTrade || unmetGates.length > 0 ? (
        <Button $look="quiet" type="button" $busy={busy} onClick={onTradeLive}>
          {paperTrade ? 'Trade live' : 'Confirm again'}
        </Button>
      ) : null}
      {paperTrade ? null : (
        <Button $look="quiet" type="button" $busy={busy} onClick={onBackToPaper}>
          Back to paper
        </Button>
      )}
    </Mode>
  )
}
