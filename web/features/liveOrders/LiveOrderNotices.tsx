import { FirstOrderBanner } from './FirstOrderBanner.tsx'
import { UnresolvedBanner } from './UnresolvedBanner.tsx'
import { useLiveOrders } from './useLiveOrders.ts'

/** What the user's live orders wait for, on every screen; nothing while that is nothing. */
export default function LiveOrderNotices() {
  const orders = useLiveOrders()
  if (!orders) return null
  return (
    <>
      {orders.unresolved > 0 ? <UnresolvedBanner orders={orders.unresolved} since={orders.unresolvedSince} /> : null}
      {orders.firstOrders.map((order) => (
        <FirstOrderBanner key={order.id} order={order} />
      ))}
    </>
  )
}
