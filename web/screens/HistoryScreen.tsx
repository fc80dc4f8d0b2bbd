import { ExportButton } from '../features/trades/ExportButton.tsx'
import { TradeHistory } from '../features/trades/TradeHistory.tsx'
import { LogoutButton } from '../ui/LogoutButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** What has been traded, and how it ended. */
export default function HistoryScreen() {
  return (
    <>
      <PageHeader title="Trade History" subtitle="Your closed trades: gross as traded, net of all charges beside it.">
        <ExportButton />
        <LogoutButton />
      </PageHeader>
      <TradeHistory />
    </>
  )
}
