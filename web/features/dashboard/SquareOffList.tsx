import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { styled } from 'styled-components'
import { spokenOption } from '../../../schema/market/options/spokenOption.ts'
import { SquareOffResultsDocument, type SquareOffPartsFragment } from '../../gql/generated/graphql.ts'
import { formatPrice } from '../../lib/formatMoney.ts'
import { Badge } from '../../ui/Badge.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'

/** How often the trades that are still open are polled. */
const POLL_MS = 2_000

const Summary = styled.p`
  margin-top: 16px;
  font-weight: 600;
`

const List = styled.ul`
  display: grid;
  gap: 8px;
  max-height: 40dvh;
  margin-top: 12px;
  overflow-y: auto;

  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 2px 12px;
    padding: 10px 12px;
    border-radius: var(--radius-sm);
    background: var(--raised);
    font-size: var(--text-sm);
    overflow-wrap: anywhere;
  }

  p {
    grid-column: 1 / -1;
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

/** The outcome of each trade that a stop closes, polled until none is open. `first`: the answer of the stop itself. */
export function SquareOffList({ stopId, first }: { stopId: string; first: SquareOffPartsFragment }) {
  const { data, stopPolling } = useQuery(SquareOffResultsDocument, {
    variables: { stopId },
    skip: first.open === 0,
    pollInterval: POLL_MS,
    fetchPolicy: 'no-cache',
  })
  const results = data?.squareOffResults ?? first
  useEffect(() => {
    if (results.open === 0) stopPolling()
  }, [results.open, stopPolling])
  if (results.trades.length === 0) return <Summary role="status">There were no open trades to square off.</Summary>
  return (
    <>
      <Summary role="status">
        {results.closed} closed{results.open === 0 ? '' : `, ${results.open} still open`}
      </Summary>
      <List aria-label="Result of each trade">
        {results.trades.map(({ tradeId, option, status, exitPrice, netProfitLossRs, problem }) => (
          <li key={tradeId}>
            <span title={option}>{spokenOption(option)}</span>
            {status === 'RUNNING' ? <Badge $tone="warning">Still open</Badge> : <ProfitLoss value={netProfitLossRs} />}
            <p>{problem ?? `Closed${exitPrice === null ? '' : ` at ${formatPrice(exitPrice)}`}, net of charges.`}</p>
          </li>
        ))}
      </List>
    </>
  )
}
