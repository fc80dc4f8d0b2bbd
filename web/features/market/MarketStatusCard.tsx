import { styled } from 'styled-components'
import { SECOND } from '../../../schema/time.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { useStops } from '../../gql/useStops.ts'
import { countByMode } from '../../lib/countByMode.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { formatCountdown } from '../../lib/formatTime.ts'
import { useNow } from '../../lib/useNow.ts'
import { Badge } from '../../ui/Badge.ts'
import { Card } from '../../ui/Card.ts'

const Frame = styled(Card)`
  display: grid;
  gap: 12px;
  align-content: start;

  h2 {
    font-size: var(--text-md);
  }

  dl {
    display: grid;
    grid-template-columns: auto 1fr;
    align-items: center;
    gap: 8px 12px;
    font-size: var(--text-sm);
  }

  dt {
    color: var(--muted);
  }

  dd {
    min-height: 24px;
    font-weight: 600;
    line-height: 24px;
    text-align: right;
  }
`

/** Whether the market is open and for how long, whether the engine lives and may open trades, how many trades run, paper and live apart (null while unknown). */
export function MarketStatusCard({ activeTrades }: { activeTrades: readonly { readonly mode: TradeMode }[] | null }) {
  const market = useMarket()
  const now = useNow(SECOND)
  const stops = useStops()
  const open = market?.isOpenAt(now)
  const left = formatCountdown(market === null || market.nextChangeAt === null ? null : market.nextChangeAt - market.timeAt(now))
  return (
    <Frame aria-label="Market Status">
      <h2>Market Status</h2>
      <dl>
        <dt>Market</dt>
        <dd>{market ? <Badge $tone={open ? 'good' : 'warning'}>{open ? 'Market Open' : 'Market Closed'}</Badge> : UNKNOWN}</dd>
        <dt>
          {open === false ? 'Opens' : 'Closes'}
          {left === 'Now' ? '' : ' in'}
        </dt>
        <dd>{left}</dd>
        <dt>Bot Status</dt>
        <dd>
          {market ? (
            <Badge $tone={!market.engineRunning ? 'bad' : stops.all ? 'warning' : 'good'}>
              {!market.engineRunning ? 'Not responding' : stops.all ? 'Stopped' : 'Running'}
            </Badge>
          ) : (
            UNKNOWN
          )}
        </dd>
        <dt>Active Trades</dt>
        <dd>{activeTrades === null ? UNKNOWN : countByMode(activeTrades)}</dd>
      </dl>
    </Frame>
  )
}
