import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { testConnection } from '../../gql/testing/testConnection.ts'
import { TradeHistory } from './TradeHistory.tsx'
import { testPosition, testTrade } from './testing/testTrade.ts'

beforeEach(() => {
  localStorage.clear()
  // jsdom has no matchMedia: a desk.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
})

const TOTALS = {
  matchingTrades: 120,
  mode: 'PAPER',
  totalTrades: 120,
  profitableTrades: 66,
  winRate: 55,
  totalProfitRs: -1_234.5,
  totalNetRs: -8_930.1,
}
const NOTHING = {
  ...testConnection([]),
  matchingTrades: 0,
  mode: 'PAPER',
  totalTrades: 0,
  profitableTrades: 0,
  winRate: null,
  totalProfitRs: 0,
  totalNetRs: 0,
}
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
  it('shows the totals gross and net, that a put was bought and the side of its signal, and how much of the list is there', async () => {
    show('/history', { tradeHistory: () => ({ ...TOTALS, ...testConnection([CLOSED]) }) })
    const row = (await screen.findByText('BUY PE')).closest('tr')
    expect(row?.textContent).toContain('BUY PEPUT')
    expect(within(screen.getByLabelText('Win Rate')).getByText('55.0%')).toBeTruthy()
    expect(within(screen.getByLabelText('Total P&L')).getByText('−₹8,930.10')).toBeTruthy()
    expect(screen.getByLabelText('Total P&L').textContent).toContain('▼ −₹8,930.10−₹1,234.50 before chargesNet of ₹7,695.60 charges')
    expect(row && within(row).getByText('STOP LOSS')).toBeTruthy()
    expect(screen.getByText('1 of 120 trades')).toBeTruthy()
    expect(screen.getByText('Total of 120').closest('tr')?.textContent).toContain('−₹8,930.10−₹1,234.50 before ₹7,695.60 charges')
  })

  it('adds up live trades alone, says so by word, and how many paper ones are in the list beside them', async () => {
    const live = { ...TOTALS, matchingTrades: 5, mode: 'LIVE', totalTrades: 2 }
    const { inputs } = show('/history?mode=LIVE', { tradeHistory: () => ({ ...live, ...testConnection([CLOSED]) }) })
    await screen.findByText('BUY PE')
    expect(screen.getByLabelText('Total P&L, LIVE').textContent).toContain('−₹1,234.50')
    expect(screen.getByLabelText('Win Rate, LIVE')).toBeTruthy()
    expect(screen.getByLabelText('Total Trades, LIVE').textContent).toContain('2LIVE; 3 on paper not counted')
    expect(screen.getByText('1 of 5 trades')).toBeTruthy()
    expect(screen.getByText('Total of 2').textContent).toBe('Total of 2 LIVE')
    expect(inputs()).toMatchObject([{ mode: 'LIVE' }])
  })

  it('leads from a row to why it was traded, with what the rule compared; closing leads back', async () => {
    const why = { rule: 'EMA(9) crosses below EMA(21)', values: [{ operand: 'EMA(9)', value: '24,510.46' }] }
    const { router } = show('/history?status=STOPLOSS_HIT', {
      tradeHistory: () => ({ ...TOTALS, ...testConnection([CLOSED]) }),
      trade: ({ id }) => ({ ...CLOSED, id, failedLegs: [], why }),
      candles: () => [],
    })
    fireEvent.click(await screen.findByRole('link', { name: /^Why was/ }))
    const dialog = await screen.findByRole('dialog')
    expect(router.state.location.search).toBe('?status=STOPLOSS_HIT&trade=1')
    await within(dialog).findByText('EMA(9) crosses below EMA(21).')
    expect(within(dialog).getByText('24,510.46')).toBeTruthy()
    expect(dialog.textContent).toContain('Closed at 11:00 for ₹96: stop loss.')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(router.state.location.search).toBe('?status=STOPLOSS_HIT'))
  })

  it('marks a trade whose orders need a look, and says why behind it', async () => {
    const warned = { ...CLOSED, mode: 'LIVE' as const, warnings: ['A fill came late.'] }
    show('/history', {
      tradeHistory: () => ({ ...TOTALS, ...testConnection([warned, { ...CLOSED, id: '2' }]) }),
      trade: () => ({ ...warned, analysisId: null, failedLegs: [], why: null }),
    })
    const mark = await screen.findByRole('img', { name: 'Has a warning' })
    fireEvent.click(within(mark.closest('tr')!).getByRole('link'))
    expect((await screen.findByRole('alert')).textContent).toBe('A fill came late.')
  })

  it('shows several legs as one row, and what each of them did behind it, and why one was not opened', async () => {
    const over = { status: 'COMPLETED', exitReason: 'WINDOW_END', exitTime: '2026-11-20T09:30:00.000Z' } as const
    const legs = testPosition().legs.map((leg) => ({ ...leg, ...over, exitPrice: 80, profitLossRs: 400 }))
    const position = testPosition({ ...over, closed: 'Closed at 15:00: the trading window ended.', profitLossRs: 1_200, legs })
    show('/history', {
      tradeHistory: () => ({ ...TOTALS, ...testConnection([position]) }),
      trade: () => ({ ...position, failedLegs: [{ text: 'Leg 2, to sell 75 × X, was not opened: no quote of X after 30 s.' }], why: null }),
      candles: () => [],
    })
    const link = await screen.findByLabelText('Why was Short Straddle traded?')
    expect(link.closest('tr')?.textContent).toContain('Short Straddle Nifty 50 · 24 Nov expiry24,500 CE / 24,500 PE')
    expect(link.closest('tr')?.textContent).toContain('SELLNeutral——10:32 – 15:00')
    fireEvent.click(link)
    const listed = [...(await screen.findByLabelText('Legs')).children]
    expect(listed.map(({ textContent }) => textContent)).toContainEqual(
      'Sell 1 lot NIFTY 24,500 PE▲ +₹375.90Entry 110.00 → , exit 80.00 · closed 15:00, the trading window ended · +₹400.00 before ₹24.10 charges',
    )
    expect(screen.getByText('Estimated margin')).toBeTruthy()
    expect(screen.getByText('Leg 2, to sell 75 × X, was not opened: no quote of X after 30 s.')).toBeTruthy()
    expect(within(screen.getByRole('dialog')).queryByText('Stop loss')).toBeNull()
  })

  it('opened with a trade in its address shows that trade; what is not known is said', async () => {
    show('/history?trade=7', {
      tradeHistory: () => ({ ...TOTALS, ...testConnection([CLOSED]) }),
      trade: ({ id }) => ({ ...CLOSED, id, opened: null, failedLegs: [], why: null }),
      candles: () => [],
    })
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('The signal that opened this trade is not known.')).toBeTruthy()
    expect(within(dialog).getByText('The values its rule compared were not stored.')).toBeTruthy()
  })

  it('tells of a trade of the agent where what its analysis compared can be read', async () => {
    show('/history?trade=7', {
      tradeHistory: () => ({ ...TOTALS, ...testConnection([CLOSED]) }),
      trade: ({ id }) => ({ ...CLOSED, id, analysisId: 'a1', failedLegs: [], why: null }),
      candles: () => [],
    })
    const dialog = await screen.findByRole('dialog')
    const link = await within(dialog).findByText('The values the analysis compared are in the decision log of the Research Agent.')
    expect(link.getAttribute('href')).toBe('/research-agent?analysis=a1')
  })

  it('takes filters and order from the address to the server', async () => {
    const { inputs } = show('/history?search=ema&status=TARGET_HIT&strategy=s1&from=2026-11-01&to=2026-11-30&sort=PROFIT&order=asc', {
      tradeHistory: () => ({ ...TOTALS, ...testConnection([CLOSED]) }),
    })
    await screen.findByText('BUY PE')
    expect(inputs()).toEqual([
      {
        ...{ search: 'ema', status: 'TARGET_HIT', strategyId: 's1', fromDate: '2026-11-01', toDate: '2026-11-30' },
        ...{ sort: 'PROFIT', descending: false, first: 100 },
      },
    ])
  })

  it('is sorted by its headings, which say how; the same one twice turns it round', async () => {
    const { router, inputs } = show('/history', { tradeHistory: () => ({ ...TOTALS, ...testConnection([CLOSED]) }) })
    await screen.findByText('BUY PE')
    const heading = (name: string) => screen.getByRole('columnheader', { name })
    expect(heading('Entry & Exit Time').getAttribute('aria-sort')).toBe('descending')
    fireEvent.click(screen.getByRole('button', { name: 'Symbol' }))
    await waitFor(() => expect(heading('Symbol').getAttribute('aria-sort')).toBe('ascending'))
    expect(heading('Entry & Exit Time').getAttribute('aria-sort')).toBeNull()
    expect(router.state.location.search).toBe('?sort=SYMBOL')
    fireEvent.click(screen.getByRole('button', { name: 'Symbol' }))
    await waitFor(() => expect(router.state.location.search).toBe('?sort=SYMBOL&order=desc'))
    await waitFor(() => expect(inputs().at(-1)).toEqual({ sort: 'SYMBOL', descending: true, first: 100 }))
  })

  it('reads on behind its last trade, and says when the next ones do not come', async () => {
    let broken = false
    const page = (from: number) => Array.from({ length: 2 }, (_, i) => ({ ...CLOSED, id: String(from + i), option: `OPTION${from + i}` }))
    const { inputs } = show('/history', {
      tradeHistory: ({ input }) => {
        const { after } = input as { after?: string }
        if (after === '4' && broken) throw new Error('The line is down.')
        return { ...TOTALS, matchingTrades: 6, ...testConnection(page(after === undefined ? 1 : Number(after) + 1), after !== '4') }
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await screen.findByText('OPTION4')
    expect(inputs().at(-1)).toMatchObject({ after: '2' })
    expect(screen.getByText('4 of 6 trades')).toBeTruthy()
    broken = true
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText(/^4 of 6 trades · The next trades could not be loaded: /)).toBeTruthy()
    broken = false
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByText('OPTION6')
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('goes from row to row by key', async () => {
    const trades = ['1', '2', '3'].map((id) => ({ ...CLOSED, id }))
    show('/history', { tradeHistory: () => ({ ...TOTALS, ...testConnection(trades) }) })
    const links = await screen.findAllByRole('link', { name: /^Why was/ })
    links[0]?.focus()
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    for (const [key, place] of [
      ['ArrowDown', 1],
      ['End', 2],
      ['ArrowDown', 2],
      ['ArrowUp', 1],
      ['Home', 0],
    ] as const) {
      press(key)
      await waitFor(() => expect(document.activeElement).toBe(links[place]))
    }
  })

  it('keeps what is chosen and typed in the address; typing leaves no steps', async () => {
    const { router, inputs } = show('/history?order=asc', { tradeHistory: () => ({ ...TOTALS, ...testConnection([CLOSED]) }) })
    await screen.findByText('BUY PE')
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'COMPLETED' } })
    await waitFor(() => expect(router.state.location.search).toBe('?order=asc&status=COMPLETED'))
    const search = screen.getByLabelText<HTMLInputElement>('Search')
    fireEvent.change(search, { target: { value: 'ba' } })
    fireEvent.change(search, { target: { value: 'bank' } })
    await waitFor(() => expect(router.state.location.search).toBe('?order=asc&status=COMPLETED&search=bank'))
    await waitFor(() => expect(inputs().at(-1)).toMatchObject({ status: 'COMPLETED', search: 'bank', descending: false }))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(search.value).toBe(''))
    expect(router.state.location.search).toBe('?order=asc')
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
