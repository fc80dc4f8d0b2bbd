import { styled } from 'styled-components'
import { MINUTE, SECOND } from '../../../schema/time.ts'
import type { AgentAnalysisPartsFragment, AgentStatusPartsFragment } from '../../gql/generated/graphql.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { formatDateTime, formatTime } from '../../lib/formatTime.ts'
import { useNow } from '../../lib/useNow.ts'
import { Card } from '../../ui/Card.ts'
import { foretoldAnalysis } from './foretoldAnalysis.ts'

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

/** The last verdict on each index of the mandate, a sentence each; before the day's first one, when that is to be expected. */
export function VerdictList({ status }: { status: AgentStatusPartsFragment }) {
  const { latest, settings, aitrading, firstAnalysisAt } = status
  const market = useMarket()
  const now = useNow(5 * SECOND)
  const foretold = market && foretoldAnalysis(status, market.timeAt(now))
  const opened = firstAnalysisAt === null ? null : Date.parse(firstAnalysisAt) - settings.lookbackPeriod * MINUTE
  return (
    <Frame aria-label="Verdict">
      <h2>What it says now</h2>
      {foretold === null ? null : <p>{foretold}</p>}
      {latest.map((analysis) => (
        <Verdict key={analysis.id} analysis={analysis} isOfToday={opened !== null && Date.parse(analysis.candleAt) >= opened} />
      ))}
      {latest.length === 0 && foretold === null ? (
        <p>
          No analysis with {settings.lookbackPeriod} candles yet.{' '}
          {aitrading ? 'It comes with the next scan in market hours.' : 'It comes with the first scan after AI trading is enabled.'}
        </p>
      ) : null}
    </Frame>
  )
}

function Verdict({ analysis: { index, candleAt, sentence }, isOfToday }: { analysis: AgentAnalysisPartsFragment; isOfToday: boolean }) {
  return (
    <div>
      <p>{sentence}</p>
      <small>
        {index}, {isOfToday ? formatTime(candleAt) : formatDateTime(candleAt)} IST
      </small>
    </div>
  )
}
