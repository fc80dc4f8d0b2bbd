import { useQuery } from '@apollo/client/react'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { SHOWN_INDICES } from '../../../schema/market/indices.ts'
import { AGENT_BOUNDS, AGENT_REASONS } from '../../../schema/trading/agent.ts'
import { AgentAnalysesDocument, type AgentAnalysesInput, type AgentAnalysisFiltersInput } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBar } from '../../ui/FilterBar.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Select } from '../../ui/Select.ts'
import { Skeleton } from '../../ui/Skeleton.ts'
import { TextField } from '../../ui/TextField.tsx'
import { toastFailure } from '../../ui/toastFailure.ts'
import { ExportLog } from './ExportLog.tsx'
import { LogList } from './LogList.tsx'
import { REASON_TEXTS } from './reasonTexts.ts'

const Bar = styled(FilterBar)`
  grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
`

/** Whether what was typed so far is a lookback that an agent may have. */
function isLookback(typed: string): boolean {
  const { min, max } = AGENT_BOUNDS.lookbackPeriod
  const value = Number(typed)
  return Number.isInteger(value) && value >= min && value <= max
}

/** What verdicts can be filtered by. */
const OUTCOMES: readonly { readonly label: string; readonly input: AgentAnalysisFiltersInput }[] = [
  { label: 'All verdicts', input: {} },
  { label: 'Buy a call', input: { verdict: 'BUY_CE' } },
  { label: 'Buy a put', input: { verdict: 'BUY_PE' } },
  ...AGENT_REASONS.map((reason) => ({ label: `No trade: ${REASON_TEXTS[reason]}`, input: { reason } })),
]

/** What the agent of the user looked at, or every analysis of the market: the latest first, filtered, page by page; each row opens its record. */
export function DecisionLog({ onShow }: { onShow: (id: string) => void }) {
  const [mine, setMine] = useState(true)
  const [index, setIndex] = useState('')
  const [lookback, setLookback] = useState('')
  const [outcome, setOutcome] = useState(0)
  const [loading, setLoading] = useState(false)
  const input: AgentAnalysisFiltersInput = {
    ...OUTCOMES[outcome]?.input,
    ...(mine ? { mine } : {}),
    ...(index === '' ? {} : { symbol: index }),
    ...(isLookback(lookback) ? { lookback: Number(lookback) } : {}),
  }
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
          Analysed for
          <Select value={mine ? 'mine' : ''} onChange={({ target }) => setMine(target.value === 'mine')}>
            <option value="mine">My agent</option>
            <option value="">Every agent</option>
          </Select>
        </label>
        <label>
          Index
          <Select value={index} onChange={({ target }) => setIndex(target.value)}>
            <option value="">All indices</option>
            {SHOWN_INDICES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </label>
        <TextField
          label="Candles"
          placeholder="Any lookback"
          value={lookback}
          type="number"
          inputMode="numeric"
          {...AGENT_BOUNDS.lookbackPeriod}
          autoComplete="off"
          onChange={({ target }) => setLookback(target.value)}
        />
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
            text={
              mine
                ? 'Every analysis your agent uses in market hours appears here, with or without a trade.'
                : 'Every analysis of every agent appears here, with or without a trade.'
            }
          />
        ) : (
          <LogList analyses={page.edges.map(({ node }) => node)} onShow={onShow} />
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
