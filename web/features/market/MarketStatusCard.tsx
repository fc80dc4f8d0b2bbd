import { styled } from 'styled-components'
import { SECOND } from '../../../schema/time.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { formatCount, UNKNOWN } from '../../lib/formatMoney.ts'
import { formatDay } from '../../lib/formatTime.ts'
import { useNow } from '../../lib/useNow.ts'
import { Badge } from '../../ui/Badge.ts'
import { Card } from '../../ui/Card.ts'

const Frame = styled(Card)`
  h2 {
    margin-bottom: 8px;
    font-size: var(--text-md);
  }

  dl > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 44px;
    border-top: 1px solid var(--line);
    font-size: var(--text-sm);
  }

  dl > div:first-child {
    border-top: 0;
  }

  dt {
    color: var(--muted);
  }

  dd {
    font-weight: 600;
  }
`

/** Whether the market is open, whether the engine lives, how many trades run (null while unknown). */
export function MarketStatusCard({ activeTrades }: { activeTrades: number | null }) {
  const market = useMarket()
  const now = useNow(SECOND)
  const open = market?.isOpenAt(now)
  return (
    <Frame aria-label="Market Status">
      <h2>Market Status</h2>
      <dl>
        <div>
          <dt>Market</dt>
          <dd>{market ? <Badge $tone={open ? 'up' : 'warning'}>{open ? 'Market Open' : 'Market Closed'}</Badge> : UNKNOWN}</dd>
        </div>
        <div>
          <dt>Market day</dt>
          <dd>{market ? formatDay(market.timeAt(now)) : UNKNOWN}</dd>
        </div>
        <div>
          <dt>Bot Status</dt>
          <dd>
            {market ? (
              <Badge $tone={market.engineRunning ? 'up' : 'down'}>{market.engineRunning ? 'Running' : 'Not responding'}</Badge>
            ) : (
              UNKNOWN
            )}
          </dd>
        </div>
        <div>
          <dt>Active Trades</dt>
          <dd>{activeTrades === null ? UNKNOWN : formatCount(activeTrades)}</dd>
        </div>
      </dl>
    </Frame>
  )
}
