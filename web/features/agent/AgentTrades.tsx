import { Bot } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../schema/paths.ts'
import type { AgentTradePartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount, formatPrice } from '../../lib/formatMoney.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { withUnit } from '../../lib/withUnit.ts'
import { Badge } from '../../ui/Badge.ts'
import { BeforeCharges } from '../../ui/BeforeCharges.tsx'
import { Card } from '../../ui/Card.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LiveDot } from '../../ui/LiveDot.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Own } from '../../ui/Own.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { shownStatus } from '../../ui/shownStatus.ts'

const Section = styled.section`
  margin-block: 20px;

  h2 {
    margin-bottom: 12px;
    font-size: var(--text-lg);
  }

  ul {
    display: grid;
    gap: 8px;
    padding: 0;
    list-style: none;
  }
`

const Row = styled(Card).attrs({ as: 'li' })`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  padding: 12px 16px;
  font-size: var(--text-sm);

  div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
  }

  p {
    flex-basis: 100%;
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

const Dot = styled.span<{ $gained: boolean }>`
  flex: none;
  width: 7px;
  height: 7px;
  border-radius: 50%;
  background: ${({ $gained }) => ($gained ? 'var(--pnl-up)' : 'var(--pnl-down)')};
`

const Running = styled.span`
  display: inline-flex;
  color: var(--series-1);
`

/** What the agent has traded today. */
export function AgentTrades({ trades }: { trades: readonly AgentTradePartsFragment[] }) {
  return (
    <Section aria-label="Recent Trades">
      <h2>Recent Trades</h2>
      {trades.length === 0 ? (
        <EmptyState icon={Bot} title="No trades executed today" />
      ) : (
        <ul>
          {trades.map((each) => (
            <TradeRow key={each.id} each={each} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function TradeRow({ each: { kind, analysisId, duration, trade } }: { each: AgentTradePartsFragment }) {
  const running = trade.status === 'RUNNING'
  return (
    <Row>
      <div>
        {running ? (
          <Running>
            <LiveDot />
          </Running>
        ) : (
          <Dot aria-hidden $gained={(trade.netProfitLossRs ?? 0) > 0} />
        )}
        <Link to={paths.history({ trade: trade.id })}>
          <strong>{trade.option}</strong>
        </Link>
        <Badge>{trade.signal}</Badge>
        <ModeBadge mode={trade.mode} />
        {kind === 'EXPLORATORY' ? <Badge $tone="warning">UNPROVEN</Badge> : null}
      </div>
      <div>
        <span>{running ? 'RUNNING' : shownStatus(trade)}</span>
        {running ? null : (
          <>
            <ProfitLoss value={trade.netProfitLossRs} />
            <BeforeCharges gross={trade.profitLossRs} net={trade.netProfitLossRs} />
          </>
        )}
      </div>
      <p>
        Entry <Own text={formatPrice(trade.entryPrice)} /> × <Own text={formatCount(trade.quantity)} /> at {formatTime(trade.entryTime)} ·{' '}
        {withUnit(duration, 'min')} · <Link to={paths.agentAnalysis(analysisId)}>Why it was taken</Link>
      </p>
      {kind === 'EXPLORATORY' && trade.standing ? <p>UNPROVEN when it was taken: {trade.standing.text}</p> : null}
    </Row>
  )
}
