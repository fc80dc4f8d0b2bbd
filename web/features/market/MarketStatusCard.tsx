import { styled } from 'styled-components'
import { SECOND } from '../../../schema/time.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { formatCount, UNKNOWN } from '../../lib/formatMoney.ts'
import { formatDay } from '../../lib/formatTime.ts'
import { useNow } from '../../lib/useNow.ts'
import { media } from '../../theme/media.ts'
import { Badge } from '../../ui/Badge.ts'
import { Card } from '../../ui/Card.ts'

const Frame = styled(Card)`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: 12px 40px;
  margin-bottom: 12px;
  padding: 12px 16px;

  h2 {
    font-size: var(--text-md);
  }

  dl {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 12px;
  }

  dl > div {
    padding-left: 16px;
    border-left: 1px solid var(--line);
  }

  dt {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  dd {
    min-height: 24px;
    font-size: var(--text-md);
    font-weight: 600;
    line-height: 24px;
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);

    dl {
      grid-template-columns: 1fr 1fr;
    }

    dl > div {
      padding-left: 0;
      border-left: 0;
    }
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
