import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { toast } from 'sonner'
import { afterEach, expect, it, vi } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { AnnouncementsAdmin } from './AnnouncementsAdmin.tsx'
import { pressable } from '../../testing/pressable.ts'

const SHOWN = {
  ...{ id: 'a', text: 'Maintenance at six.', audience: 'LIVE_TRADERS', by: 'Meera' },
  ...{ from: '2026-07-01T04:36:00.000Z', to: '2099-07-01T04:36:00.000Z', updatedAt: '2026-07-01T04:36:00.000Z' },
}
const ENDED = { ...SHOWN, id: 'b', text: 'Over.', to: '2026-07-02T04:36:00.000Z' }

function show(answers: Answers) {
  const told = testClient(answers)
  render(
    <ApolloProvider client={told.client}>
      <AnnouncementsAdmin />
    </ApolloProvider>,
  )
  return (name: string) => told.asked.filter(({ operation }) => operation === name).map(({ variables }) => variables)
}
const press = async (label: string) => fireEvent.click(await pressable(await screen.findByText(label, { selector: 'button' })))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
afterEach(() => vi.restoreAllMocks())

it('lists what is shown and what has ended, and ends one after a question', async () => {
  const said = vi.spyOn(toast, 'success')
  const variablesOf = show({ managedAnnouncements: () => [SHOWN, ENDED], endAnnouncement: () => ({ ...SHOWN, to: SHOWN.from }) })
  expect(await screen.findByText('Shown')).toBeTruthy()
  expect(screen.getByText('Ended')).toBeTruthy()
  expect(screen.getAllByText(/People with live strategies, 01 Jul 2026, 10:06 to/)).toHaveLength(2)
  await press('End')
  await press('End it')
  await waitFor(() => expect(said).toHaveBeenCalledWith('Announcement ended.'))
  expect(variablesOf('EndAnnouncement')).toEqual([{ id: 'a' }])
})

it('publishes with times in India, and says why one was refused', async () => {
  let isRefused = true
  const variablesOf = show({
    managedAnnouncements: () => [],
    publishAnnouncement: () => {
      if (isRefused) throw new GraphQLError('to must be later than from', { extensions: { code: 'BAD_USER_INPUT' } })
      return SHOWN
    },
  })
  expect(await screen.findByText('No announcements')).toBeTruthy()
  await press('New announcement')
  type('Text', 'Maintenance at six.')
  type('From (IST)', '2026-07-01T10:06')
  type('To (IST)', '2026-07-02T10:06')
  type('For', 'ADMINS')
  await press('Publish')
  expect((await screen.findByRole('alert')).textContent).toBe('to must be later than from')
  isRefused = false
  await press('Publish')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(variablesOf('PublishAnnouncement').at(-1)).toEqual({
    input: { text: 'Maintenance at six.', audience: 'ADMINS', from: '2026-07-01T10:06:00+05:30', to: '2026-07-02T10:06:00+05:30' },
  })
})

it('changes one on the version that was opened, and offers another try when the list does not come', async () => {
  let isAway = true
  const variablesOf = show({
    managedAnnouncements: () => {
      if (isAway) throw new GraphQLError('Away.')
      return [SHOWN]
    },
    changeAnnouncement: () => SHOWN,
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the announcements: Away.')
  isAway = false
  await press('Retry')
  await press('Change')
  type('Text', 'Maintenance at seven.')
  await press('Save')
  await waitFor(() => expect(variablesOf('ChangeAnnouncement')).toMatchObject([{ id: 'a', updatedAt: SHOWN.updatedAt }]))
})
