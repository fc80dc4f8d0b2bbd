import { useId, type ReactNode } from 'react'
import { styled } from 'styled-components'
import type { NotificationChannel } from '../../../schema/notificationKinds.ts'
import type { NotificationSettingsPartsFragment } from '../../gql/generated/graphql.ts'
import { formatDateTime } from '../../lib/formatTime.ts'

const Frame = styled.section`
  display: grid;
  gap: 10px;
  padding-top: 20px;
  border-top: 1px solid var(--line);

  h3 {
    font-size: var(--text-sm);
  }

  p {
    max-width: 46rem;
    color: var(--muted);
    font-size: var(--text-sm);
    overflow-wrap: anywhere;
  }

  p[role='status'] {
    color: var(--warning);
  }
`

/** A channel in the notification settings: what it is, why the last message to it failed, and its actions. */
export function ChannelFrame({
  title,
  text,
  problem,
  children,
}: {
  title: string
  text: ReactNode
  problem?: NotificationSettingsPartsFragment['problems'][number] | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <Frame aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p>{text}</p>
      {problem ? (
        <p role="status">
          The message about {formatDateTime(problem.time)} did not arrive: {problem.problem}.{' '}
          {problem.givenUp ? 'It will not be sent again.' : 'It will be sent again.'}
        </p>
      ) : null}
      {children}
    </Frame>
  )
}

/** Why the last message to a channel failed. */
export function problemOf({ problems }: NotificationSettingsPartsFragment, channel: NotificationChannel) {
  return problems.find((one) => one.channel === channel)
}
