import { useApolloClient, useQuery } from '@apollo/client/react'
import { Activity, LayoutDashboard, Layers, TrendingUp, Wallet } from 'lucide-react'
import { styled } from 'styled-components'
import { QuickActions } from '../features/dashboard/QuickActions.tsx'
import { MarketsToday } from '../features/market/MarketsToday.tsx'
import { MarketStatusCard } from '../features/market/MarketStatusCard.tsx'
import { FirstStepsCard } from '../features/onboarding/FirstStepsCard.tsx'
import { PriceChartCard } from '../features/priceChart/PriceChartCard.tsx'
import { LimitsLine } from '../features/trades/DayLimits.tsx'
import { OpenTrades } from '../features/trades/OpenTrades.tsx'
import { RecentTrades } from '../features/trades/RecentTrades.tsx'
import { TodayStats } from '../features/trades/TodayStats.tsx'
import { TradeDialogOf } from '../features/trades/TradeDialogOf.tsx'
import { useTradeInAddress } from '../features/trades/useTradeInAddress.ts'
import { DashboardDocument } from '../gql/generated/graphql.ts'
import { UNKNOWN } from '../lib/formatMoney.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { useMayTrade } from '../lib/session/useMayTrade.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { LogoutButton } from '../ui/LogoutButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RefreshButton } from '../ui/RefreshButton.tsx'
import { StatRow, StatSkeleton } from '../ui/StatCard.tsx'
import { WhenIdle } from '../ui/WhenIdle.tsx'

const AUTO_REFRESH_MS = 30_000

const Columns = styled.div`
  display: grid;
  gap: 12px;
  align-items: start;

  & > div {
    display: grid;
    gap: 12px;
    align-content: start;
  }

  @media (min-width: 80rem) {
    grid-template-columns: minmax(0, 1fr) 18rem;
  }

  @media (min-width: 40.01rem) and (max-width: 79.99rem) {
    & > div {
      grid-template-columns: 1fr 1fr;
    }
  }
`

/** The day at a glance: its figures, the chart, quick actions, the last trades. Polled every 30 seconds beside the live events. */
export default function DashboardScreen() {
  const firstName = useAuthStore((state) => state.user?.name.trim().split(/\s+/)[0])
  const mayTrade = useMayTrade()
  const client = useApolloClient()
  const [trade, openTrade] = useTradeInAddress()
  const { data, error, refetch } = useQuery(DashboardDocument, {
    pollInterval: AUTO_REFRESH_MS,
    skipPollAttempt: () => document.hidden,
  })
  const activeTrades = data ? data.dashboard.liveTrades : null
  return (
    <>
      <PageHeader
        title={firstName ? `${firstName} Trading Dashboard` : 'Trading Dashboard'}
        subtitle="Welcome back! Here's your trading overview for today."
      >
        <MarketsToday />
        <RefreshButton onRefresh={() => client.refetchQueries({ include: 'active' })} />
        <LogoutButton />
      </PageHeader>
      {error ? (
        <LoadFailure
          text="Error loading dashboard data"
          short="Failed to fetch dashboard data"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data ? (
        <TodayStats dashboard={data.dashboard} account={data.account} />
      ) : error ? (
        <EmptyState icon={LayoutDashboard} title="No dashboard data available" />
      ) : (
        <>
          <StatRow>
            <StatSkeleton title="Today's P&L" icon={TrendingUp} beside={UNKNOWN} note="Net of charges" trend={null} />
            <StatSkeleton title="Today's Trades" icon={Activity} note="Running" />
            <StatSkeleton title="Active Strategies" icon={Layers} note="Switched on" />
            <StatSkeleton title="Today's Funds Used" icon={Wallet} note="Premium paid" />
          </StatRow>
          {mayTrade ? <LimitsLine /> : null}
        </>
      )}
      {mayTrade ? <OpenTrades pollMs={AUTO_REFRESH_MS} onWhy={openTrade} /> : null}
      <Columns>
        <PriceChartCard />
        <div>
          <QuickActions />
          <MarketStatusCard activeTrades={activeTrades} />
          {mayTrade ? (
            <WhenIdle>
              <FirstStepsCard />
            </WhenIdle>
          ) : null}
        </div>
      </Columns>
      <RecentTrades pollMs={AUTO_REFRESH_MS} onWhy={openTrade} />
      <TradeDialogOf id={trade} onClose={() => openTrade('')} />
    </>
  )
}
