import type { AgentStatusPartsFragment } from '../../gql/generated/graphql.ts'
import { Badge } from '../../ui/Badge.ts'
import { headerState } from './agentStates.ts'
import { useMarketOpen } from './useMarketOpen.ts'

/** The state of the agent beside the page's name. */
export function AgentBadge({ status }: { status: AgentStatusPartsFragment }) {
  const state = headerState({ active: status.active, open: useMarketOpen(status) })
  return <Badge $tone={state.tone}>{state.text}</Badge>
}
