import { Megaphone, X } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import type { AnnouncementPartsFragment } from '../../gql/generated/graphql.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { IconButton } from '../../ui/IconButton.ts'
import { dismiss, dismissedBy } from './dismissed.ts'

/** Part of the page's flow: it covers nothing, neither a button nor the banner of a stop. */
const Banner = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  margin-bottom: 12px;
  padding: 2px 4px 2px 16px;
  border: 1px solid var(--accent);
  border-radius: var(--radius);
  background: var(--surface);
  font-size: var(--text-sm);

  svg {
    flex: none;
  }

  p {
    flex: 1;
    padding: 8px 0;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`

/** A change of an announcement makes it a new one to those who have dismissed it. */
const markOf = ({ id, updatedAt }: AnnouncementPartsFragment) => `${id} ${updatedAt}`

/** These announcements, each until it is dismissed. */
export function AnnouncementBanner({ announcements }: { announcements: readonly AnnouncementPartsFragment[] }) {
  const userId = useAuthStore((state) => state.user?.id ?? '')
  const [dismissed, setDismissed] = useState(() => dismissedBy(userId))
  const shown = announcements.filter((announcement) => !dismissed.includes(markOf(announcement)))
  return shown.map((announcement) => (
    <Banner key={announcement.id} role="status" aria-label="Announcement">
      <Megaphone size={20} aria-hidden />
      <p>{announcement.text}</p>
      <IconButton type="button" aria-label="Dismiss the announcement" onClick={() => setDismissed(dismiss(userId, markOf(announcement)))}>
        <X size={18} aria-hidden />
      </IconButton>
    </Banner>
  ))
}
