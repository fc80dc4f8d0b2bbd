import type { NotificationSettingsPartsFragment } from '../../gql/generated/graphql.ts'
import { ChannelFrame, problemOf } from './ChannelFrame.tsx'
import { ChannelActions } from './ChannelActions.ts'
import { TestButton } from './TestButton.tsx'

/** Notifications to the address of the account. */
export function EmailChannel({ settings }: { settings: NotificationSettingsPartsFragment }) {
  const text = settings.emailVerified ? 'To the address of your account.' : 'To the address of your account, once you have confirmed it.'
  return (
    <ChannelFrame title="E-mail" text={text} problem={problemOf(settings, 'EMAIL')}>
      {settings.emailVerified ? (
        <ChannelActions>
          <TestButton channel="EMAIL" />
        </ChannelActions>
      ) : null}
    </ChannelFrame>
  )
}
