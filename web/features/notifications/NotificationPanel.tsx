import { useMutation, useQuery } from '@apollo/client/react'
import { BellOff, CheckCheck, Settings, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { LIMITS } from '../../../schema/limits.ts'
import { MINUTE } from '../../../schema/time.ts'
import { NOTIFICATION_KINDS, NOTIFICATION_KIND_TEXTS, type NotificationKind } from '../../../schema/notificationKinds.ts'
import { paths } from '../../../schema/paths.ts'
import {
  MarkNotificationsReadDocument,
  NotificationAddedDocument,
  NotificationsDocument,
  UnreadNotificationsDocument,
  type NotificationPartsFragment,
} from '../../gql/generated/graphql.ts'
import { useNow } from '../../lib/useNow.ts'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Select } from '../../ui/Select.ts'
import { Skeleton } from '../../ui/Skeleton.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { groupAlike } from './groupAlike.ts'
import { groupByDay } from './groupByDay.ts'
import { NotificationGroupRow } from './NotificationGroupRow.tsx'
import { NotificationRow } from './NotificationRow.tsx'

/** Many of a busy day are one line together. */
const PAGE = 50

const Head = styled.div`
  display: flex;
  align-items: center;
  padding: 8px 8px 0 16px;

  h2 {
    flex: 1;
    font-size: var(--text-lg);
  }
`

const Filters = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  padding: 8px 16px 12px;
  border-bottom: 1px solid var(--line);

  & > select {
    flex: 1 1 9rem;
    min-height: 36px;
  }
`

const Scroll = styled.div`
  flex: 1;
  padding: 0 16px 16px;
  overflow-y: auto;
  overscroll-behavior: contain;

  h3 {
    position: sticky;
    top: 0;
    z-index: 1;
    padding: 12px 0 6px;
    background: var(--surface);
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 600;
  }

  & > :is(div, section):first-child {
    margin-top: 12px;
  }
