import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import type { NotificationPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { Button } from '../../ui/Button.ts'
import { NotificationRow } from './NotificationRow.tsx'

const Each = styled.div`
  flex: 0 0 100%;
  padding: 0 0 10px 30px;

  ol {
    margin-top: 8px;
  }
`

interface NotificationGroupRowProps {
  /** That say the same, the latest first, at least two. */
  notifications: readonly [NotificationPartsFragment, ...NotificationPartsFragment[]]
  /** Whether there may be earlier ones that are not loaded. */
  mayBeMore: boolean
  onRead: (some: readonly NotificationPartsFragment[]) => void
  onOpen: (some: readonly NotificationPartsFragment[]) => void
}

/** Several notifications of one cause in one line, which says how many and what to do, leads there, and shows each of them on demand. */
export function NotificationGroupRow({ notifications, mayBeMore, onRead, onOpen }: NotificationGroupRowProps) {
  const [isOpen, setOpen] = useState(false)
  const [latest] = notifications
  const count = `${formatCount(notifications.length)}${mayBeMore ? '+' : ''}`
  const times = [notifications.at(-1) ?? latest, latest].map(({ time }) => formatTime(time))
  const together = {
    ...latest,
    title: `${count} ${latest.group?.many ?? latest.title}`,
    text: `${times[0] === times[1] ? `At ${times[0]}` : `From ${times.join(' to ')}`}. ${latest.group?.todo ?? ''}`,
    read: notifications.every(({ read }) => read),
  }
  return (
    <NotificationRow
      notification={together}
      onRead={() => onRead(notifications.filter(({ read }) => !read))}
      onOpen={() => onOpen(notifications.filter(({ read }) => !read))}
    >
      <Each>
        <Button $look="quiet" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <ChevronUp size={15} aria-hidden /> : <ChevronDown size={15} aria-hidden />} {isOpen ? 'Hide them' : 'Show each'}
        </Button>
        {isOpen ? (
          <ol aria-label="Each of them">
            {notifications.map((one) => (
              <NotificationRow key={one.id} notification={one} onRead={() => onRead([one])} onOpen={() => onOpen(one.read ? [] : [one])} />
            ))}
          </ol>
        ) : null}
      </Each>
    </NotificationRow>
  )
}
