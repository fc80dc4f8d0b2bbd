import { useQuery } from '@apollo/client/react'
import { ScrollText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../../schema/paths.ts'
import { InstallationAuditLogDocument, type InstallationAuditLogQuery } from '../../../gql/generated/graphql.ts'
import { useNextPage } from '../../../gql/useNextPage.ts'
import { formatDateTime } from '../../../lib/formatTime.ts'
import { useAddressTexts } from '../../../lib/useAddressTexts.ts'
import { Alert } from '../../../ui/Alert.ts'
import { Button } from '../../../ui/Button.ts'
import { Card } from '../../../ui/Card.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Skeleton } from '../../../ui/Skeleton.ts'
import { AdminTable } from '../AdminTable.ts'
import { AuditExport } from './AuditExport.tsx'
import { AuditFilterBar } from './AuditFilterBar.tsx'
import { NO_FILTERS, toFilterInput } from './auditFilters.ts'

const More = styled(Button)`
  margin-top: 12px;
`

const Facts = styled.small`
  display: block;
  color: var(--muted);
  font-size: var(--text-xs);
  font-weight: 400;
  overflow-wrap: anywhere;
`

/** What happened to all accounts by the filters of the address, the latest first; earlier entries come on request. */
export function AuditLogTable() {
  const { texts: filters, change } = useAddressTexts(NO_FILTERS)
  const input = toFilterInput(filters)
  const { data, previousData, error, refetch, fetchMore } = useQuery(InstallationAuditLogDocument, { variables: { input } })
  // While others load, the old rows stay.
  const log = (data ?? previousData)?.auditLog
  const page = useNextPage(() =>
    fetchMore({
      variables: { input: { ...input, after: log?.next ?? null } },
      updateQuery: (shown, { fetchMoreResult }) => withEarlier(shown, fetchMoreResult),
    }),
  )
  return (
    <>
      <AuditFilterBar filters={filters} onChange={change} />
      <AuditExport filters={input} />
      {error ? <LoadFailure text="Failed to load the audit log" error={error} onRetry={() => void refetch()} /> : null}
      {!log ? (
        error ? null : (
          <Skeleton $height={400} />
        )
      ) : log.entries.length === 0 ? (
        <EmptyState icon={ScrollText} title="No matching entries" text="Remove a filter, or choose other days." />
      ) : (
        <Card>
          <AdminTable>
            <caption>Latest first. Times in IST.</caption>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Account</th>
                <th scope="col">By</th>
                <th scope="col">From</th>
                <th scope="col">When</th>
              </tr>
            </thead>
            <tbody>
              {log.entries.map((entry) => (
                <EntryRow key={entry.cursor} entry={entry} />
              ))}
            </tbody>
          </AdminTable>
          {page.problem === null ? null : <Alert>{page.problem}</Alert>}
          {log.next === null ? null : (
            <More $look="quiet" type="button" $busy={page.busy} onClick={page.again}>
              {page.busy ? 'Loading...' : 'Show earlier'}
            </More>
          )}
        </Card>
      )}
    </>
  )
}

function EntryRow({ entry }: { entry: InstallationAuditLogQuery['auditLog']['entries'][number] }) {
  const { accountId, account, text, by, address, at, details } = entry
  const facts = Object.entries(details).map(([name, value]) => `${name}: ${String(value)}`)
  return (
    <tr>
      <th scope="row">
        {text}
        {facts.length === 0 ? null : <Facts>{facts.join(', ')}</Facts>}
      </th>
      <td data-label="Account">{account === null ? 'Deleted' : <Link to={paths.adminUser(accountId)}>{account}</Link>}</td>
      <td data-label="By">{by}</td>
      <td data-label="From">{address ?? '—'}</td>
      <td>{formatDateTime(at)}</td>
    </tr>
  )
}

/** The log as shown, with earlier entries below it. */
function withEarlier(shown: InstallationAuditLogQuery, { auditLog: earlier }: InstallationAuditLogQuery): InstallationAuditLogQuery {
  return { ...shown, auditLog: { ...earlier, entries: [...shown.auditLog.entries, ...earlier.entries] } }
}
