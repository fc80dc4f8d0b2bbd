import type { LiveOrderPartsFragment } from '../../gql/generated/graphql.ts'
import { useQuestionInPlace } from '../../ui/useQuestionInPlace.ts'
import { FirstOrderBanner } from './FirstOrderBanner.tsx'
import { FirstOrderQuestion } from './FirstOrderQuestion.tsx'
import { IncidentBanner } from './IncidentBanner.tsx'
import { UnresolvedBanner } from './UnresolvedBanner.tsx'
import { useLiveOrders } from './useLiveOrders.ts'

/** What the user's live orders wait for, on every screen; nothing while that is nothing. */
export default function LiveOrderNotices() {
  const orders = useLiveOrders()
  if (!orders) return null
  // A trade's card says which stop is watched: it may be so all day.
  const incidents = orders.incidents.filter(({ kind }) => kind !== 'STOP_WATCHED')
  return (
    <>
      {incidents.length > 0 ? <IncidentBanner incidents={incidents} /> : null}
      {orders.unresolved > 0 ? <UnresolvedBanner orders={orders.unresolved} since={orders.unresolvedSince} /> : null}
      <FirstOrders orders={orders.firstOrders} />
    </>
  )
}

/** The question is last: the shelf grows upwards, and what comes or goes above it does not move it. */
function FirstOrders({ orders }: { orders: LiveOrderPartsFragment['firstOrders'] }) {
  const { asked, approved, release, ...state } = useQuestionInPlace(orders)
  return (
    <>
      {approved.map((order) => (
        <FirstOrderBanner key={order.id} order={order} note={<p role="status">Approved. Waiting for the engine.</p>} />
      ))}
      {asked ? <FirstOrderQuestion key={asked.id} order={asked} onAnswered={release} {...state} /> : null}
    </>
  )
}
