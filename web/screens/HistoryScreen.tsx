import { ChartColumn } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { SCREENS } from '../../schema/paths.ts'
import { ExportButton } from '../features/trades/ExportButton.tsx'
import { TradeHistory } from '../features/trades/TradeHistory.tsx'
import { Button } from '../ui/Button.ts'
import { LogoutButton } from '../ui/LogoutButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { WhenIdle } from '../ui/WhenIdle.tsx'

const UnfilledOrders = lazy(() => import('../features/liveOrders/UnfilledOrders.tsx'))

/** The closed trades and their results; below them live orders that opened none. */
export default function HistoryScreen() {
  return (
    <>
      <PageHeader title="Trade History" subtitle="Your closed trades: net of all charges, and before them beside it.">
        <Button as={Link} $look="quiet" to={SCREENS.reports}>
          <ChartColumn size={15} aria-hidden /> Reports
        </Button>
        <ExportButton />
        <LogoutButton />
      </PageHeader>
      <TradeHistory />
      <WhenIdle>
        <Suspense fallback={null}>
          <UnfilledOrders />
        </Suspense>
      </WhenIdle>
    </>
  )
}
