import { useQuery, useSubscription } from '@apollo/client/react'
import { Bell } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { keyframes, styled } from 'styled-components'
import { NotificationAddedDocument, UnreadNotificationsDocument } from '../../gql/generated/graphql.ts'
import { media } from '../../theme/media.ts'
import { IconButton } from '../../ui/IconButton.ts'

// What is behind the bell is not loaded before it is pressed.
const NotificationPanel = lazy(() => import('./NotificationPanel.tsx'))

/** The server counts no further. */
const COUNTED = 100

const Trigger = styled(IconButton)`
  position: relative;
  flex: none;
`

const Count = styled.span`
  position: absolute;
  top: 4px;
  right: 2px;
  min-width: 18px;
  padding: 0 4px;
  border-radius: 999px;
  background: var(--accent-solid);
  color: var(--on-accent);
  font-size: 11px;
  font-weight: 700;
  line-height: 18px;
  text-align: center;
`

const Overlay = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 30;
  background: rgb(0 0 0 / 62%);

  ${media.desk} {
    background: none;
  }
`

const appear = keyframes`
  from { opacity: 0; }
`

/** Below the bell on desks, all of the screen elsewhere. */
const Sheet = styled(Dialog.Content)`
  position: fixed;
  inset: 0;
  z-index: 31;
  display: flex;
  flex-direction: column;
  background: var(--surface);
  animation: ${appear} var(--fast);

  ${media.desk} {
    inset: 54px 24px auto auto;
    width: 27rem;
    height: min(40rem, calc(100dvh - 78px));
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    box-shadow: 0 12px 40px rgb(0 0 0 / 45%);
  }
`

/** Opens the notification centre, and says how many are unread. */
export function NotificationBell() {
  const [open, setOpen] = useState(false)
  const { data, refetch } = useQuery(UnreadNotificationsDocument)
  const unread = data?.unreadNotifications ?? 0
  const shown = unread >= COUNTED ? `${COUNTED - 1}+` : String(unread)
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(opens) => {
        setOpen(opens)
        // Another device may have read some. A failure is the panel's to say, which asks too.
        if (opens) refetch().catch(() => undefined)
      }}
    >
      <Dialog.Trigger asChild>
        <Trigger type="button" aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`}>
          <Bell size={20} aria-hidden />
          {unread === 0 ? null : <Count aria-hidden>{shown}</Count>}
        </Trigger>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Overlay />
        <Sheet aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">Notifications</Dialog.Title>
          <Suspense fallback={null}>
            <NotificationPanel onClose={() => setOpen(false)} />
          </Suspense>
        </Sheet>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Keeps the count right as notifications come. For the shell, once. */
export function useNotificationCount(): void {
  useSubscription(NotificationAddedDocument, {
    ignoreResults: true,
    onData: ({ client }) => void client.refetchQueries({ include: [UnreadNotificationsDocument] }),
  })
}
