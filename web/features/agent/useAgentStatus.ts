import { useQuery, useSubscription } from '@apollo/client/react'
import { useEffect } from 'react'
import { SECOND } from '../../../schema/time.ts'
import { AgentStatusChangedDocument, AgentStatusDocument } from '../../gql/generated/graphql.ts'

const RELOAD_MS = 30 * SECOND

/** The user's agent, current by its subscription; reloaded every 30 seconds beside it. Failed loads are logged, without a toast. */
export function useAgentStatus() {
  const { data, error, refetch } = useQuery(AgentStatusDocument, {
    pollInterval: RELOAD_MS,
    skipPollAttempt: () => document.hidden,
  })
  useSubscription(AgentStatusChangedDocument, {
    ignoreResults: true,
    onData: ({ client, data: { data: changed } }) => {
      if (changed) client.writeQuery({ query: AgentStatusDocument, data: { agentStatus: changed.agentStatusChanged } })
    },
  })
  useEffect(() => {
    if (error) console.warn('The status of the agent could not be loaded', error)
  }, [error])
  return { status: data?.agentStatus ?? null, error, refetch }
}
