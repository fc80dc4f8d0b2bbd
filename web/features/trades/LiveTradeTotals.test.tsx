import { ApolloProvider } from '@apollo/client/react'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { MarketProvider } from '../../gql/MarketProvider.tsx'
import { QUIET } from '../../gql/testing/quietShell.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { LiveTradeTotals } from './LiveTradeTotals.tsx'
import { testTrade } from './testing/testTrade.ts'

const REAL = { sandbox: false, pattern: null, speed: 1, segments: [], engineRunning: true, feedConnected: true }
const NONE = { totalTrades: 0, winRate: null as number | null }

/** `closed`: what the day's closed trades of each mode came to. */
function show(trades: readonly TradePartsFragment[], closed = { LIVE: NONE, PAPER: NONE }): void {
  const { client } = testClient({
    ...QUIET,
    marketStatus: () => ({ ...REAL, isOpen: true, nextChangeAt: new Date(Date.now() + 3_600_000) }),
    tradeHistory: ({ input }) => closed[(input as { mode: 'LIVE' | 'PAPER' }).mode],
  })
  render(
    <ApolloProvider client={client}>
      <MarketProvider>
        <LiveTradeTotals trades={trades} />
      </MarketProvider>
    </ApolloProvider>,
  )
}

it('never puts paper and live into one row: each mode has its own figures under its badge, live first', async () => {
  show([testTrade({ fundUsed: 5_000 }), testTrade({ id: '2', mode: 'LIVE', fundUsed: 800 })], {
    LIVE: { totalTrades: 2, winRate: 50 },
    PAPER: { totalTrades: 4, winRate: 25 },
  })
  await screen.findByText('2 closed today, after charges')
  const live = within(screen.getByRole('region', { name: 'LIVE' }))
  const paper = within(screen.getByRole('region', { name: 'PAPER' }))
  expect(live.getByLabelText('Total Exposure, LIVE').textContent).toContain('₹800.00')
  expect(live.getByLabelText('Active Trades, LIVE').textContent).toContain('1')
  expect(live.getByLabelText('Win Rate, LIVE').textContent).toContain('2 closed today, after charges')
  expect(paper.getByLabelText('Total Exposure, PAPER').textContent).toContain('₹5,000.00')
  expect(paper.getByLabelText('Win Rate, PAPER').textContent).toContain('4 closed today, after charges')
  const rows = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
  expect(rows.filter((name) => name === 'LIVE' || name === 'PAPER')).toEqual(['LIVE', 'PAPER'])
})

it('shows what was closed live today beside what runs on paper', async () => {
  show([testTrade({ fundUsed: 5_000 })], { LIVE: { totalTrades: 1, winRate: 0 }, PAPER: NONE })
  expect((await screen.findByLabelText('Active Trades, LIVE')).textContent).toContain('No open trades')
  expect(screen.getByLabelText('Win Rate, LIVE').textContent).toContain('1 closed today, after charges')
  expect(screen.getByLabelText('Total Exposure, PAPER').textContent).toContain('₹5,000.00')
})

it('sums what is on paper as it is, without another word', async () => {
  show([testTrade({ fundUsed: 5_000 }), testTrade({ id: '2', fundUsed: 800 })])
  await screen.findByText('0 closed today, after charges')
  expect(screen.getByLabelText('Total Exposure').textContent).toContain('₹5,800.00')
  expect(screen.getByLabelText('Active Trades').textContent).toContain('On paper')
})
