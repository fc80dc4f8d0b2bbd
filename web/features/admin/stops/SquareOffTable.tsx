import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router-dom'
import { paths } from '../../../../schema/paths.ts'
import { SquareOffByUserDocument } from '../../../gql/generated/graphql.ts'
import { formatCount } from '../../../lib/formatMoney.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Skeleton } from '../../../ui/Skeleton.ts'
import { AdminTable } from '../AdminTable.ts'

/** How often the result is read. */
const POLL_MS = 2_000

/** The outcome of squaring off the trades of a stop, user by user, polled while it is on the screen. */
export function SquareOffTable({ stopId }: { stopId: string }) {
  const { data, error, refetch } = useQuery(SquareOffByUserDocument, {
    variables: { stopId },
    pollInterval: POLL_MS,
    skipPollAttempt: () => document.hidden,
    fetchPolicy: 'no-cache',
  })
  if (error) return <LoadFailure text="Failed to load the results of squaring off" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton $height={120} />
  const users = data.squareOffByUser
  if (users.length === 0) return <p>There were no open trades to square off.</p>
  const stillOpen = users.reduce((sum, { open }) => sum + open, 0)
  return (
    <AdminTable>
      <caption role="status">
        {stillOpen === 0 ? 'All trades are closed.' : `${formatCount(stillOpen)} still open; those with open trades come first.`}
      </caption>
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Closed</th>
          <th scope="col">Still open</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {users.map(({ userId, name, email, closed, open, problem }) => (
          <tr key={userId}>
            <th scope="row">
              <Link to={paths.adminUser(userId)}>{name}</Link> {email}
            </th>
            <td data-label="Closed">{formatCount(closed)}</td>
            <td data-label="Still open">{formatCount(open)}</td>
            <td>{problem}</td>
          </tr>
        ))}
      </tbody>
    </AdminTable>
  )
}
