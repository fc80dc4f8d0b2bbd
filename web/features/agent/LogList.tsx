import { styled } from 'styled-components'
import type { AgentAnalysisPartsFragment } from '../../gql/generated/graphql.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { Badge } from '../../ui/Badge.ts'
import { REASON_TEXTS } from './reasonTexts.ts'

const List = styled.ol`
  display: grid;
  gap: 6px;
  padding: 0;
  list-style: none;

  button {
    display: grid;
    gap: 2px;
    width: 100%;
    min-height: 44px;
    padding: 8px 12px;
    border: 1px solid var(--line);
    border-radius: var(--radius-sm);
    background: none;
    color: var(--text);
    font-size: var(--text-sm);
    text-align: left;
    cursor: pointer;
  }

  button:hover {
    background: var(--raised);
  }

  small {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

interface LogListProps {
  analyses: readonly AgentAnalysisPartsFragment[]
  onShow: (id: string) => void
}

/** Analyses with their sentences; each opens its record. */
export function LogList({ analyses, onShow }: LogListProps) {
  return (
    <List aria-label="Analyses">
      {analyses.map((analysis) => (
        <LogRow key={analysis.id} analysis={analysis} onShow={onShow} />
      ))}
    </List>
  )
}

interface LogRowProps {
  analysis: AgentAnalysisPartsFragment
  onShow: (id: string) => void
}

function LogRow({ analysis: { id, index, lookback, candleAt, verdict, reason, sentence }, onShow }: LogRowProps) {
  return (
    <li>
      <button type="button" onClick={() => onShow(id)}>
        <small>
          {formatDateTime(candleAt)} IST · {index} · {lookback} candles
          <Badge $tone={verdict === 'NO_TRADE' ? 'neutral' : 'accent'}>
            {reason === null ? (verdict === 'BUY_CE' ? 'BUY CALL' : 'BUY PUT') : REASON_TEXTS[reason]}
          </Badge>
        </small>
        {sentence}
      </button>
    </li>
  )
}
