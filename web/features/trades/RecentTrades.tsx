import { useQuery } from '@apollo/client/react'
import { History } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { TradeHistoryDocument } from '../../gql/generated/graphql.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { TradeCard } from '../../ui/TradeCard.tsx'
import { TradeGrid } from './TradeGrid.ts'
import { tradeView } from './tradeView.ts'

/** As many recent trades as the dashboard shows. */
const RECENT = 6

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  margin: 28px 0 12px;

  h2 {
    font-size: var(--text-lg);
  }

  a {
    padding: 10px 0;
    font-size: var(--text-sm);
    font-weight: 600;
    text-decoration: none;
  }
`

/** The last closed trades. */
export function RecentTrades() {
  const { data, error, refetch } = useQuery(TradeHistoryDocument, { variables: { limit: RECENT, offset: 0 } })
  return (
    <section aria-label="Recent Trades">
      <Head>
        <h2>Recent Trades</h2>
        <Link to="/history">View All →</Link>
      </Head>
      {error ? <LoadFailure text="Failed to fetch recent trades" error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        data.tradeHistory.trades.length === 0 ? (
          <EmptyState icon={History} title="No recent trades available" text="Closed trades appear here." />
        ) : (
          <TradeGrid>
            {data.tradeHistory.trades.map((trade) => (
              <TradeCard key={trade.id} trade={tradeView(trade, null)} />
            ))}
          </TradeGrid>
        )
      ) : error ? null : (
        <TradeGrid>
          {Array.from({ length: 3 }, (_, i) => (
            <Skeleton key={i} $height={176} />
          ))}
        </TradeGrid>
      )}
    </section>
  )
}
