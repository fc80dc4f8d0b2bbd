import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { styled } from 'styled-components'
import type { Instant } from '../../../schema/time.ts'
import { RetryJobDocument, SystemStatusDocument, type SystemPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { useToldChange } from '../../ui/useToldChange.ts'
import { CancelJobDialog } from './CancelJobDialog.tsx'
import { SystemTable } from './SystemTable.tsx'
import { agoText } from './systemTexts.ts'

type Job = SystemPartsFragment['failedJobs'][number]

const Actions = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
`

/** Jobs that have used up their attempts: each is tried again, or cancelled with a reason. */
export function FailedJobs({
  failedJobs,
  failedJobCount,
  at,
}: Pick<SystemPartsFragment, 'failedJobs' | 'failedJobCount'> & { at: Instant }) {
  const [cancelling, setCancelling] = useState<Job | null>(null)
  const [retry] = useMutation(RetryJobDocument, {
    update(cache, { data }) {
      if (data) cache.writeQuery({ query: SystemStatusDocument, data: { systemStatus: data.retryJob } })
    },
  })
  const { busy, run } = useToldChange()
  const tryAgain = async ({ id, task }: Job) => {
    await retry({ variables: { id } })
    return `${task} will be retried`
  }
  return (
    <SettingsCard
      id="failed-jobs"
      title="Failed jobs"
      text="Jobs that used up all their attempts. They stay undone until you retry them."
      action={failedJobCount > 0 ? <Badge $tone="bad">{formatCount(failedJobCount)}</Badge> : undefined}
    >
      {failedJobs.length === 0 ? (
        <p>No failed jobs.</p>
      ) : (
        <SystemTable
          label="Failed jobs"
          columns={['Job', 'Attempts', 'Since', 'Last error', 'Actions']}
          {...(failedJobs.length < failedJobCount ? { caption: `The oldest ${formatCount(failedJobs.length)}` } : {})}
        >
          {failedJobs.map((job) => (
            <tr key={job.id}>
              <th scope="row">
                {job.task} {job.id}
              </th>
              <td>{formatCount(job.attempts)}</td>
              <td>{agoText(job.createdAt, at)}</td>
              <td style={{ whiteSpace: 'normal', minWidth: '12rem' }}>{job.error ?? 'The process died'}</td>
              <td>
                <Actions>
                  <Button
                    $look="quiet"
                    type="button"
                    $busy={busy !== null}
                    aria-label={`Retry job ${job.id}`}
                    onClick={() => void run(job.id, () => tryAgain(job), 'The job could not be retried')}
                  >
                    Retry
                  </Button>
                  <Button $look="quiet" type="button" aria-label={`Cancel job ${job.id}`} onClick={() => setCancelling(job)}>
                    Cancel
                  </Button>
                </Actions>
              </td>
            </tr>
          ))}
        </SystemTable>
      )}
      {cancelling ? <CancelJobDialog job={cancelling} onClose={() => setCancelling(null)} /> : null}
    </SettingsCard>
  )
}
