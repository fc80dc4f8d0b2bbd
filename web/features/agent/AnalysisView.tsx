import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { evidenceText } from '../../../schema/trading/evidenceText.ts'
import { TableScroller } from '../../charts/TableScroller.ts'
import { AgentPathsDocument, AgentRecordDocument, type AgentRecordPartsFragment } from '../../gql/generated/graphql.ts'
import { formatPrice, formatShare } from '../../lib/formatMoney.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { AnaloguePlots } from './AnaloguePlots.tsx'
import { netText } from './netText.ts'
import { NetDistribution } from './NetDistribution.tsx'
import { REASON_TEXTS } from './reasonTexts.ts'

const Facts = styled.dl`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 4px 16px;
  font-size: var(--text-sm);

  dt {
    color: var(--muted);
  }

  dd {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`

const Says = styled.p`
  font-size: var(--text-md);
  font-weight: 600;
`

/** The decision record of one analysis: its sentence, both sides' evidence, the similar moments and what followed, and what was compared. */
export function AnalysisView({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(AgentRecordDocument, { variables: { id } })
  const paths = useQuery(AgentPathsDocument, { variables: { id } })
  if (error) return <LoadFailure text="Failed to load the analysis" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton $height={320} />
  const record = data.agentAnalysis
  return (
    <>
      <Says>{record.sentence}</Says>
      {record.evidence.length === 0 ? null : (
        <>
          <EvidenceTable record={record} />
          <NetDistribution record={record} />
          <AnaloguePlots paths={paths.data?.agentPaths ?? null} analogues={record.analogues} />
        </>
      )}
      <RecordFacts record={record} />
    </>
  )
}

function EvidenceTable({ record: { evidence } }: { record: AgentRecordPartsFragment }) {
  return (
    <TableScroller tabIndex={0} role="region" aria-label="Evidence of both sides">
      <table>
        <thead>
          <tr>
            <th scope="col">Buying a</th>
            <th scope="col">Moments</th>
            <th scope="col">Earned</th>
            <th scope="col">Mean net</th>
            <th scope="col">99 % lower end</th>
            <th scope="col">Confidence</th>
            <th scope="col">Costs a lot</th>
          </tr>
        </thead>
        <tbody>
          {evidence.map(({ side, count, hits, mean, lower, confidence, outlay }) => (
            <tr key={side}>
              <th scope="row">{side === 'CE' ? 'Call' : 'Put'}</th>
              <td>{count}</td>
              <td>{hits}</td>
              <td>{netText(mean)}</td>
              <td>{netText(lower)}</td>
              <td>{formatShare(confidence)}</td>
              <td>
                <Rupees value={outlay} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}

function RecordFacts({ record }: { record: AgentRecordPartsFragment }) {
  const { index, lookback, candleAt, spot, reason, numbers, gates, threshold, history, pricing, interval, version, hash } = record
  return (
    <Facts aria-label="Record">
      <dt>Moment</dt>
      <dd>
        {index} at {formatPrice(spot)}, {formatDateTime(candleAt)} IST, last {lookback} candles
      </dd>
      <dt>Reason</dt>
      <dd>
        {reason === null
          ? 'None: it is a trade'
          : `${REASON_TEXTS[reason]}${numbers.map(({ name, value }) => `, ${name} ${value}`).join('')}`}
      </dd>
      <dt>Searched</dt>
      <dd>
        {history.sessions} finished sessions
        {history.first === null ? '' : `, ${history.first} to ${history.last ?? ''}`}; today is never among them
      </dd>
      {interval ? (
        <>
          <dt>Next 30 minutes</dt>
          <dd>
            80 % between {netText(interval.low)} and {netText(interval.high)} of the index
          </dd>
        </>
      ) : null}
      <dt>Gate</dt>
      <dd>
        {gates
          .map((gate) => `lookback ${gate.lookback}: evidence ${evidenceText(gate.evidence, threshold)}, ${gate.open ? 'open' : 'closed'}`)
          .join('; ')}
      </dd>
      {pricing ? (
        <>
          <dt>Priced</dt>
          <dd>
            strike {formatPrice(pricing.strike)}, expiry {pricing.expiry}, lot {pricing.lot}, volatility {formatShare(pricing.volatility)} (
            {pricing.source === 'QUOTE' ? 'of live quotes' : 'of the last 20 sessions'})
          </dd>
        </>
      ) : null}
      <dt>Model</dt>
      <dd>
        version {version}, record {hash.slice(0, 16)}…
      </dd>
    </Facts>
  )
}
