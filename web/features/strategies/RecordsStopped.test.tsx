import { ApolloProvider } from '@apollo/client/react'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testClient } from '../../gql/testing/testClient.ts'
import { RecordsStopped } from './RecordsStopped.tsx'

async function shown(recordsAsOf: { readonly at: string | null; readonly isStopped: boolean; readonly isLate: boolean }) {
  const { client } = testClient({ recordsAsOf: () => recordsAsOf })
  const { container, unmount } = render(
    <ApolloProvider client={client}>
      <RecordsStopped />
    </ApolloProvider>,
  )
  if (recordsAsOf.isStopped || recordsAsOf.isLate) await screen.findByText(/^Records/)
  else await waitFor(() => expect(client.cache.extract()).toMatchObject({ ROOT_QUERY: { recordsAsOf } }))
  const text = container.textContent
  unmount()
  return text
}

it('says as of when records are while they are not counted or a count is late, and nothing while they are counted in time', async () => {
  const at = '2026-07-01T04:35:00.000Z'
  const known = 'Records are as of 01 Jul 2026, 10:05: they'
  expect(await shown({ at, isStopped: true, isLate: true })).toBe(`${known} are not being updated.`)
  expect(await shown({ at: null, isStopped: true, isLate: false })).toBe('Records are not being updated.')
  expect(await shown({ at, isStopped: false, isLate: true })).toBe(`${known} are overdue for an update.`)
  expect(await shown({ at: null, isStopped: false, isLate: true })).toBe('Records are overdue for an update.')
  expect(await shown({ at, isStopped: false, isLate: false })).toBe('')
})
