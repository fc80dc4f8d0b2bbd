import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { MemoryRouter } from 'react-router-dom'
import { Toaster } from 'sonner'
import { expect, it } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { pressable } from '../../testing/pressable.ts'
import LiveOrderNotices from './LiveOrderNotices.tsx'

const SHORT = {
  ...{ kind: 'OVERFILLED', id: 'OVERFILLED:NFO:1', text: 'You are short 1,300 units.', since: '2026-11-20T05:12:00.000Z', tradeId: null },
  ...{ option: 'NIFTY26NOV24500CE', units: -1_300, closing: null as object | null },
}
const closing = (changes: object) => ({
  ...{ id: 'c1', state: 'FILLED', quantity: 1_300, filledQuantity: 1_300, price: 86.5, refusal: null, ...changes },
})

function show(closeExcess: Answers[string], incident: typeof SHORT = SHORT) {
  const { client, asked } = testClient({
    liveOrders: () => ({ unresolved: 0, unresolvedSince: null, firstOrders: [], incidents: [incident] }),
    closeExcess,
  })
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <LiveOrderNotices />
      </MemoryRouter>
      <Toaster />
    </ApolloProvider>,
  )
  return () => asked.filter(({ operation }) => operation === 'CloseExcess').map(({ variables }) => variables)
}

const button = () => screen.findByRole('button', { name: 'Buy 1,300 to close the short position' })
async function press(): Promise<void> {
  fireEvent.click(await button())
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Buy 1,300 × NIFTY26NOV24500CE?')
  expect(question.textContent).toContain('LIVE: up to 1,300 units are bought at the market')
  fireEvent.click(await pressable(await screen.findByRole('button', { name: 'Buy 1,300' })))
}

it('buys back once, after a question that says what, how many and that it is live, and tells at which price', async () => {
  const sent = show(() => closing({}))
  await press()
  await screen.findByText('Closed at ₹86.50.')
  expect(sent()).toEqual([{ incidentId: 'OVERFILLED:NFO:1' }])
})

it('sends nothing where the question is answered with no', async () => {
  const sent = show(() => closing({}))
  fireEvent.click(await button())
  fireEvent.click(await pressable(await screen.findByRole('button', { name: 'Cancel' })))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent()).toEqual([])
})

it('tells why nothing was bought, and can be pressed again', async () => {
  const why = 'the account is not short by an order of ours any more: nothing was sent'
  show(() => closing({ state: 'REFUSED', filledQuantity: 0, price: null, refusal: why }))
  await press()
  await screen.findByText(`Nothing was bought: ${why}.`)
  await button()
})

it('tells a refusal in the words of the server', async () => {
  show(() => {
    throw new GraphQLError('The trading engine is not responding.', { extensions: { code: 'UNAVAILABLE' } })
  })
  await press()
  await screen.findByText('The trading engine is not responding.')
})

it('is busy while an order is under way, from whatever tab', async () => {
  const sent = show(() => closing({}), { ...SHORT, closing: closing({ state: 'SENT', filledQuantity: 0, price: null }) })
  const busy = await screen.findByRole('button', { name: 'Buying 1,300...' })
  fireEvent.click(busy)
  expect([busy.getAttribute('aria-disabled') ?? busy.getAttribute('aria-busy'), screen.queryByRole('alertdialog'), sent()]).toEqual([
    'true',
    null,
    [],
  ])
})
