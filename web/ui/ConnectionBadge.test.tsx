import { ApolloProvider } from '@apollo/client/react'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { testClient } from '../gql/testing/testClient.ts'
import { useConnection } from '../gql/useConnection.ts'
import { ConnectionBadge } from './ConnectionBadge.tsx'

afterEach(() => vi.restoreAllMocks())

function Chart() {
  const connection = useConnection()
  return (
    <div data-stale={connection.stale}>
      <ConnectionBadge connection={connection} />
    </div>
  )
}

it('says in word and tone that the browser is offline, and that prices are out of date from then on', () => {
  const { client } = testClient({})
  render(
    <ApolloProvider client={client}>
      <Chart />
    </ApolloProvider>,
  )
  expect(screen.getByText('Connecting').parentElement!.dataset['stale']).toBe('false')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  const badge = screen.getByText('Offline')
  expect(getComputedStyle(badge).color).toBe('var(--danger)')
  expect(badge.parentElement!.dataset['stale']).toBe('true')
})
