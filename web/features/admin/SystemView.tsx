import { useQuery, useSubscription } from '@apollo/client/react'
import { styled } from 'styled-components'
import { SAMPLE_MS } from '../../../schema/systemKinds.ts'
import { MINUTE } from '../../../schema/time.ts'
import { SystemStatusChangedDocument, SystemStatusDocument } from '../../gql/generated/graphql.ts'
import { formatClock } from '../../lib/formatTime.ts'
import { useNow } from '../../lib/useNow.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { FailedJobs } from './FailedJobs.tsx'
import { SystemDatabase } from './SystemDatabase.tsx'
import { SystemNodes } from './SystemNodes.tsx'
import { SystemPlots } from './SystemPlots.tsx'
import { SystemQueues } from './SystemQueues.tsx'

/** Three pushes have been left out. */
const OLD_MS = 3.5 * SAMPLE_MS

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
`

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
  align-items: start;
  gap: 12px;
`

const AsOf = styled.p`
  color: var(--muted);
  font-size: var(--text-xs);
`

/** Replaces the page until the user is known, and until the figures are there. */
export const SYSTEM_LOADING = (
  <Parts>
    <Skeleton $height={220} />
    <Skeleton $height={420} />
    <Pair>
      <Skeleton $height={200} />
      <Skeleton $height={200} />
    </Pair>
  </Parts>
)

/** The installation in figures, refreshed every ten seconds. For admins. */
export function SystemView() {
  const { data, error, refetch } = useQuery(SystemStatusDocument, { pollInterval: MINUTE, skipPollAttempt: () => document.hidden })
  useSubscription(SystemStatusChangedDocument, {
    ignoreResults: true,
    onData: ({ client, data: { data: changed } }) => {
      if (changed) client.writeQuery({ query: SystemStatusDocument, data: changed })
    },
  })
  const now = useNow(SAMPLE_MS)
  const status = data?.systemStatus
  const at = status ? Date.parse(status.at) : now
  return (
    <Parts>
      {error ? <LoadFailure text="Failed to load the system" error={error} onRetry={() => void refetch()} /> : null}
      {status ? (
        <>
          <AsOf>
            As of {formatClock(status.at)} IST
            {now - at > OLD_MS ? ': nothing newer has arrived, so these figures may be out of date' : ', refreshed every ten seconds'}.
            Times here are real, even in a sandbox.
          </AsOf>
          <SystemNodes nodes={status.nodes} ownerless={status.ownerless} at={at} />
          <SystemPlots lastHour={status.lastHour} at={at} />
          <Pair>
            <SystemQueues feedAgeMs={status.feedAgeMs} queues={status.queues} />
            <SystemDatabase database={status.database} lastBackup={status.lastBackup} at={at} />
          </Pair>
          <FailedJobs failedJobs={status.failedJobs} failedJobCount={status.failedJobCount} at={at} />
        </>
      ) : error ? null : (
        SYSTEM_LOADING
      )}
    </Parts>
  )
}
