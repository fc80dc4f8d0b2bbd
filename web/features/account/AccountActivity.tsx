import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { AccountActivityDocument, type AccountActivityQuery } from '../../gql/generated/graphql.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { describeDevice } from '../../lib/describeDevice.ts'
import { describeFacts } from './describeFacts.ts'

const Rows = styled.ol`
  margin-bottom: 12px;

  li {
    display: grid;
    grid-template-columns: 11rem minmax(0, 1fr) minmax(0, 16rem);
    gap: 2px 16px;
    padding: 10px 0;
    border-top: 1px solid var(--line);
    font-size: var(--text-sm);
  }

  time,
  small {
    color: var(--muted);
    font-size: var(--text-xs);
    overflow-wrap: anywhere;
  }

  small {
    display: block;
  }

  ${media.phone} {
    li {
      grid-template-columns: 1fr;
    }
  }
`

type Entry = AccountActivityQuery['myAuditLog']['entries'][number]

/** The account's events, latest first, a page at a time. */
export function AccountActivity() {
  const { data, error, refetch, fetchMore } = useQuery(AccountActivityDocument)
  const [busy, setBusy] = useState(false)

  async function showEarlier(before: number) {
    setBusy(true)
    try {
      await fetchMore({
        variables: { before },
        updateQuery: (shown, { fetchMoreResult: { myAuditLog } }) => withEarlier(shown, myAuditLog),
      })
    } catch (failure) {
      toastFailure('Failed to load earlier activity', failure)
    } finally {
      setBusy(false)
    }
  }

  const log = data?.myAuditLog
  return (
    <SettingsCard id="activity" title="Account activity" text="Sign-ins, changes and exports on your account. Real time, IST.">
      {error ? <LoadFailure text="Failed to load your account activity" error={error} onRetry={() => void refetch()} /> : null}
      {log ? (
        <>
          <Rows>
            {log.entries.map((entry) => (
              <ActivityRow key={entry.sequence} entry={entry} />
            ))}
          </Rows>
          {log.next == null ? null : (
            <Button $look="quiet" type="button" $busy={busy} onClick={() => void showEarlier(log.next ?? 0)}>
              {busy ? 'Loading...' : 'Show earlier'}
            </Button>
          )}
        </>
      ) : error ? null : (
        <Skeleton $height={400} />
      )}
    </SettingsCard>
  )
}

function ActivityRow({ entry: { at, text, actor, address, userAgent, details } }: { entry: Entry }) {
  const facts = describeFacts(details)
  return (
    <li>
      <time dateTime={at}>{formatDateTime(at)}</time>
      <div>
        {text}
        {facts === '' ? null : <small>{facts}</small>}
        {actor === 'owner' ? null : <small>by {actor === 'command line' ? actor : 'an admin'}</small>}
      </div>
      <small>
        {userAgent == null ? null : describeDevice(userAgent).name}
        {address == null ? null : ` · ${address}`}
      </small>
    </li>
  )
}

/** The log as shown, with an older page below it. */
function withEarlier(shown: AccountActivityQuery, earlier: AccountActivityQuery['myAuditLog']): AccountActivityQuery {
  return { ...shown, myAuditLog: { ...earlier, entries: [...shown.myAuditLog.entries, ...earlier.entries] } }
}
