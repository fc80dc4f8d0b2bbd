import { styled } from 'styled-components'
import { SECOND } from '../../../schema/time.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { formatDay } from '../../lib/formatTime.ts'
import { useNow } from '../../lib/useNow.ts'
import { Badge } from '../../ui/Badge.ts'

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 12.5rem;
  color: var(--muted);
  font-size: var(--text-sm);
  white-space: nowrap;
`

/** Whether the markets are open, and the market's date. */
export function MarketsToday() {
  const market = useMarket()
  const now = useNow(SECOND)
  const open = market?.isOpenAt(now)
  return (
    <Line>
      {market ? <Badge $tone={open ? 'good' : 'warning'}>{open ? 'Markets Open' : 'Markets Closed'}</Badge> : UNKNOWN}
      {market ? <span>{formatDay(market.timeAt(now))}</span> : null}
    </Line>
  )
}
