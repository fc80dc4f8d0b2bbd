import { useQuery, useSubscription } from '@apollo/client/react'
import { useMemo, type ReactNode } from 'react'
import { MarketStatusChangedDocument, MarketStatusDocument } from './generated/graphql.ts'
import { toMarket } from './toMarket.ts'
import { MarketContext } from './useMarket.ts'

/** How often the heartbeat is checked: an engine that died announces nothing. */
const HEARTBEAT_POLL_MS = 5_000

/** Queries the market once for all consumers, and keeps it current. */
export function MarketProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery(MarketStatusDocument, { pollInterval: HEARTBEAT_POLL_MS, skipPollAttempt: () => document.hidden })
  useSubscription(MarketStatusChangedDocument, {
    ignoreResults: true,
    onData: ({ client, data: { data: changed } }) => {
      if (changed) client.writeQuery({ query: MarketStatusDocument, data: { marketStatus: changed.marketStatusChanged } })
    },
  })
  const market = useMemo(() => (data ? toMarket(data.marketStatus) : null), [data])
  return <MarketContext value={market}>{children}</MarketContext>
}
