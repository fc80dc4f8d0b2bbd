import { useQuery } from '@apollo/client/react'
import { MarketStatusCard } from '../features/market/MarketStatusCard.tsx'
import { PriceChartCard } from '../features/priceChart/PriceChartCard.tsx'
import { RecentTrades } from '../features/trades/RecentTrades.tsx'
import { LiveTradesDocument } from '../gql/generated/graphql.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { PageHeader } from '../ui/PageHeader.tsx'

/** The day at a glance: chart, market, the last trades. */
export default function DashboardScreen() {
  const firstName = useAuthStore((state) => state.user?.name.trim().split(/\s+/)[0])
  const { data } = useQuery(LiveTradesDocument)
  return (
    <>
      <PageHeader
        title={firstName ? `${firstName} Trading Dashboard` : 'Trading Dashboard'}
        subtitle="Welcome back! Here's your trading overview for today."
      />
      <MarketStatusCard activeTrades={data ? data.liveTrades.length : null} />
      <PriceChartCard />
      <RecentTrades />
    </>
  )
}
