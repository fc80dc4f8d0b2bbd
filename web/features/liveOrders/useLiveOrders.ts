import { useQuery, useSubscription } from '@apollo/client/react'
import { LiveOrdersChangedDocument, LiveOrdersDocument, type LiveOrderPartsFragment } from '../../gql/generated/graphql.ts'

/** The safety net beside the events. */
const POLL_MS = 30_000

/** What the user's live orders wait for, kept current; null until it is known. A failed read is retried. */
export function useLiveOrders(): LiveOrderPartsFragment | null {
  const { data } = useQuery(LiveOrdersDocument, { pollInterval: POLL_MS, skipPollAttempt: () => document.hidden })
  useSubscription(LiveOrdersChangedDocument, {
    ignoreResults: true,
    onData: ({ client, data: { data: changed } }) => {
      if (changed) client.writeQuery({ query: LiveOrdersDocument, data: { liveOrders: changed.liveOrdersChanged } })
    },
  })
  return data?.liveOrders ?? null
}
