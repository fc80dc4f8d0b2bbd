import { useMutation, useQuery } from '@apollo/client/react'
import { Megaphone, Plus } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { SECOND } from '../../../schema/time.ts'
import {
  EndAnnouncementDocument,
  ManagedAnnouncementsDocument,
  type ManagedAnnouncementPartsFragment,
} from '../../gql/generated/graphql.ts'
import { formatDateTimes } from '../../lib/formatTime.ts'
import { useNow } from '../../lib/useNow.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { RecordList } from '../../ui/RecordList.ts'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { useToldChange } from '../../ui/useToldChange.ts'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'
import { AUDIENCE_NAMES } from './audienceNames.ts'

type Managed = ManagedAnnouncementPartsFragment

const List = styled(RecordList)`
  li {
    align-items: center;
  }

  p {
    white-space: pre-line;
  }

  p + p {
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

const Actions = styled.div`
  display: flex;
  gap: 8px;
`

/** Announcements to users: the list, new ones, changes, and the end of one. For admins. */
export function AnnouncementsAdmin() {
  const { data, error, refetch } = useQuery(ManagedAnnouncementsDocument, { fetchPolicy: 'cache-and-network' })
  const [end] = useMutation(EndAnnouncementDocument, { refetchQueries: [ManagedAnnouncementsDocument] })
  const { busy, run } = useToldChange()
  const [written, setWritten] = useState<Managed | 'new' | null>(null)
  const [ending, setEnding] = useState<Managed | null>(null)
  const announcements = data?.managedAnnouncements

  function confirmed({ id }: Managed) {
    setEnding(null)
    const change = async () => {
      await end({ variables: { id } })
      return 'Announcement ended.'
    }
    void run(id, change, 'Failed to end the announcement')
  }

  return (
    <SettingsCard
      id="announcements"
      title="Announcements"
      text="A banner on every page for its audience. Times are real, in IST, even in a sandbox."
      action={
        <Button type="button" onClick={() => setWritten('new')}>
          <Plus size={16} aria-hidden /> New announcement
        </Button>
      }
    >
      {error ? <LoadFailure text="Failed to load the announcements" error={error} onRetry={() => void refetch()} /> : null}
      {announcements ? (
        announcements.length === 0 ? (
          <EmptyState icon={Megaphone} title="No announcements" text="No announcements in the last three months." />
        ) : (
          <List>
            {announcements.map((announcement) => (
              <Row
                key={announcement.id}
                announcement={announcement}
                busy={busy === announcement.id}
                onChange={() => setWritten(announcement)}
                onEnd={() => setEnding(announcement)}
              />
            ))}
          </List>
        )
      ) : error ? null : (
        <Skeleton $height={160} />
      )}
      {written === null ? null : <AnnouncementDialog announcement={written === 'new' ? null : written} onClose={() => setWritten(null)} />}
      {ending ? (
        <ConfirmDialog
          title="End the announcement?"
          consequence="Its banner disappears from every screen. It cannot be resumed, but you can publish a new one."
          confirmLabel="End it"
          onCancel={() => setEnding(null)}
          onConfirm={() => confirmed(ending)}
        />
      ) : null}
    </SettingsCard>
  )
}

interface RowProps {
  readonly announcement: Managed
  readonly busy: boolean
  readonly onChange: () => void
  readonly onEnd: () => void
}

function Row({ announcement: { text, from, to, audience, by }, busy, onChange, onEnd }: RowProps) {
  const now = useNow(SECOND)
  const isOver = Date.parse(to) <= now
  const isComing = Date.parse(from) > now
  return (
    <li>
      <div>
        <p>{text}</p>
        <p>
          {AUDIENCE_NAMES[audience]}, {formatDateTimes(from, to)}, by {by}
        </p>
      </div>
      <Badge $tone={isOver ? 'neutral' : isComing ? 'warning' : 'good'}>{isOver ? 'Ended' : isComing ? 'Scheduled' : 'Shown'}</Badge>
      {isOver ? null : (
        <Actions>
          <Button $look="quiet" type="button" onClick={onChange}>
            Change
          </Button>
          <Button $look="quiet" type="button" $busy={busy} onClick={onEnd}>
            End
          </Button>
        </Actions>
      )}
    </li>
  )
}
