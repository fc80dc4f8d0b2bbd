import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import LiveOrderNotices from './LiveOrderNotices.tsx'

const NOTHING = { unresolved: 0, unresolvedSince: null, incidents: [], firstOrders: [] }
const LOST = { ...NOTHING, unresolved: 1, unresolvedSince: '2026-11-20T05:12:00.000Z' }
const OPTION = { option: 'NIFTY26NOV24500CE', units: 65, closing: null }

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
  expect(banner.textContent).toContain('no live strategy opens trades; open trades are watched and closed as usual')
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
    ...OPTION,
  }
  const { push, container } = show({ liveOrders: () => ({ ...NOTHING, incidents: [incident] }) })
  const banner = await screen.findByRole('alert', { name: 'Your live account needs attention' })
  expect(banner.textContent).toContain('65 units have neither a stop nor an exit. Since')
  act(() => push('liveOrdersChanged', NOTHING))
  await waitFor(() => expect(container.innerHTML).toBe(''))
})

const incidentOf = (kind: string, text: string) => ({
  ...{ kind, id: `${kind}:1`, text, since: '2026-11-20T05:12:00.000Z', tradeId: null },
  ...OPTION,
})

it('sends the owner to the connection only where a lost one may be why it lasts', async () => {
  const { push } = show({ liveOrders: () => ({ ...NOTHING, incidents: [incidentOf('ORDER_LEFT', 'Your order waits.')] }) })
  await screen.findByText(/Your order waits/)
  expect(screen.queryByRole('link')).toBeNull()
  act(() => push('liveOrdersChanged', { ...NOTHING, incidents: [incidentOf('EXIT_OPEN', '65 units are not closed.')] }))
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/profile#broker')
})

describe('on a phone', () => {
  afterEach(() => vi.unstubAllGlobals())
  const phone = () => vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))

  it('several incidents are one line, which opens and closes', async () => {
    phone()
    const incidents = [incidentOf('EXIT_OPEN', 'An exit.'), incidentOf('LEG_BARE', 'A bare leg.'), incidentOf('ORDER_LEFT', 'An order.')]
    show({ liveOrders: () => ({ ...NOTHING, incidents }) })
    const line = await screen.findByRole('button', { name: '3 issues need your attention' })
    expect(screen.getByRole('alert').textContent?.trim()).toBe('3 issues need your attention')
    fireEvent.click(line)
    for (const { text } of incidents) expect(screen.getByText(new RegExp(text))).toBeTruthy()
    fireEvent.click(line)
    expect(screen.queryByText(/A bare leg/)).toBeNull()
  })

  it('one is told in a few words, with the rest behind them', async () => {
    phone()
    show({ liveOrders: () => ({ ...NOTHING, incidents: [incidentOf('LEG_BARE', 'The whole story.')] }) })
    const banner = await screen.findByRole('alert')
    expect(banner.textContent).toMatch(/^65 × NIFTY26NOV24500CE without a stop at the exchange since .+ IST\s+What to do$/)
    fireEvent.click(screen.getByRole('button', { name: 'What to do' }))
    expect(banner.textContent).toContain('The whole story.')
  })
})

it('leaves a stop that does not rest for want of margin to the card of its trade', async () => {
  const incident = { kind: 'STOP_WATCHED', id: 'STOP_WATCHED:1', text: 'x', since: '2026-11-20T05:12:00.000Z', tradeId: '1', ...OPTION }
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
