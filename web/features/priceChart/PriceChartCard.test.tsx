import { ApolloProvider } from '@apollo/client/react'
import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { testClient } from '../../gql/testing/testClient.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { PriceChartCard } from './PriceChartCard.tsx'

const NOTHING = { currentPrice: null, change: null, changePercent: null, chartData: [], lastUpdated: null }

/** The index whose chart a user is shown on a dashboard at this address. */
async function shown(tradingIndex: string | undefined, address = '/dashboard'): Promise<unknown> {
  useAuthStore.setState({
    user: { id: 'u', name: 'Asha', email: 'asha@example.in', role: 'user', ...(tradingIndex === undefined ? {} : { tradingIndex }) },
  })
  const { client, asked } = testClient({ chart: ({ symbol, interval }) => ({ ...NOTHING, symbol, interval }) })
  const view = render(
    <ApolloProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <PriceChartCard />
      </MemoryRouter>
    </ApolloProvider>,
  )
  await waitFor(() => expect(asked.some(({ operation }) => operation === 'Chart')).toBe(true))
  // Once the answer is there, which has no candle, a second heading says so.
  const heading = screen.getAllByRole('heading', { level: 2 })[0]?.textContent
  view.unmount()
  return [asked.find(({ operation }) => operation === 'Chart')?.variables['symbol'], heading]
}
afterEach(() => useAuthStore.setState({ user: null }))

it("begins with the user's trading index, by either of its names, and with the Nifty where none is known", async () => {
  expect(await shown('SENSEX')).toEqual(['SENSEX', expect.stringContaining('Sensex')])
  expect(await shown('MIDCAP')).toEqual(['MIDCPNIFTY', expect.stringContaining('Midcap')])
  expect(await shown('MIDCPNIFTY')).toEqual(['MIDCPNIFTY', expect.stringContaining('Midcap')])
  expect(await shown(undefined)).toEqual(['NIFTY', expect.stringContaining('Nifty 50')])
})

it('shows the index of its address all the same', async () => {
  expect(await shown('SENSEX', '/dashboard?index=BANKNIFTY')).toEqual(['BANKNIFTY', expect.stringContaining('Bank Nifty')])
})
