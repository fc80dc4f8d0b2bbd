import { useQuery, useSubscription } from '@apollo/client/react'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { styled } from 'styled-components'
import { NotificationAddedDocument, UnreadNotificationsDocument } from '../../gql/generated/graphql.ts'
import { useUnreadInTitle } from '../../lib/documentTitle.ts'
import { useIdle } from '../../lib/useIdle.ts'
import { IconButton } from '../../ui/IconButton.ts'

// The notification centre is loaded when the bell is first pressed.
const NotificationSheet = lazy(() => import('./NotificationSheet.tsx'))

/** The server counts no further. */
const COUNTED = 100

const Trigger = styled(IconButton)`
  position: relative;
  flex: none;
`

const Count = styled.span`
  position: absolute;
  top: 5px;
  left: 22px;
  min-width: 16px;
  padding: 0 4px;
  border-radius: 999px;
  background: var(--accent-solid);
  box-shadow: 0 0 0 2px var(--surface);
  color: var(--on-accent);
  font-size: 0.625rem;
  font-weight: 700;
  line-height: 16px;
  text-align: center;
`

/** Opens the notification centre, and shows the unread count, in the window's title too; the count is live. */
export function NotificationBell() {
  const [open, setOpen] = useState(false)
  const { data, refetch } = useQuery(UnreadNotificationsDocument, { skip: !useIdle() })
  useSubscription(NotificationAddedDocument, {
    ignoreResults: true,
    onData: ({ client }) => void client.refetchQueries({ include: [UnreadNotificationsDocument] }),
  })
  const unread = data?.unreadNotifications ?? 0
  useUnreadInTitle(unread)
  const shown = unread >= COUNTED ? `${COUNTED - 1}+` : String(unread)
  function show() {
    setOpen(true)
    // Another device may have read some. The panel reports a failure, as it runs the query too.
    refetch().catch(() => undefined)
  }

  return (
    <>
      <Trigger
        type="button"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={show}
      >
        <Bell size={20} aria-hidden />
        {unread === 0 ? null : <Count aria-hidden>{shown}</Count>}
      </Trigger>
      <Suspense fallback={null}>{open ? <NotificationSheet onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
