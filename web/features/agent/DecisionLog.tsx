import { useMutation, useQuery } from '@apollo/client/react'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { SHOWN_INDICES } from '../../../schema/market/indices.ts'
import { AGENT_REASONS } from '../../../schema/trading/agent.ts'
import {
  AgentAnalysesDocument,
  DownloadAgentAnalysesDocument,
  type AgentAnalysesInput,
  type AgentAnalysisFiltersInput,
  type AgentAnalysisPartsFragment,
} from '../../gql/generated/graphql.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { saveFrom } from '../../lib/saveFrom.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBar } from '../../ui/FilterBar.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Select } from '../../ui/Select.ts'
import { Skeleton } from '../../ui/Skeleton.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { REASON_TEXTS } from './reasonTexts.ts'

const Bar = styled(FilterBar)`
  grid-template-columns: repeat(auto-fit, minmax(9rem, 14rem));
`

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

/** What the log can be filtered by, beside the index. */
const OUTCOMES: readonly { readonly label: string; readonly input: AgentAnalysisFiltersInput }[] = [
  { label: 'All verdicts', input: {} },
  { label: 'Buy a call', input: { verdict: 'BUY_CE' } },
  { label: 'Buy a put', input: { verdict: 'BUY_PE' } },
  ...AGENT_REASONS.map((reason) => ({ label: `No trade: ${REASON_TEXTS[reason]}`, input: { reason } })),
]

/** Every analysis of the market, the latest first, filtered, page by page; each row opens its record. */
export function DecisionLog({ onShow }: { onShow: (id: string) => void }) {
  const [index, setIndex] = useState('')
  const [outcome, setOutcome] = useState(0)
  const [loading, setLoading] = useState(false)
  const input: AgentAnalysisFiltersInput = { ...OUTCOMES[outcome]?.input, ...(index === '' ? {} : { symbol: index }) }
  const { data, previousData, error, refetch, fetchMore } = useQuery(AgentAnalysesDocument, { variables: { input } })
  const page = (data ?? previousData)?.agentAnalyses

  async function more(after: string) {
    setLoading(true)
    try {
      await fetchMore({
        variables: { input: { ...input, after } satisfies AgentAnalysesInput },
        updateQuery: ({ agentAnalyses }, { fetchMoreResult: { agentAnalyses: next } }) => ({
          agentAnalyses: { ...next, edges: [...agentAnalyses.edges, ...next.edges] },
        }),
      })
    } catch (failure) {
      toastFailure('Failed to load more analyses', failure)
    } finally {
      setLoading(false)
    }
  }

  const endCursor = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  return (
    <>
      <Bar role="search" aria-label="Filter the decision log" onSubmit={(event) => event.preventDefault()}>
        <label>
          Index
          <Select value={index} onChange={({ target }) => setIndex(target.value)}>
            <option value="">All indices</option>
            {SHOWN_INDICES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </label>
        <label>
          Verdict
          <Select value={outcome} onChange={({ target }) => setOutcome(Number(target.value))}>
            {OUTCOMES.map(({ label }, i) => (
              <option key={label} value={i}>
                {label}
              </option>
            ))}
          </Select>
        </label>
        <ExportLog input={input} />
      </Bar>
      {error ? <LoadFailure text="Failed to load the decision log" error={error} onRetry={() => void refetch()} /> : null}
      {page ? (
        page.edges.length === 0 ? (
          <EmptyState
            icon={ScrollText}
            title="No analyses"
            text="The agent scans in market hours; every analysis appears here, with or without a trade."
          />
        ) : (
          <List aria-label="Analyses">
            {page.edges.map(({ node }) => (
              <LogRow key={node.id} analysis={node} onShow={onShow} />
            ))}
          </List>
        )
      ) : error ? null : (
        <Skeleton $height={200} />
      )}
      {endCursor == null ? null : (
        <Button $look="quiet" type="button" $busy={loading} onClick={() => void more(endCursor)}>
          {loading ? 'Loading...' : 'Show more'}
        </Button>
      )}
    </>
  )
}

/** Saves all analyses that match the filters. */
function ExportLog({ input }: { input: AgentAnalysisFiltersInput }) {
  const [askForAddress, { loading: busy }] = useMutation(DownloadAgentAnalysesDocument, { fetchPolicy: 'no-cache' })
  async function save() {
    try {
      const { data } = await askForAddress({ variables: { input } })
      if (data) saveFrom(data.downloadAgentAnalyses.address)
    } catch (error) {
      toastFailure('Failed to export the decision log', error)
    }
  }
  return (
    <Button $look="quiet" type="button" $busy={busy} aria-busy={busy} onClick={() => void save()}>
      <Download size={15} aria-hidden /> Export CSV
    </Button>
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
