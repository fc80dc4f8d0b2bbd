import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { LiveTotalsSkeleton } from '../features/trades/LiveTotalsSkeleton.tsx'
import { LiveTradeBoard } from '../features/trades/LiveTradeBoard.tsx'
import { LiveTradeTotals } from '../features/trades/LiveTradeTotals.tsx'
import { TradeGrid } from '../features/trades/TradeGrid.ts'
import { useDeskView } from '../features/trades/useDeskView.ts'
import { LiveTradesDocument } from '../gql/generated/graphql.ts'
import { Button } from '../ui/Button.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { LogoutButton } from '../ui/LogoutButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RefreshButton } from '../ui/RefreshButton.tsx'
import { Skeleton } from '../ui/Skeleton.ts'
import { WidePage } from '../ui/WidePage.ts'

const AUTO_REFRESH_MS = 10_000

/** The running trades, live; beside the events the list is polled every ten seconds, unless that is switched off. */
export default function LiveTradesScreen() {
  const [autoRefresh, setAutoRefresh] = useState(true)
  const [view] = useDeskView()
  const { data, error, refetch } = useQuery(LiveTradesDocument, {
    pollInterval: autoRefresh ? AUTO_REFRESH_MS : 0,
    skipPollAttempt: () => document.hidden,
  })
  return (
    <WidePage>
      <PageHeader title="Live Trades Monitor" subtitle="Monitor your active trading positions in real-time">
        <Button $look="quiet" type="button" role="switch" aria-checked={autoRefresh} onClick={() => setAutoRefresh(!autoRefresh)}>
          Auto Refresh <span aria-hidden>{autoRefresh ? 'On' : 'Off'}</span>
        </Button>
        <RefreshButton onRefresh={() => refetch()} />
        <LogoutButton />
      </PageHeader>
      {error ? <LoadFailure text="Failed to load live trades" error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <LiveTradeTotals trades={data.liveTrades} />
          <LiveTradeBoard trades={data.liveTrades} />
        </>
      ) : error ? null : (
        <>
          <LiveTotalsSkeleton />
          {view === 'table' ? (
            <Skeleton $height={262} />
          ) : (
            <TradeGrid>
              <Skeleton $height={262} />
              <Skeleton $height={262} />
            </TradeGrid>
          )}
        </>
      )}
    </WidePage>
  )
}
