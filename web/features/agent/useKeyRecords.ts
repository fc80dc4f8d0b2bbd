import { useQuery } from '@apollo/client/react'
import { SECOND } from '../../../schema/time.ts'
import { AgentKeysDocument, type AgentKeysQuery } from '../../gql/generated/graphql.ts'

export type KeyRecord = AgentKeysQuery['agentKeys'][number]

/** The walk-forward moves on for minutes after a start. */
const RELOAD_MS = 10 * SECOND

/** The record of every key, reloaded while it is looked at. */
export function useKeyRecords() {
  const { data, error, refetch } = useQuery(AgentKeysDocument, { pollInterval: RELOAD_MS, skipPollAttempt: () => document.hidden })
  return { keys: data?.agentKeys ?? null, error, refetch }
}
