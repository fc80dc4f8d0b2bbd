import { useMutation } from '@apollo/client/react'
import { NOTIFICATION_CHANNEL_TEXTS, type NotificationChannel } from '../../../schema/notificationKinds.ts'
import {
  NotificationSettingsDocument,
  ResumeNotificationChannelDocument,
  type NotificationSettingsPartsFragment,
} from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

/** Says that a channel is paused since the password was reset, and lets its owner confirm it; nothing when it is not. */
export function PausedChannel({ settings, channel }: { settings: NotificationSettingsPartsFragment; channel: NotificationChannel }) {
  const [resume, { loading }] = useMutation(ResumeNotificationChannelDocument, {
    update(cache, { data }) {
      if (data) cache.writeQuery({ query: NotificationSettingsDocument, data: { notificationSettings: data.resumeNotificationChannel } })
    },
  })
  if (!settings.suspended.includes(channel)) return null

  async function confirm() {
    const name = NOTIFICATION_CHANNEL_TEXTS[channel]
    try {
      await resume({ variables: { channel } })
      toast.success(`${name}: notifications are sent there again.`)
    } catch (error) {
      toastFailure(`${name} is still paused`, error)
    }
  }

  return (
    <>
      <p role="status">Paused after your password was reset. Confirm to resume.</p>
      <Button
        type="button"
        aria-label={`Confirm ${NOTIFICATION_CHANNEL_TEXTS[channel]}`}
        aria-disabled={loading}
        onClick={() => (loading ? undefined : void confirm())}
      >
        {loading ? 'Confirming...' : 'Confirm'}
      </Button>
    </>
  )
}
