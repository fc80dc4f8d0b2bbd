import { Link } from 'react-router-dom'
import type { ReadinessState } from '../../../schema/brokerReadiness.ts'
import { paths } from '../../../schema/paths.ts'
import type { ComplianceQuery } from '../../gql/generated/graphql.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { Badge, type Tone } from '../../ui/Badge.ts'
import { ComplianceCard } from './ComplianceCard.tsx'

const STATES: Readonly<Record<ReadinessState, readonly [text: string, tone: Tone]>> = {
  READY: ['Ready', 'good'],
  ATTENTION: ['To do', 'bad'],
  UNKNOWN: ['Not known', 'neutral'],
}

/** Where orders leave from, against what is registered at the broker. */
export function OutgoingAddress({ address }: Pick<ComplianceQuery['compliance'], 'address'>) {
  if (address === null)
    return (
      <ComplianceCard
        title="Outgoing IP address"
        text={
          <>
            Not checked yet. The trading engine looks when your <Link to={paths.profile('broker')}>broker account</Link> is connected.
          </>
        }
      />
    )
  const [state, tone] = STATES[address.state]
  return (
    <ComplianceCard
      title={
        <>
          Outgoing IP address <Badge $tone={tone}>{state}</Badge>
        </>
      }
      text={address.text}
    >
      <p>
        Seen by the trading engine: {address.outgoing ?? 'not known'}. Registered: {address.registered ?? 'not set'}. Checked{' '}
        {formatDateTime(address.checkedAt)}.
      </p>
    </ComplianceCard>
  )
}
