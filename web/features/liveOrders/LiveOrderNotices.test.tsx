import { ApolloProvider } from '@apollo/client/react'
import { act, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import LiveOrderNotices from './LiveOrderNotices.tsx'

const NOTHING = { unresolved: 0, unresolvedSince: null, incidents: [], firstOrders: [] }
const LOST = { ...NOTHING, unresolved: 1, unresolvedSince: '2026-11-20T05:12:00.000Z' }

function show(answers: Answers) {
  const { client, asked, push } = testClient(answers)
  const { container } = render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <LiveOrderNotices />
      </MemoryRouter>
    </ApolloProvider>,
  )
  return { asked, push, container }
}

it('says that an order has no answer, what that means, and what to do; it goes with the answer', async () => {
  const { push, container } = show({ liveOrders: () => LOST })
  const banner = await screen.findByRole('status', { name: 'Live orders without an answer' })
  expect(banner.textContent).toContain('A live order is without an answer since')
  expect(banner.textContent).toContain('no live strategy opens anything; open trades are watched and closed as always')
  expect(screen.getByRole('link', { name: 'check the connection to your broker' }).getAttribute('href')).toBe('/profile#broker')
  act(() => push('liveOrdersChanged', { ...LOST, unresolved: 3 }))
  await waitFor(() => expect(banner.textContent).toContain('3 live orders are without an answer'))
  act(() => push('liveOrdersChanged', NOTHING))
  await waitFor(() => expect(container.innerHTML).toBe(''))
})

it('alerts of each incident on the live account, in its numbers and since when, until it is over', async () => {
  const incident = {
    kind: 'LEG_BARE',
    id: 'LEG_BARE:1',
    text: '65 units have neither a stop nor an exit.',
    since: '2026-11-20T05:12:00.000Z',
    tradeId: null,
  }
  const { push, container } = show({ liveOrders: () => ({ ...NOTHING, incidents: [incident] }) })
  const banner = await screen.findByRole('alert', { name: 'Your live account needs a look' })
  expect(banner.textContent).toContain('65 units have neither a stop nor an exit. Since')
  act(() => push('liveOrdersChanged', NOTHING))
  await waitFor(() => expect(container.innerHTML).toBe(''))
})

it('leaves a stop that does not rest for want of margin to the card of its trade', async () => {
  const incident = { kind: 'STOP_WATCHED', id: 'STOP_WATCHED:1', text: 'x', since: '2026-11-20T05:12:00.000Z', tradeId: '1' }
  const { asked, container } = show({ liveOrders: () => ({ ...NOTHING, incidents: [incident] }) })
  await waitFor(() => expect(asked.map(({ operation }) => operation)).toContain('LiveOrders'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(container.innerHTML).toBe('')
})

it('shows nothing while no order waits, nor while that is not known', async () => {
  for (const answers of [{ liveOrders: () => NOTHING }, {}]) {
    const { asked, container } = show(answers)
    await waitFor(() => expect(asked.map(({ operation }) => operation)).toContain('LiveOrders'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(container.innerHTML).toBe('')
  }
})
