import { useQuery } from '@apollo/client/react'
import { MarketStatusDocument } from '../../gql/generated/graphql.ts'
import { Badge } from '../../ui/Badge.ts'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { AdminFacts } from './AdminFacts.ts'

/** What the installation is connected to, and when it works. For admins. */
export function SystemInformation() {
  const { data } = useQuery(MarketStatusDocument)
  const status = data?.marketStatus
  return (
    <SettingsCard id="system-information" title="System Information" text="The connections and the schedule of this installation.">
      {status ? (
        <AdminFacts>
          <dt>Trading engine</dt>
          <dd>
            <Badge $tone={status.engineRunning ? 'good' : 'bad'}>{status.engineRunning ? 'Running' : 'Not responding'}</Badge>
          </dd>
          <dt>Prices</dt>
          <dd>
            <Badge $tone={status.feedConnected ? 'good' : 'bad'}>{status.feedConnected ? 'Connected' : 'Not connected'}</Badge>
          </dd>
          <dt>Market</dt>
          <dd>{status.sandbox ? 'Sandbox' : 'NSE and BSE'}</dd>
          <dt>Market hours</dt>
          <dd>9:15 AM to 3:30 PM IST, Monday to Friday</dd>
          <dt>Performance updates</dt>
          <dd>Every 5 minutes in market hours, final update at close</dd>
          <dt>Research agent</dt>
          <dd>Scans every 2 minutes</dd>
        </AdminFacts>
      ) : (
        <Skeleton $height={160} />
      )}
    </SettingsCard>
  )
}
