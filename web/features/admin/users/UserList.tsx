import { useQuery } from '@apollo/client/react'
import { UserRoundSearch } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../../schema/paths.ts'
import { ManagedUsersDocument, type ManagedUserPartsFragment, type ManagedUsersQuery } from '../../../gql/generated/graphql.ts'
import { useNextPage } from '../../../gql/useNextPage.ts'
import { formatDate, formatDateTime } from '../../../lib/formatTime.ts'
import { useAddressTexts } from '../../../lib/useAddressTexts.ts'
import { Card } from '../../../ui/Card.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilterBar } from '../../../ui/FilterBar.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { ModeBadge } from '../../../ui/ModeBadge.tsx'
import { MoreRows } from '../../../ui/MoreRows.tsx'
import { ProfitLoss } from '../../../ui/ProfitLoss.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Select } from '../../../ui/Select.ts'
import { Skeleton } from '../../../ui/Skeleton.ts'
import { AdminTable } from '../AdminTable.ts'
import { describeOpen } from './describeOpen.ts'
import { CHOICES, NO_FILTERS, ORDERS, orderOf, toInput } from './userFilters.ts'
import { UserState } from './UserState.tsx'

const FILTERS = ['role', 'state', 'twoFactor', 'live', 'broker'] as const

const Bar = styled(FilterBar)`
  grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));

  input {
    width: 100%;
    min-height: 44px;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-sm);
  }
`

/** The accounts by what the address filters and sorts by; more come on request. */
export function UserList() {
  const { texts, change } = useAddressTexts(NO_FILTERS)
  const input = toInput(texts)
  const { data, previousData, error, refetch, fetchMore } = useQuery(ManagedUsersDocument, { variables: { input } })
  // While others load, the old rows stay.
  const users = (data ?? previousData)?.managedUsers
  const page = useNextPage(() =>
    fetchMore({
      variables: { input: { ...input, after: users?.pageInfo.endCursor ?? null } },
      updateQuery: (shown, { fetchMoreResult }) => withNext(shown, fetchMoreResult),
    }),
  )
  return (
    <>
      <Bar role="search" aria-label="Find accounts" onSubmit={(event) => event.preventDefault()}>
        <SearchField
          label="Search"
          placeholder="E-mail address or name"
          search={texts.search}
          onSearch={(text) => change({ search: text }, { replace: true })}
        />
        {FILTERS.map((name) => (
          <label key={name}>
            {CHOICES[name].label}
            <Select value={texts[name]} onChange={({ target }) => change({ [name]: target.value })}>
              <option value="">Any</option>
              {Object.entries(CHOICES[name].texts).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          </label>
        ))}
        <label>
          Order
          <Select value={texts.sort} onChange={({ target }) => change({ sort: target.value })}>
            {Object.entries(ORDERS).map(([value, { text }]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </label>
      </Bar>
      {error ? <LoadFailure text="Failed to load the accounts" error={error} onRetry={() => void refetch()} /> : null}
      {!users ? (
        error ? null : (
          <Skeleton $height={400} />
        )
      ) : users.edges.length === 0 ? (
        <EmptyState
          icon={UserRoundSearch}
          title="No account found"
          text="Search by part of an email address or name, or remove a filter."
        />
      ) : (
        <Card>
          <AdminTable>
            <caption>{orderOf(texts.sort).text}. Times in IST. Today: closed trades, after charges.</caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">State</th>
                <th scope="col">Two-factor</th>
                <th scope="col">Open trades</th>
                <th scope="col">Today</th>
                <th scope="col">Last seen</th>
                <th scope="col">Joined</th>
              </tr>
            </thead>
            <tbody>
              {users.edges.map(({ node }) => (
                <UserRow key={node.id} user={node} />
              ))}
            </tbody>
          </AdminTable>
          <MoreRows
            nouns={['account', 'accounts']}
            shown={users.edges.length}
            total={users.total}
            busy={page.busy}
            problem={page.problem}
            onMore={page.again}
          />
        </Card>
      )}
    </>
  )
}

const Email = styled.small`
  display: block;
  color: var(--muted);
  font-size: var(--text-xs);
`

function UserRow({ user }: { user: ManagedUserPartsFragment }) {
  const { id, name, email, twoFactor, lastSeenAt, createdAt, todayPaperNet, todayLiveNet } = user
  return (
    <tr>
      <th scope="row">
        <Link to={paths.adminUser(id)}>{name}</Link>
        <Email>{email}</Email>
      </th>
      <td>
        <UserState user={user} />
      </td>
      <td data-label="Two-factor">{twoFactor ? 'On' : 'Off'}</td>
      <td data-label="Open trades">{describeOpen(user)}</td>
      <td data-label="Today">
        {todayLiveNet === null ? null : (
          <>
            <ModeBadge mode="LIVE" /> <ProfitLoss value={todayLiveNet} />{' '}
          </>
        )}
        {todayPaperNet === null && todayLiveNet !== null ? null : <ProfitLoss value={todayPaperNet} />}
      </td>
      <td data-label="Last seen">{lastSeenAt === null ? 'Never' : formatDateTime(lastSeenAt)}</td>
      <td data-label="Joined">{formatDate(createdAt)}</td>
    </tr>
  )
}

/** The list as shown, with the next page below it. */
function withNext(shown: ManagedUsersQuery, { managedUsers: next }: ManagedUsersQuery): ManagedUsersQuery {
  return { ...shown, managedUsers: { ...next, edges: [...shown.managedUsers.edges, ...next.edges] } }
}
