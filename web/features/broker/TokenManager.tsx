import { RefreshCw, RotateCw } from 'lucide-react'
import { useId } from 'react'
import { styled } from 'styled-components'
import type { BrokerPartsFragment } from '../../gql/generated/graphql.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { media } from '../../theme/media.ts'
import { Alert } from '../../ui/Alert.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { BrokerActions } from './BrokerActions.ts'
import { BrokerFacts } from './BrokerFacts.ts'
import { BrokerPanel } from './BrokerPanel.ts'
import { SIGN_IN_TAKES } from './signInTakes.ts'
import type { BrokerChange } from './useBrokerChange.ts'

/** As high as either of what it may say: a failure that comes late moves nothing that is about to be pressed. */
const Said = styled.div`
  min-height: 2.75rem;

  p:not([role]) {
    color: var(--muted);
    font-size: var(--text-sm);
  }

  ${media.phone} {
    min-height: 5.25rem;
  }
`

interface TokenManagerProps {
  status: BrokerPartsFragment
  busy: BrokerChange | null
  /** What stands against the tokens, or why there are no newer ones; null: nothing. */
  failure: string | null
  onRefresh: () => void
  onAutoRefresh: () => void
}

/** The tokens of a connected account: how old they are, until when they are good, and how to get new ones. */
export function TokenManager({ status, busy, failure, onRefresh, onAutoRefresh }: TokenManagerProps) {
  const id = useId()
  const { lastRefreshed, validUntil, refreshRecommended, signsInByItself } = status
  return (
    <BrokerPanel aria-labelledby={id}>
      <header>
        <h3 id={id}>Broker tokens</h3>
        <Badge $tone={refreshRecommended ? 'warning' : 'good'}>{refreshRecommended ? 'Refresh recommended' : 'Up to date'}</Badge>
      </header>
      <BrokerFacts>
        <div>
          <dt>Last refreshed</dt>
          <dd>{lastRefreshed === null ? 'Never' : formatDateTime(lastRefreshed)}</dd>
        </div>
        <div>
          <dt>Valid until</dt>
          <dd>{validUntil === null ? UNKNOWN : formatDateTime(validUntil)}</dd>
        </div>
        <div>
          <dt>Next morning</dt>
          <dd>{signsInByItself ? 'Signs in automatically' : 'You connect again'}</dd>
        </div>
      </BrokerFacts>
      <BrokerActions>
        <Button $look="quiet" type="button" $busy={busy !== null} onClick={onRefresh}>
          <RefreshCw size={15} aria-hidden /> {busy === 'refresh' ? 'Refreshing...' : 'Refresh Tokens'}
        </Button>
        <Button $look="quiet" type="button" $busy={busy !== null} disabled={!signsInByItself} onClick={onAutoRefresh}>
          <RotateCw size={15} aria-hidden /> {busy === 'autoRefresh' ? 'Refreshing...' : 'Automatic Refresh'}
        </Button>
      </BrokerActions>
      <Said>
        {busy === 'refresh' || busy === 'autoRefresh' ? (
          <p aria-live="polite">{SIGN_IN_TAKES}</p>
        ) : failure === null ? (
          <p>
            A refresh is recommended an hour after the last one.{' '}
            {signsInByItself
              ? 'Automatic Refresh signs in again with your saved PIN and TOTP secret.'
              : 'Automatic Refresh needs a saved PIN and TOTP secret: connect with your PIN, and choose to save them.'}
          </p>
        ) : (
          <Alert>{failure}</Alert>
        )}
      </Said>
    </BrokerPanel>
  )
}