`

type Which = 'all' | 'unread'

/** All of the user's notifications: by day, the latest first; all or the unread, of one kind or of all. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const [which, setWhich] = useState<Which>('all')
  const [kind, setKind] = useState<NotificationKind | ''>('')
  const input = { first: PAGE, unreadOnly: which === 'unread', kinds: kind === '' ? null : [kind] }
  const { data, error, refetch, fetchMore, subscribeToMore } = useQuery(NotificationsDocument, {
    variables: { input },
    // Arrived while the panel was closed.
    fetchPolicy: 'cache-and-network',
  })
  const [markRead] = useMutation(MarkNotificationsReadDocument)
  const [fetching, setFetching] = useState(false)

  useEffect(
    () =>
      subscribeToMore({
        document: NotificationAddedDocument,
        updateQuery: (_, { previousData, complete, subscriptionData: { data: news } }) => {
          const node = news.notificationAdded
          if (!complete || (kind !== '' && node.kind !== kind)) return undefined
          const { edges, pageInfo } = previousData.notifications
          const others = edges.filter(({ cursor }) => cursor !== node.id)
          const edge = { __typename: 'NotificationEdge' as const, cursor: node.id, node }
          return { notifications: { ...previousData.notifications, edges: [edge, ...others], pageInfo } }
        },
      }),
    [subscribeToMore, kind],
  )

  async function read(some: readonly NotificationPartsFragment[] | 'all') {
    const shown = some === 'all' ? (data?.notifications.edges.map(({ node }) => node) ?? []) : some
    // The server takes so many at once.
    const { max } = LIMITS.notifications
    const batches =
      some === 'all' ? [null] : Array.from({ length: Math.ceil(some.length / max) }, (_, i) => some.slice(i * max, (i + 1) * max))
    try {
      for (const batch of batches)
        await markRead({
          variables: { ids: batch?.map(({ id }) => id) ?? null },
          update(cache, { data: marked }) {
            if (!marked) return
            cache.writeQuery({ query: UnreadNotificationsDocument, data: { unreadNotifications: marked.markNotificationsRead } })
            for (const notification of batch ?? shown) {
              const id = cache.identify({ __typename: 'Notification', id: notification.id })
              if (id !== undefined) cache.modify({ id, fields: { read: () => true } })
            }
          },
        })
    } catch (failure) {
      toastFailure('Failed to mark as read', failure)
    }
  }

  async function showEarlier(after: string) {
    setFetching(true)
    try {
      await fetchMore({
        variables: { input: { ...input, after } },
        updateQuery: (shown, { fetchMoreResult: { notifications: earlier } }) => ({
          notifications: { ...earlier, edges: [...shown.notifications.edges, ...earlier.edges] },
        }),
      })
    } catch (failure) {
      toastFailure('Failed to load earlier notifications', failure)
    } finally {
      setFetching(false)
    }
  }

  function follow(unread: readonly NotificationPartsFragment[]) {
    if (unread.length > 0) void read(unread)
    onClose()
  }

  const now = useNow(MINUTE)
  const notifications = data?.notifications.edges.map(({ node }) => node)
  const { hasNextPage, endCursor } = data?.notifications.pageInfo ?? { hasNextPage: false, endCursor: null }
  const days = groupByDay(notifications ?? [], now)
  return (
    <>
      <Head>
        <h2 aria-hidden>Notifications</h2>
        <IconButton type="button" aria-label="Mark all as read" title="Mark all as read" onClick={() => void read('all')}>
          <CheckCheck size={19} aria-hidden />
        </IconButton>
        <IconButton
          as={Link}
          to={paths.profile('notifications')}
          aria-label="Notification settings"
          title="Notification settings"
          onClick={onClose}
        >
          <Settings size={18} aria-hidden />
        </IconButton>
        <Dialog.Close asChild>
          <IconButton type="button" aria-label="Close notifications">
            <X size={20} aria-hidden />
          </IconButton>
        </Dialog.Close>
      </Head>
      <Filters>
        <SegmentedControl
          label="Which notifications"
          value={which}
          options={[
            { value: 'all', label: 'All' },
            { value: 'unread', label: 'Unread' },
          ]}
          onChange={setWhich}
        />
        <Select
          aria-label="Kind of notification"
          value={kind}
          onChange={({ target }) => setKind(NOTIFICATION_KINDS.find((one) => one === target.value) ?? '')}
        >
          <option value="">All kinds</option>
          {NOTIFICATION_KINDS.map((one) => (
            <option key={one} value={one}>
              {NOTIFICATION_KIND_TEXTS[one]}
            </option>
          ))}
        </Select>
      </Filters>
      <Scroll tabIndex={0} role="region" aria-label="List of notifications">
        {error ? <LoadFailure text="Failed to load notifications" error={error} onRetry={() => void refetch()} /> : null}
        {notifications || error ? null : <Skeletons />}
        {notifications?.length === 0 ? (
          <EmptyState
            icon={BellOff}
            title={which === 'unread' ? 'No unread notifications' : 'Nothing yet'}
            text="Updates on trades, stops, your account and the engine appear here."
          />
        ) : null}
        {days.map(({ day, items }, place) => (
          <section key={day} aria-label={day}>
            <h3>{day}</h3>
            <ol>
              {groupAlike(items).map((line) => {
                const [latest, ...others] = line
                if (others.length === 0)
                  return (
                    <NotificationRow
                      key={latest.id}
                      notification={latest}
                      onRead={() => void read([latest])}
                      onOpen={() => follow(latest.read ? [] : [latest])}
                    />
                  )
                return (
                  <NotificationGroupRow
                    key={`${latest.kind} ${latest.group?.key}`}
                    notifications={line}
                    mayBeMore={hasNextPage && place === days.length - 1}
                    onRead={(some) => void read(some)}
                    onOpen={follow}
                  />
                )
              })}
            </ol>
          </section>
        ))}
        {hasNextPage && endCursor != null ? (
          <Button $look="quiet" type="button" $busy={fetching} onClick={() => void showEarlier(endCursor)}>
            {fetching ? 'Loading...' : 'Show earlier'}
          </Button>
        ) : null}
      </Scroll>
    </>
  )
}

const Rows = styled.div`
  display: grid;
  gap: 8px;
`

function Skeletons() {
  return (
    <Rows>
      {Array.from({ length: 6 }, (_, i) => (
        <Skeleton key={i} $height={76} />
      ))}
    </Rows>
  )
}
