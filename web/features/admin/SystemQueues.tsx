import type { SystemPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { AdminFacts } from './AdminFacts.ts'
import { spanText } from './systemTexts.ts'

/** The age of the last price, and the work that is waiting. */
export function SystemQueues({ feedAgeMs, queues }: Pick<SystemPartsFragment, 'feedAgeMs' | 'queues'>) {
  return (
    <SettingsCard id="queues" title="Feed and queues" text="The age of the last price, and the work that is waiting.">
      <AdminFacts>
        <dt>Last index tick</dt>
        <dd>{feedAgeMs === null ? 'Not expected now' : `${spanText(feedAgeMs)} ago`}</dd>
        <dt>Outbox</dt>
        <dd>{queues.outbox === 0 ? 'Empty' : `${formatCount(queues.outbox)}, the oldest for ${spanText(queues.outboxSeconds * 1_000)}`}</dd>
        <dt>Jobs</dt>
        <dd>{formatCount(queues.jobs)}</dd>
        <dt>Notifications to send</dt>
        <dd>{formatCount(queues.notifications)}</dd>
      </AdminFacts>
    </SettingsCard>
  )
}
