import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { SCREENS } from '../../schema/paths.ts'
import { StrategyMarketplace } from '../features/strategies/StrategyMarketplace.tsx'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { useMayTrade } from '../lib/session/useMayTrade.ts'
import { Button } from '../ui/Button.ts'
import { LogoutButton } from '../ui/LogoutButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { WhenIdle } from '../ui/WhenIdle.tsx'

const UnfilledOrders = lazy(() => import('../features/liveOrders/UnfilledOrders.tsx'))

/** The marketplace: which strategies there are and which of them trade for the user; below it live orders of theirs that were not filled. */
export default function StrategiesScreen() {
  const isAdmin = useAuthStore(({ user }) => user?.role === 'admin')
  const mayTrade = useMayTrade()
  return (
    <>
      <PageHeader
        title="Strategy Marketplace"
        subtitle={
          mayTrade
            ? 'Subscribe to a strategy and it trades for you by the rules on its card: on paper, until you switch it to live.'
            : 'The strategies, their rules and their results.'
        }
      >
        {isAdmin ? (
          <Button as={Link} to={SCREENS.newStrategy}>
            <Plus size={15} aria-hidden /> Create Strategy
          </Button>
        ) : null}
        <LogoutButton />
      </PageHeader>
      <StrategyMarketplace />
      <WhenIdle>
        <Suspense fallback={null}>
          <UnfilledOrders />
        </Suspense>
      </WhenIdle>
    </>
  )
}
