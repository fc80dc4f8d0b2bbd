import { useQuery } from '@apollo/client/react'
import { LiveTradeBoard } from '../features/trades/LiveTradeBoard.tsx'
import { LiveTradeTotals } from '../features/trades/LiveTradeTotals.tsx'
import { TradeGrid } from '../features/trades/TradeGrid.ts'
import { describeError } from '../gql/describeError.ts'
import { LiveTradesDocument } from '../gql/generated/graphql.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Skeleton } from '../ui/Skeleton.ts'
import { StatRow } from '../ui/StatCard.tsx'

/** The running trades as they move. */
export default function LiveTradesScreen() {
  const { data, error, refetch } = useQuery(LiveTradesDocument)
  return (
    <>
      <PageHeader title="Live Trades Monitor" subtitle="Monitor your active trading positions in real-time" />
      {error ? (
        <ErrorState
          text={`Failed to load live trades: ${describeError(error).message}`}
          requestId={describeError(error).requestId}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data ? (
        <>
          <LiveTradeTotals trades={data.liveTrades} />
          <LiveTradeBoard trades={data.liveTrades} />
        </>
      ) : error ? null : (
        <>
          <StatRow>
            <Skeleton $height={118} />
            <Skeleton $height={118} />
            <Skeleton $height={118} />
          </StatRow>
          <TradeGrid>
            <Skeleton $height={262} />
            <Skeleton $height={262} />
          </TradeGrid>
        </>
      )}
    </>
  )
}
