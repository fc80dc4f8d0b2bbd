import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { MarketStatusCard } from '../features/market/MarketStatusCard.tsx'
import { PriceChartCard } from '../features/priceChart/PriceChartCard.tsx'
import { RecentTrades } from '../features/trades/RecentTrades.tsx'
import { LiveTradesDocument } from '../gql/generated/graphql.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { PageHeader } from '../ui/PageHeader.tsx'

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 300px;
  align-items: start;
  gap: 12px;
  margin-bottom: 28px;

  @media (max-width: 80rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

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
      <Columns>
        <PriceChartCard />
        <MarketStatusCard activeTrades={data ? data.liveTrades.length : null} />
      </Columns>
      <RecentTrades />
    </>
  )
}
