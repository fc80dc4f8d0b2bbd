import { styled } from 'styled-components'
import type { ProfileQuery } from '../../gql/generated/graphql.ts'
import { formatCount, UNKNOWN } from '../../lib/formatMoney.ts'
import { Card } from '../../ui/Card.ts'
import { ROLES } from './roles.ts'

const Frame = styled(Card)`
  h2 {
    margin-bottom: 12px;
    font-size: var(--text-md);
  }

  dl {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 10px 12px;
    font-size: var(--text-sm);
  }

  dt {
    color: var(--muted);
  }

  dd {
    font-weight: 600;
    text-align: right;
  }
`

interface AccountOverviewProps extends Pick<ProfileQuery, 'me' | 'myStrategies' | 'tradeHistory' | 'liveTrades'> {
  /** Null: not known. */
  readonly brokerConnected: boolean | null
}

/** The account in four facts. Trades count running and closed, on paper and live. */
export function AccountOverview({ me, myStrategies, tradeHistory, liveTrades, brokerConnected }: AccountOverviewProps) {
  return (
    <Frame aria-label="Account Overview">
      <h2>Account Overview</h2>
      <dl>
        <dt>Total Trades</dt>
        <dd>{formatCount(tradeHistory.matchingTrades + liveTrades.length)}</dd>
        <dt>Active Strategies</dt>
        <dd>{formatCount(myStrategies.filter(({ isActive }) => isActive).length)}</dd>
        <dt>Role</dt>
        <dd>{ROLES[me.role]}</dd>
        <dt>Broker Status</dt>
        <dd>{brokerConnected === null ? UNKNOWN : brokerConnected ? 'Connected' : 'Not connected'}</dd>
      </dl>
    </Frame>
  )
}
