import { useQuery } from '@apollo/client/react'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { css, styled } from 'styled-components'
import {
  AdminBrokerStatusDocument,
  MarketStatusDocument,
  SchedulerStatusDocument,
  SystemStatusDocument,
} from '../../gql/generated/graphql.ts'
import { Skeleton } from '../../ui/Skeleton.ts'
import { describeHealth } from './describeHealth.ts'

/** One line, on a phone up to three: what is below does not move when the sentence comes. */
const HEIGHT = css`
  min-height: 48px;

  @media (max-width: 40rem) {
    min-height: 88px;
  }
`

const Sentence = styled.p<{ $isWell: boolean }>`
  ${HEIGHT}
  display: flex;
  align-items: center;
  gap: 10px;
  margin-bottom: 12px;
  padding: 12px 16px;
  border: 1px solid ${({ $isWell }) => ($isWell ? 'var(--line)' : 'var(--warning)')};
  border-radius: var(--radius);
  background: var(--surface);
  font-size: var(--text-sm);

  svg {
    flex: none;
    color: ${({ $isWell }) => ($isWell ? 'var(--good)' : 'var(--warning)')};
  }
`

const Waiting = styled(Skeleton)`
  ${HEIGHT}
  margin-bottom: 12px;
`

const ALERTS_MS = 30_000

/** How the installation is, in plain words. What is below it keeps it current, except for alerts, which it requests itself. */
export function HealthSentence() {
  const { data: market } = useQuery(MarketStatusDocument)
  const { data: scheduler } = useQuery(SchedulerStatusDocument)
  const { data: broker } = useQuery(AdminBrokerStatusDocument)
  const { data: system } = useQuery(SystemStatusDocument, { pollInterval: ALERTS_MS, skipPollAttempt: () => document.hidden })
  const health = describeHealth({
    market: market?.marketStatus ?? null,
    scheduler: scheduler?.schedulerStatus ?? null,
    broker: broker?.adminBrokerStatus ?? null,
    alerts: system?.systemStatus.alerts ?? [],
  })
  if (!health) return <Waiting $height={48} />
  const Icon = health.isWell ? CircleCheck : TriangleAlert
  return (
    <Sentence role="status" aria-label="Health" $isWell={health.isWell}>
      <Icon size={18} aria-hidden /> {health.text}
    </Sentence>
  )
}
