import { AdminPage } from '../features/admin/AdminPage.tsx'
import { MarketAdmin } from '../features/adminMarket/MarketAdmin.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

/** Holidays, sessions, expiries, lots, freeze quantities, charges and India VIX. */
export default function AdminMarketScreen() {
  return (
    <AdminPage title="Market" subtitle="Rules of the exchanges and the tax office." loading={<Skeleton $height={420} />}>
      <MarketAdmin />
    </AdminPage>
  )
}
