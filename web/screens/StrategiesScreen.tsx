import { StrategyMarketplace } from '../features/strategies/StrategyMarketplace.tsx'
import { LogoutButton } from '../ui/LogoutButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** The marketplace: which strategies there are and which of them trade for the user. */
export default function StrategiesScreen() {
  return (
    <>
      <PageHeader title="Strategy Marketplace" subtitle="Subscribe to a strategy and it trades for you on paper, by the rules on its card.">
        <LogoutButton />
      </PageHeader>
      <StrategyMarketplace />
    </>
  )
}
