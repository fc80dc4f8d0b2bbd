import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { ReportView } from './ReportView.tsx'
import { EMPTY_REPORT, testReport } from './testing/testReport.ts'

const DAY = testReport({ trades: 2, net: -800, days: testReport().days.slice(1, 2), maxDrawdown: null })

/** The report, and of the 17th alone another one. */
const report: Answers['string'] = ({ input }) => (Reflect.get(Object(input), 'from') === '2026-11-17' ? DAY : testReport())

function show(address: string, answers: Answers) {
  const { client, asked } = testClient({
    tradeHistory: () => ({ mode: 'PAPER' }),
    tradedStrategies: () => [{ id: 's1', name: 'EMA Crossover' }],
    ...answers,
  })
  const router = createMemoryRouter([{ path: '/reports', Component: ReportView }], { initialEntries: [address] })
  render(
    <ApolloProvider client={client}>
      <RouterProvider router={router} />
    </ApolloProvider>,
  )
  return { router, inputs: () => asked.filter(({ operation }) => operation === 'Report').map(({ variables }) => variables['input']) }
}

const figure = async (title: string) => (await screen.findByLabelText(`What is ${title}?`)).closest('div')?.textContent

describe('ReportView', () => {
  it('shows every figure with its explainer; what has no answer is unknown, not zero', async () => {
    show('/reports', { report: () => testReport({ profitFactor: null }) })
    expect(await figure('Net result')).toContain('+₹400.00')
    expect(await figure('Win rate')).toContain('50.0%')
    expect(await figure('Profit factor')).toContain('—')
    expect(await figure('Sortino ratio')).toContain('—Needs 20 sessions; so far 5')
    expect(await figure('Maximum drawdown')).toContain('₹800.0016 Nov 2026 to 17 Nov 2026, not recovered yet')
    fireEvent.click(screen.getByLabelText('What is Sharpe ratio?'))
    expect((await screen.findByLabelText('Sharpe ratio')).textContent).toContain('√252')
  })

  it('takes the filters from the address to the server', async () => {
    const { inputs } = show('/reports?mode=LIVE&from=2026-11-01&to=2026-11-30&strategy=s1', {
      report: () => testReport({ mode: 'LIVE' }),
      liveGap: () => [],
    })
    await screen.findByText('LIVE')
    expect(inputs()).toEqual([{ mode: 'LIVE', from: '2026-11-01', to: '2026-11-30', strategyId: 's1' }])
  })

  it('says what live fills cost against paper, and how many of them are compared', async () => {
    show('/reports?mode=LIVE', {
      report: () => testReport({ mode: 'LIVE' }),
      liveGap: () => [{ strategyId: 's1', strategy: 'EMA Crossover', orders: 3, compared: 2, entries: 7.5, exits: -2 }],
    })
    const card = await screen.findByLabelText('Live against paper')
    await within(card).findByText('2 of 3 filled orders were filled on paper too.')
    const amounts = [...card.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
    expect(amounts).toEqual(['Entries▼ −₹7.50', 'Exits▲ +₹2.00', 'Total▼ −₹5.50'])
  })

  it('filters the page to a day chosen in the calendar, and back by its chip', async () => {
    const { router, inputs } = show('/reports', { report })
    fireEvent.click(await screen.findByLabelText('17 Nov 2026: −₹800.00, 2 trades'))
    await screen.findByText('2 closed trades, 17 Nov 2026.', { exact: false })
    expect(router.state.location.search).toBe('?day=2026-11-17&month=2026-11')
    expect(inputs().at(-1)).toEqual({ mode: 'PAPER', from: '2026-11-17', to: '2026-11-17' })
    expect(await figure('Net result')).toContain('−₹800.00')
    // The calendar keeps the other days.
    expect(screen.getByLabelText('16 Nov 2026: +₹1,000.00, 1 trade')).toBeTruthy()
    expect(screen.getByText('Trades of this day').getAttribute('href')).toBe('/history?mode=PAPER&from=2026-11-17&to=2026-11-17')
    fireEvent.click(screen.getByLabelText('Only 17 Nov 2026: show all days again'))
    await screen.findByText('4 closed trades, 16 Nov 2026 to 20 Nov 2026.', { exact: false })
    expect(router.state.location.search).toBe('?month=2026-11')
  })

  it('goes from day to day by the arrow keys, over the month’s end, and Enter does nothing on a day without a trade', async () => {
    const { router } = show('/reports', { report })
    const last = await screen.findByLabelText('20 Nov 2026: +₹200.00, 1 trade')
    expect(last.tabIndex).toBe(0)
    act(() => last.focus())
    fireEvent.keyDown(last, { key: 'ArrowUp' })
    const idle = screen.getByLabelText('13 Nov 2026: no trade')
    expect(document.activeElement).toBe(idle)
    fireEvent.click(idle)
    expect(router.state.location.search).toBe('')
    fireEvent.keyDown(idle, { key: 'PageDown' })
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('13 Dec 2026: no trade'))
    expect(router.state.location.search).toBe('?month=2026-12')
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1)
  })

  it('shows the months of the year, and opens one', async () => {
    const { router } = show('/reports', { report })
    fireEvent.click(await screen.findByText('Year'))
    const november = screen.getByLabelText('Nov 2026: +₹400.00, 4 trades')
    act(() => november.focus())
    fireEvent.keyDown(november, { key: 'ArrowLeft' })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Oct 2026: no trade')
    fireEvent.click(november)
    expect(router.state.location.search).toBe('?month=2026-11')
    expect(screen.getByLabelText('Net result by day, Nov 2026')).toBeTruthy()
  })

  it('adds the strategies up, and names hours without a trade', async () => {
    show('/reports', { report })
    const strategies = await screen.findByLabelText('By strategy', { selector: 'table' })
    const rows = within(strategies)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(rows.slice(1)).toEqual([
      'EMA Crossover366.7%+₹1,092.39₹192.39▲ +₹900.00',
      'Supertrend10.0%−₹435.87₹64.13▼ −₹500.00',
      'All450.0%+₹656.52₹256.52▲ +₹400.00',
    ])
    const hours = within(screen.getByLabelText('By weekday and hour of the entry')).getAllByRole('row')
    expect(hours.slice(1).map(({ textContent }) => textContent)).toEqual([
      '09:00No tradeNo tradeNo tradeNo trade+2001 trade',
      '10:00+1K1 tradeNo tradeNo tradeNo tradeNo trade',
      '11:00No trade-8002 tradesNo tradeNo tradeNo trade'.replace('-', '\u2212'),
    ])
  })

  it('opens on live for a user who trades live, and leaves the choice of paper in the address', async () => {
    const { router, inputs } = show('/reports', {
      tradeHistory: () => ({ mode: 'LIVE' }),
      report: ({ input }) => testReport({ mode: Reflect.get(Object(input), 'mode') as 'LIVE' | 'PAPER' }),
      liveGap: () => [],
    })
    await screen.findByText('LIVE')
    expect(inputs()).toEqual([{ mode: 'LIVE' }])
    fireEvent.click(screen.getByText('Paper'))
    await waitFor(() => expect(inputs().at(-1)).toEqual({ mode: 'PAPER' }))
    expect(router.state.location.search).toBe('?mode=PAPER')
  })

  it('says why there is nothing, and leads on', async () => {
    const { router } = show('/reports?mode=LIVE&from=2026-11-01', {
      report: ({ input }) => ({ ...EMPTY_REPORT, mode: Reflect.get(Object(input), 'mode') }),
    })
    await screen.findByText('No live trades')
    fireEvent.click(await screen.findByText('Clear filters'))
    expect((await screen.findByText('Browse Strategies')).getAttribute('href')).toBe('/strategies')
    expect(router.state.location.search).toBe('?mode=LIVE')
  })

  it.each([
    ['PAPER', 'LIVE', 'No paper trades', 'There are 4 live.', 'Show live trades'],
    ['LIVE', 'PAPER', 'No live trades', 'There are 4 on paper.', 'Show paper trades'],
  ] as const)('where there is nothing %s it names the %s trades', async (empty, traded, title, count, show_) => {
    const { router } = show(`/reports?mode=${empty}&from=2026-11-01`, {
      report: ({ input }) =>
        Reflect.get(Object(input), 'mode') === traded ? testReport({ mode: traded }) : { ...EMPTY_REPORT, mode: empty },
      liveGap: () => [],
    })
    await screen.findByText(title)
    await screen.findByText(count, { exact: false })
    fireEvent.click(screen.getByText(show_))
    await screen.findByText('4 closed trades', { exact: false })
    expect(router.state.location.search).toBe(`?mode=${traded}&from=2026-11-01`)
  })

  it('asks nobody with dates the wrong way round, and says so', async () => {
    const { inputs } = show('/reports?from=2026-11-20&to=2026-11-19', { report })
    expect((await screen.findByRole('alert')).textContent).toBe('The end date is before the start date.')
    expect(inputs()).toEqual([])
  })

  it('says that it could not be loaded, and tries again', async () => {
    show('/reports', {})
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to load the report: Network error')
    expect(within(alert).getByRole('button', { name: 'Retry' })).toBeTruthy()
  })
})
