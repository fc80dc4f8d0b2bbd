import { styled } from 'styled-components'
import type { AgentAnalysisPartsFragment, AgentStatusPartsFragment } from '../../gql/generated/graphql.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { Card } from '../../ui/Card.ts'

const Frame = styled(Card)`
  display: grid;
  gap: 8px;
  margin-bottom: 12px;

  h2 {
    font-size: var(--text-md);
  }

  p {
    font-size: var(--text-sm);
  }

  small {
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

/** The last verdict on each index of the mandate, a sentence each. */
export function VerdictList({ status: { latest, settings } }: { status: AgentStatusPartsFragment }) {
  return (
    <Frame aria-label="Verdict">
      <h2>What it says now</h2>
      {latest.length === 0 ? (
        <p>No analysis with {settings.lookbackPeriod} candles yet. It comes with the next scan in market hours.</p>
      ) : (
        latest.map((analysis) => <Verdict key={analysis.id} analysis={analysis} />)
      )}
    </Frame>
  )
}

function Verdict({ analysis: { index, candleAt, sentence } }: { analysis: AgentAnalysisPartsFragment }) {
  return (
    <div>
      <p>{sentence}</p>
      <small>
        {index}, {formatTime(candleAt)} IST
      </small>
    </div>
  )
}
