import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ShellStateProvider } from '../../gql/ShellStateProvider.tsx'
import { QUIET } from '../../gql/testing/quietShell.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { Announcements } from './Announcements.tsx'

const FIRST = { id: 'a', text: 'Maintenance at six.', updatedAt: '2026-07-01T04:36:00.000Z' }
const SECOND = { id: 'b', text: 'Back again.', updatedAt: '2026-07-01T04:37:00.000Z' }

function show(announcements: () => readonly object[]) {
  const told = testClient({ ...QUIET, announcements })
  const view = render(
    <ApolloProvider client={told.client}>
      <ShellStateProvider>
        <Announcements />
      </ShellStateProvider>
    </ApolloProvider>,
  )
  return { ...told, ...view }
}
afterEach(() => localStorage.clear())

it('shows what is announced at once when it is, until it is dismissed, over a visit as well', async () => {
  let announced = [FIRST]
  const { push, unmount } = show(() => announced)
  expect(await screen.findByText('Maintenance at six.')).toBeTruthy()
  announced = [FIRST, SECOND]
  act(() => push('announcementsChanged', true))
  expect(await screen.findByText('Back again.')).toBeTruthy()

  fireEvent.click(screen.getAllByLabelText('Dismiss the announcement')[0]!)
  await waitFor(() => expect(screen.queryByText('Maintenance at six.')).toBeNull())
  unmount()
  show(() => announced)
  expect(await screen.findByText('Back again.')).toBeTruthy()
  expect(screen.queryByText('Maintenance at six.')).toBeNull()
})

it('shows a dismissed one again once it says something else', async () => {
  localStorage.setItem('announcements-dismissed-', JSON.stringify([`a ${FIRST.updatedAt}`]))
  show(() => [{ ...FIRST, text: 'Maintenance at seven.', updatedAt: SECOND.updatedAt }])
  expect(await screen.findByText('Maintenance at seven.')).toBeTruthy()
})
