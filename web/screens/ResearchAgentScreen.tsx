import { AgentBadge } from '../features/agent/AgentBadge.tsx'
import { AgentCard } from '../features/agent/AgentCard.tsx'
import { AgentProposals } from '../features/agent/AgentProposals.tsx'
import { AgentSections } from '../features/agent/AgentSections.tsx'
import { AgentStats, AgentStatsSkeleton } from '../features/agent/AgentStats.tsx'
import { AgentTrades } from '../features/agent/AgentTrades.tsx'
import { useAgentChange } from '../features/agent/useAgentChange.ts'
import { useAgentStatus } from '../features/agent/useAgentStatus.ts'
import { VerdictList } from '../features/agent/VerdictList.tsx'
import { describeError } from '../gql/describeError.ts'
import { useMayTrade } from '../lib/session/useMayTrade.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LogoutButton } from '../ui/LogoutButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RefreshButton } from '../ui/RefreshButton.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

/** Instead of a page that would say nothing; without the toast of other screens. */
function AgentFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = 'Failed to load the agent'
  const { message, requestId } = describeError(error, text)
  return <ErrorState text={`${text}: ${message}`} requestId={requestId} onRetry={onRetry} />
}

/** The AI trading agent of the user: its switch and settings, its day, what it sees and how good its record is. */
export default function ResearchAgentScreen() {
  const { status, error, refetch } = useAgentStatus()
  const change = useAgentChange()
  const mayTrade = useMayTrade()
  return (
    <>
      <PageHeader title="Database Research Agent" subtitle="AI trading based on candle data analysis">
        {status ? <AgentBadge status={status} /> : null}
        <RefreshButton onRefresh={() => refetch()} />
        <LogoutButton />
      </PageHeader>
      {error && !status ? <AgentFailure error={error} onRetry={() => void refetch()} /> : null}
      {status ? (
        <>
          {mayTrade ? <AgentProposals proposals={status.proposals} /> : null}
          <AgentCard status={status} change={change} />
          <VerdictList status={status} />
          <AgentStats status={status} />
          <AgentTrades trades={status.recentTrades} />
          <AgentSections status={status} change={change} />
        </>
      ) : error ? null : (
        <>
          <Skeleton $height={360} />
          <AgentStatsSkeleton />
          <Skeleton $height={176} />
        </>
      )}
    </>
  )
}
