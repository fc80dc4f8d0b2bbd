import { useMutation } from '@apollo/client/react'
import { Send } from 'lucide-react'
import { NOTIFICATION_CHANNEL_TEXTS, type NotificationChannel } from '../../../schema/notificationKinds.ts'
import { SendTestNotificationDocument } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

/** Sends a test message to a channel and shows the outcome. */
export function TestButton({ channel }: { channel: NotificationChannel }) {
  const [send, { loading }] = useMutation(SendTestNotificationDocument)

  async function test() {
    const name = NOTIFICATION_CHANNEL_TEXTS[channel]
    try {
      const { data } = await send({ variables: { channel } })
      if (!data) return
      const { sent, problem } = data.sendTestNotification
      if (sent) toast.success(`${name}: the test message was accepted.`)
      else toast.error(`${name}: the test message did not arrive`, { description: problem ?? '' })
    } catch (error) {
      toastFailure('The test message could not be sent', error)
    }
  }

  return (
    <Button $look="quiet" type="button" aria-disabled={loading} onClick={() => (loading ? undefined : void test())}>
      <Send size={15} aria-hidden /> {loading ? 'Sending...' : 'Send a test'}
    </Button>
  )
}
