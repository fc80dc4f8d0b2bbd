import { useQuery, useSubscription } from '@apollo/client/react'
import { MINUTE } from '../../../schema/time.ts'
import { BrokerChangedDocument, BrokerStatusDocument, type BrokerPartsFragment } from '../../gql/generated/graphql.ts'
import { describeError } from '../../gql/describeError.ts'
import { brokerFailure } from './brokerFailure.ts'

/** The account at the broker as it was last known. */
export interface BrokerCheck {
  /** Null until it is known. */
  readonly status: BrokerPartsFragment | null
  /** Why the last check failed; null when it did not. */
  readonly failure: { readonly text: string; readonly requestId: string | null } | null
  readonly retry: () => void
}

/** The user's account at the broker, kept current: by its events, and every minute, as tokens that grow old announce nothing. */
export function useBrokerStatus(): BrokerCheck {
  const { data, error, refetch } = useQuery(BrokerStatusDocument, { pollInterval: MINUTE, skipPollAttempt: () => document.hidden })
  useSubscription(BrokerChangedDocument, {
    ignoreResults: true,
    onData: ({ client, data: { data: changed } }) => {
      if (changed) client.writeQuery({ query: BrokerStatusDocument, data: { brokerStatus: changed.brokerChanged } })
    },
  })
  return {
    status: data?.brokerStatus ?? null,
    failure: error ? { text: brokerFailure('check', error), requestId: describeError(error).requestId } : null,
    // Its failure is this query's error.
    retry: () => void refetch().catch(() => undefined),
  }
}
