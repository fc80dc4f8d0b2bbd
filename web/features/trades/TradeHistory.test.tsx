import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { testClient, type Answers } from '../../gql/testClient.ts'
import { TradeHistory } from './TradeHistory.tsx'
import { testTrade } from './testTrade.ts'

const TOTALS = { totalTrades: 120, profitableTrades: 66, winRate: 55, totalProfitRs: -1_234.5 }
const NOTHING = { trades: [], totalTrades: 0, profitableTrades: 0, winRate: null, totalProfitRs: 0 }
const CLOSED = testTrade({
  ...{ status: 'STOPLOSS_HIT', signal: 'SHORT', exitPrice: 96, exitTime: '2026-11-20T05:30:00.000Z', exitReason: 'STOP' },
  ...{
    profitLossRs: -300,
    netProfitLossRs: -364.13,
    opened: 'EMA(9) crosses below EMA(21).',
    closed: 'Closed at 11:00 for ₹96: stop loss.',
  },
})

function show(address: string, answers: Answers) {
  const { client, asked } = testClient({ tradedStrategies: () => [{ id: 's1', name: 'EMA Crossover' }], ...answers })
  const router = createMemoryRouter([{ path: '/history', Component: TradeHistory }], { initialEntries: [address] })
  render(
    <ApolloProvider client={client}>
      <RouterProvider router={router} />
    </ApolloProvider>,
  )
  return { router, inputs: () => asked.filter(({ operation }) => operation === 'TradeHistory').map(({ variables }) => variables['input']) }
}

describe('TradeHistory', () => {
  it('shows the totals, what was bought as CALL or PUT, and on demand why', async () => {
    show('/history', { tradeHistory: () => ({ ...TOTALS, trades: [CLOSED] }) })
    const row = (await screen.findByText('PUT')).closest('tr')
    expect(within(screen.getByLabelText('Win Rate')).getByText('55.0%')).toBeTruthy()
    expect(within(screen.getByLabelText('Total P&L')).getByText('−₹1,234.50')).toBeTruthy()
    expect(row && within(row).getByText('STOP LOSS')).toBeTruthy()
    const why = screen.getByRole('button', { name: /^Why was/ })
    expect(why.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(why)
    expect(screen.getByText('EMA(9) crosses below EMA(21).')).toBeTruthy()
    expect(screen.getByText('Closed at 11:00 for ₹96: stop loss.')).toBeTruthy()
  })

  it('takes filters and page from the address to the server', async () => {
    const { inputs } = show('/history?search=ema&status=TARGET_HIT&strategy=s1&from=2026-11-01&to=2026-11-30&page=3', {
      tradeHistory: () => ({ ...TOTALS, trades: [CLOSED] }),
    })
    await screen.findByText('101–101 of 120')
    expect(inputs()).toEqual([
      {
        ...{ search: 'ema', status: 'TARGET_HIT', strategyId: 's1', fromDate: '2026-11-01', toDate: '2026-11-30' },
        ...{ limit: 50, offset: 100 },
      },
    ])
  })

  it('keeps what is chosen and typed in the address; other filters begin at the first page, typing leaves no steps', async () => {
    const { router, inputs } = show('/history?page=2', { tradeHistory: () => ({ ...TOTALS, trades: [CLOSED] }) })
    await screen.findByText('PUT')
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'COMPLETED' } })
    await waitFor(() => expect(router.state.location.search).toBe('?status=COMPLETED'))
    const search = screen.getByLabelText<HTMLInputElement>('Search')
    fireEvent.change(search, { target: { value: 'ba' } })
    fireEvent.change(search, { target: { value: 'bank' } })
    await waitFor(() => expect(router.state.location.search).toBe('?status=COMPLETED&search=bank'))
    await waitFor(() => expect(inputs().at(-1)).toEqual({ status: 'COMPLETED', search: 'bank', limit: 50, offset: 0 }))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(search.value).toBe(''))
    expect(router.state.location.search).toBe('?page=2')
  })

  it('says whether the filters are why there is nothing, and clears them', async () => {
    const { router } = show('/history?search=zzz', { tradeHistory: () => NOTHING })
    expect(await screen.findByText('No trades match your current filters.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No trades found in your history.')).toBeTruthy()
    expect(router.state.location.search).toBe('')
  })

  it('asks nobody with dates the wrong way round, and says so', async () => {
    const { inputs } = show('/history?from=2026-11-20&to=2026-11-19', { tradeHistory: () => NOTHING })
    expect((await screen.findByRole('alert')).textContent).toBe('The end date is before the start date.')
    expect(inputs()).toEqual([])
  })

  it('says that it could not be loaded, and tries again', async () => {
    show('/history', {})
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to load trade history: Network error')
    expect(within(alert).getByRole('button', { name: 'Retry' })).toBeTruthy()
  })
})
