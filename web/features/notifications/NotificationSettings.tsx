import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { NotificationSettingsDocument } from '../../gql/generated/graphql.ts'
import { media } from '../../theme/media.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { EmailChannel } from './EmailChannel.tsx'
import { KindMatrix } from './KindMatrix.tsx'
import { QuietHoursForm } from './QuietHoursForm.tsx'
import { TelegramChannel } from './TelegramChannel.tsx'
import { WebhookChannel } from './WebhookChannel.tsx'

const Parts = styled.div`
  display: grid;
  gap: 24px;
`

/** As high as the settings are with nothing set up. */
const Place = styled(Skeleton)`
  ${media.phone} {
    height: 1443px;
  }
`

/** The kinds, channels and quiet hours of the user's notifications. */
export function NotificationSettings() {
  const { data, error, refetch } = useQuery(NotificationSettingsDocument)
  const settings = data?.notificationSettings
  return (
    <SettingsCard
      id="notifications"
      title="Notification Settings"
      text="What appears here, and what is also sent to you. Messages about your account's security always come by e-mail."
    >
      {error ? <LoadFailure text="Failed to load the notification settings" error={error} onRetry={() => void refetch()} /> : null}
      {settings ? (
        <Parts>
          <KindMatrix settings={settings} />
          <QuietHoursForm quietHours={settings.quietHours ?? null} />
          <EmailChannel settings={settings} />
          <TelegramChannel settings={settings} />
          <WebhookChannel settings={settings} />
        </Parts>
      ) : error ? null : (
        <Place $height={1139} />
      )}
    </SettingsCard>
  )
}
