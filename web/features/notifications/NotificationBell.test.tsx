import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { toast } from 'sonner'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { NotificationBell } from './NotificationBell.tsx'
import { testNotification } from './testing/testNotification.ts'

const pageOf = (...nodes: ReturnType<typeof testNotification>[]) => ({
  edges: nodes.map((node) => ({ cursor: node.id, node })),
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: nodes.at(-1)?.id ?? null },
})
const STOPPED = testNotification({ id: 'n2', kind: 'STOP_HIT', title: 'Stop hit on a paper trade', link: '/history?trade=t1', read: true })

function Shell() {
  const { pathname, search } = useLocation()
  return (
    <>
      <NotificationBell />
      <output aria-label="Place">{pathname + search}</output>
    </>
  )
}

function show(answers: Answers) {
  const { client, asked, push } = testClient(answers)
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <Shell />
      </MemoryRouter>
    </ApolloProvider>,
  )
  return { asked: (operation: string) => asked.filter((one) => one.operation === operation).map(({ variables }) => variables), push }
}
const bell = (name: string) => screen.findByLabelText(name, { selector: 'button' })
const open = async (name: string) => fireEvent.click(await bell(name))
const item = (title: string) => screen.findByText(title, { selector: 'strong' }).then((found) => found.closest('li')!)

