import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { TableScroller } from '../../charts/TableScroller.ts'
import {
  AgentPathsDocument,
  AgentRecordDocument,
  AgentTradesOfAnalysisDocument,
  type AgentRecordPartsFragment,
} from '../../gql/generated/graphql.ts'
import { formatShare } from '../../lib/formatMoney.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { AnaloguePlots } from './AnaloguePlots.tsx'
import { netText } from './netText.ts'
import { NetDistribution } from './NetDistribution.tsx'
import { OwnTrades } from './OwnTrades.tsx'
import { RecordFacts } from './RecordFacts.tsx'

const Says = styled.p`
  font-size: var(--text-md);
  font-weight: 600;
`

/** The decision record of one analysis: its sentence, both sides' evidence, the similar moments and what followed, and what was compared. */
export function AnalysisView({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(AgentRecordDocument, { variables: { id } })
  const paths = useQuery(AgentPathsDocument, { variables: { id } })
  const own = useQuery(AgentTradesOfAnalysisDocument, { variables: { id } })
  if (error) return <LoadFailure text="Failed to load the analysis" error={error} onRetry={() => void refetch()} />
  // All at once, so that nothing that is read moves.
  if (!data || paths.loading || own.loading) return <Skeleton $height={900} />
  const record = data.agentAnalysis
  return (
    <>
      <Says>{record.sentence}</Says>
      <OwnTrades trades={own.data?.agentTrades.edges.map(({ node }) => node) ?? []} />
      {record.evidence.length === 0 ? null : (
        <>
          <EvidenceTable record={record} />
          <NetDistribution record={record} />
          {paths.error ? (
            <LoadFailure text="Failed to load the similar moments" error={paths.error} onRetry={() => void paths.refetch()} />
          ) : (
            <AnaloguePlots paths={paths.data?.agentPaths ?? []} record={record} />
          )}
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
            <th scope="col">99% lower end</th>
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
