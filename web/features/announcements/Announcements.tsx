import { useSubscription } from '@apollo/client/react'
import { lazy, Suspense } from 'react'
import { AnnouncementsChangedDocument, ShellStateDocument } from '../../gql/generated/graphql.ts'
import { useShellState } from '../../gql/useShellState.ts'

// Most of the time there are none.
const AnnouncementBanner = lazy(() => import('./AnnouncementBanner.tsx').then((module) => ({ default: module.AnnouncementBanner })))

/** Announcements to this user; a change of them arrives at once. Empty while there are none. */
export function Announcements() {
  const announcements = useShellState()?.announcements ?? []
  useSubscription(AnnouncementsChangedDocument, {
    ignoreResults: true,
    onData: ({ client }) => void client.refetchQueries({ include: [ShellStateDocument] }),
  })
  return announcements.length > 0 ? (
    <Suspense fallback={null}>
      <AnnouncementBanner announcements={announcements} />
    </Suspense>
  ) : null
}
