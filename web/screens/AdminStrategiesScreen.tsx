import { AdminPage } from '../features/admin/AdminPage.tsx'
import { StrategyUsage } from '../features/admin/strategies/StrategyUsage.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

/** Who runs which strategies. */
export default function AdminStrategiesScreen() {
  return (
    <AdminPage title="Strategies" subtitle="How many users run each strategy, by version and mode." loading={<Skeleton $height={480} />}>
      <StrategyUsage />
    </AdminPage>
  )
}