describe('NotificationBell', () => {
  afterEach(() => toast.dismiss())

  it('says how many are unread, and that there are more than it counts', async () => {
    let unread = 3
    const { push } = show({ unreadNotifications: () => unread })
    expect((await bell('Notifications, 3 unread')).textContent).toBe('3')
    unread = 100
    await act(async () => push('notificationAdded', testNotification()))
    expect((await bell('Notifications, 99+ unread')).textContent).toBe('99+')
  })

  it('opens the list by day, and an item leads to where there is more and counts as read', async () => {
    const { asked } = show({
      unreadNotifications: () => 1,
      notifications: () => pageOf(testNotification(), STOPPED),
      markNotificationsRead: () => 0,
    })
    await open('Notifications, 1 unread')
    expect(await screen.findByText('Today')).toBeTruthy()
    expect((await item('Paper trade opened')).textContent).toContain('Supertrend bought 75')
    expect((await item('Stop hit on a paper trade')).querySelector('a')?.getAttribute('href')).toBe('/history?trade=t1')
    fireEvent.click(screen.getByText('Paper trade opened'))
    await waitFor(() => expect(asked('MarkNotificationsRead')).toEqual([{ ids: ['n1'] }]))
    expect(screen.getByLabelText('Place').textContent).toBe('/live-trades')
    expect(screen.queryByText('Today')).toBeNull()
    expect(await bell('Notifications')).toBeTruthy()
  })

  it('marks one or all as read and keeps them in the list', async () => {
    const { asked } = show({
      unreadNotifications: () => 2,
      notifications: () => pageOf(testNotification(), testNotification({ id: 'n3', title: 'Signal skipped' })),
      markNotificationsRead: ({ ids }) => (ids ? 1 : 0),
    })
    await open('Notifications, 2 unread')
    fireEvent.click(within(await item('Signal skipped')).getByLabelText('Mark as read: Signal skipped'))
    await waitFor(() => expect(screen.queryByLabelText('Mark as read: Signal skipped')).toBeNull())
    fireEvent.click(screen.getByLabelText('Mark all as read'))
    await waitFor(() => expect(screen.queryByLabelText('Mark as read: Paper trade opened')).toBeNull())
    expect(asked('MarkNotificationsRead')).toEqual([{ ids: ['n3'] }, { ids: null }])
    expect(await item('Signal skipped')).toBeTruthy()
  })

  it('puts skipped signals of one cause into one line, which says what to do, leads there, shows each and reads all', async () => {
    const group = { key: 'MAX_TRADES_REACHED s1', many: 'signals of EMA skipped: 5 of 5 trades used today', todo: 'Raise it.' }
    const skipped = (id: string, minute: string, read = false) =>
      testNotification({
        ...{
          id,
          kind: 'TRADE_DENIED',
          title: 'Signal skipped',
          text: `Number ${id}`,
          link: '/strategies?tab=mine&settings=s1',
          read,
          group,
        },
        time: `2026-11-20T05:${minute}:00Z`,
      })
    const { asked } = show({
      unreadNotifications: () => 2,
      notifications: () =>
        pageOf(skipped('c', '30'), { ...STOPPED, time: '2026-11-20T05:20:00Z' }, skipped('b', '15', true), skipped('a', '05')),
      markNotificationsRead: () => 0,
    })
    await open('Notifications, 2 unread')
    const line = await item('3 signals of EMA skipped: 5 of 5 trades used today')
    expect(within(line).getByText('From 10:35 to 11:00. Raise it.')).toBeTruthy()
    expect(screen.queryByText('Number a')).toBeNull()
    const each = within(line).getByText('Show each')
    fireEvent.click(each)
    expect(['a', 'b', 'c'].map((id) => within(line).getByText(`Number ${id}`))).toHaveLength(3)
    fireEvent.click(within(line).getByText('Hide them'))
    expect(screen.queryByText('Number a')).toBeNull()
    fireEvent.click(within(line).getByLabelText('Mark as read: 3 signals of EMA skipped: 5 of 5 trades used today'))
    await waitFor(() => expect(asked('MarkNotificationsRead')).toEqual([{ ids: ['c', 'a'] }]))
    fireEvent.click(within(line).getByText('From 10:35 to 11:00. Raise it.'))
    expect(screen.getByLabelText('Place').textContent).toBe('/strategies?tab=mine&settings=s1')
  })

  it('says of a line that goes on with earlier pages that there may be more', async () => {
    const group = { key: 'k', many: 'signals skipped: prices are late', todo: 'Wait.' }
    const page = pageOf(testNotification({ id: 'a', group }), testNotification({ id: 'b', group }))
    show({ unreadNotifications: () => 0, notifications: () => ({ ...page, pageInfo: { ...page.pageInfo, hasNextPage: true } }) })
    await open('Notifications')
    await item('2+ signals skipped: prices are late')
  })

  it('asks the server for the unread or for one kind', async () => {
    const { asked } = show({
      unreadNotifications: () => 0,
      notifications: ({ input }) => pageOf(...((input as { unreadOnly: boolean }).unreadOnly ? [] : [STOPPED])),
    })
    await open('Notifications')
    await item('Stop hit on a paper trade')
    fireEvent.click(screen.getByText('Unread'))
    expect(await screen.findByText('No unread notifications')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Kind of notification'), { target: { value: 'STOP_HIT' } })
    await waitFor(() => expect(asked('Notifications').at(-1)).toEqual({ input: { first: 50, unreadOnly: true, kinds: ['STOP_HIT'] } }))
  })

  it('puts a new one on top while it is open, once however often it is told', async () => {
    const { push } = show({ unreadNotifications: () => 0, notifications: () => pageOf(STOPPED) })
    await open('Notifications')
    await item('Stop hit on a paper trade')
    for (let i = 0; i < 2; i++) await act(async () => push('notificationAdded', testNotification({ id: 'n9', title: 'Emergency stop' })))
    await item('Emergency stop')
    expect(screen.getAllByRole('listitem', { hidden: true }).map((one) => one.querySelector('strong')?.firstChild?.textContent)).toEqual([
      'Emergency stop',
      'Stop hit on a paper trade',
    ])
  })

  it('says what failed and loads again, and what is empty', async () => {
    let failing = true
    show({
      unreadNotifications: () => 0,
      notifications: () => {
        if (failing) throw new Error('no database')
        return pageOf()
      },
    })
    await open('Notifications')
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load notifications')
    failing = false
    fireEvent.click(screen.getByText('Retry'))
    expect(await screen.findByText('Nothing yet')).toBeTruthy()
  })
})
