import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../schema/paths.ts'
import type { AgentTradePartsFragment } from '../../gql/generated/graphql.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { BeforeCharges } from '../../ui/BeforeCharges.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'

const Line = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 8px;
  font-size: var(--text-sm);
`

/** What the agent of the user has traded on an analysis, a line each. */
export function OwnTrades({ trades }: { trades: readonly AgentTradePartsFragment[] }) {
  return trades.map(({ id, kind, trade }) => (
    <Line key={id}>
      Your agent traded on it{kind === 'EXPLORATORY' ? ', UNPROVEN' : ''}:<Link to={paths.history({ trade: id })}>{trade.option}</Link>
      <span>
        {trade.mode === 'LIVE' ? 'live' : 'on paper'} at {formatTime(trade.entryTime)},
      </span>
      {trade.status === 'RUNNING' ? (
        <span>still running</span>
      ) : (
        <>
          <ProfitLoss value={trade.netProfitLossRs} /> <BeforeCharges gross={trade.profitLossRs} net={trade.netProfitLossRs} />
        </>
      )}
    </Line>
  ))
}
