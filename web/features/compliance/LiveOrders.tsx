import type { ComplianceQuery } from '../../gql/generated/graphql.ts'
import { capitalised } from '../../lib/capitalised.ts'
import { formatCount, UNKNOWN } from '../../lib/formatMoney.ts'
import { formatClock, formatDate } from '../../lib/formatTime.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { ComplianceCard, WordTable } from './ComplianceCard.tsx'

const NONE = 'None registered'

/** The latest orders to the broker, each with the algo id it was stored with. */
export function LiveOrders({ algoId, orders }: Pick<ComplianceQuery['compliance'], 'algoId' | 'orders'>) {
  return (
    <ComplianceCard
      title={
        <>
          Live orders <ModeBadge mode="LIVE" />
        </>
      }
      text={
        <>
          The latest 50; the log has all of them. Algo id of new orders:{' '}
          {algoId ?? 'none registered. The operator sets ALGO_ID once the exchange has given one'}.
        </>
      }
    >
      {orders.length === 0 ? (
        <p role="status">No live order yet.</p>
      ) : (
        <WordTable aria-label="Live orders, table">
          <table>
            <thead>
              <tr>
                <th scope="col">Time (IST)</th>
                <th scope="col">Order</th>
                <th scope="col">Strategy</th>
                <th scope="col">Status</th>
                <th scope="col">Algo id</th>
                <th scope="col">Tag</th>
                <th scope="col">Broker's number</th>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <tr key={order.id}>
                  <th scope="row">
                    {formatDate(order.at)}, {formatClock(order.at)}
                  </th>
                  <td>
                    {capitalised(order.side.toLowerCase())} {formatCount(order.quantity)} × {order.option}
                  </td>
                  <td>{order.strategy}</td>
                  <td>{capitalised(order.status.toLowerCase().replaceAll('_', ' '))}</td>
                  <td>{order.algoId ?? NONE}</td>
                  <td>{order.tag}</td>
                  <td>{order.brokerOrderId ?? UNKNOWN}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </WordTable>
      )}
    </ComplianceCard>
  )
}
