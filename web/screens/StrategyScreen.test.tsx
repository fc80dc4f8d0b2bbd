import { ApolloProvider } from '@apollo/client/react'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it, onTestFinished } from 'vitest'
import { managedStrategy, userStrategy } from '../features/strategies/testing/testStrategies.ts'
import { testClient, type Answers } from '../gql/testing/testClient.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import type { StrategyPageQuery } from '../gql/generated/graphql.ts'
import { pressable } from '../testing/pressable.ts'
import StrategyScreen from './StrategyScreen.tsx'

type Page = StrategyPageQuery['strategyPage']

const NOTHING: Page['live'] = {
  ...{ trades: 0, winRate: null, gross: 0, charges: 0, net: 0, worstDrawdown: 0 },
  ...{ openTrades: 0, openUnpriced: 0, openNet: 0 },
  ...{ firstTradeAt: null, lastTradeAt: null, equity: [] },
}
const PAGE: Page = {
  strategy: { ...managedStrategy(), version: 2, versionAt: '2026-11-20T04:00:00.000Z', archivedAt: null },
  subscriptionId: 'u1',
  subscribedVersion: 1,
  warmingUp: null,
  exits: ['Target: the premium is 30% above the entry.'],
  versions: [
    {
      version: 2,
      createdAt: '2026-11-20T04:00:00.000Z',
      changes: ['Stop loss: 15% (was 20%).'],
      longRule: null,
      shortRule: null,
      enterRule: null,
      legs: [],
    },
    { version: 1, createdAt: '2026-11-01T04:00:00.000Z', changes: [], longRule: null, shortRule: null, enterRule: null, legs: [] },
  ],
  paper: {
    ...{ trades: 40, winRate: 55, gross: 9_000, charges: 2_400, net: 6_600, worstDrawdown: 3_100 },
    ...{ openTrades: 3, openUnpriced: 1, openNet: -420.5 },
    ...{ firstTradeAt: '2026-11-02T04:00:00.000Z', lastTradeAt: '2026-11-19T04:00:00.000Z' },
    equity: [
      { at: '2026-11-02T04:20:00.000Z', equity: -500, drawdown: 500 },
      { at: '2026-11-10T04:20:00.000Z', equity: 2_600, drawdown: 3_100 },
      { at: '2026-11-19T04:00:00.000Z', equity: 6_600, drawdown: 0 },
    ],
  },
  live: NOTHING,
  backtest: null,
}

const NOTHING_SEEN = {
  ...{ strategyId: 's1', version: 2, instrument: 'NIFTY', marketOpen: false, sides: [] },
  ...{ candleTime: null, closedAt: null, nextCheckAt: null, unknown: 'No candles of NIFTY are stored yet.' },
}

const INSTRUMENTS = [
  {
    ...{
      symbol: 'NIFTY',
      name: 'Nifty 50',
      exchange: 'NSE',
      lot: 65,
      expiryRule: 'weekly, Tuesday',
      nextExpiry: '2026-11-24',
      callPremium: null,
      putPremium: null,
    },
  },
  {
    ...{
      symbol: 'BANKNIFTY',
      name: 'Bank Nifty',
      exchange: 'NSE',
      lot: 35,
      expiryRule: 'monthly, last Tuesday',
      nextExpiry: '2026-11-24',
      callPremium: null,
      putPremium: null,
    },
  },
  {
    ...{
      symbol: 'MIDCAP',
      name: 'Midcap',
      exchange: 'NSE',
      lot: 120,
      expiryRule: 'monthly, last Tuesday',
      nextExpiry: '2026-11-24',
      callPremium: null,
      putPremium: null,
    },
  },
]

function visit(answers: Answers) {
  const known = {
    ...{ instruments: () => INSTRUMENTS, liveGap: () => [], recordsAsOf: () => ({ at: null, isStopped: false, isLate: false }) },
    ...{ lotPreviews: () => [], strategySight: () => NOTHING_SEEN },
    ...{ backtestUnderWay: () => null, backtestDays: () => ({ days: 0, first: null, last: null }) },
  }
  const told = testClient({ ...known, ...answers })
  const router = createMemoryRouter([{ path: '/strategies/:id', Component: StrategyScreen }], { initialEntries: ['/strategies/s1'] })
  render(
    <ApolloProvider client={told.client}>
      <RouterProvider router={router} />
    </ApolloProvider>,
  )
  return told
}

it('draws the very curve whose deepest fall stands above it', async () => {
  visit({ strategyPage: () => PAGE })
  const record = await screen.findByLabelText('Record on paper')
  expect(record.textContent).toContain('Worst drawdown₹3,100.00')
  expect((await screen.findByLabelText(/^Net result so far, on paper/)).getAttribute('aria-label')).toContain('worst drawdown −₹3,100.00')
  expect(screen.getByText('3 open, if closed now, 1 without a price').nextSibling?.textContent).toBe('▼ −₹420.50')
})

it('draws no curve of a single day, and says from when on it does', async () => {
  const firstTradeAt = '2026-11-02T04:00:00.000Z'
  const ends = [
    { at: '2026-11-02T05:20:00.000Z', equity: -500, drawdown: 500 },
    { at: '2026-11-02T10:00:00.000Z', equity: 2_600, drawdown: 0 },
  ]
  const paper = { ...PAGE.paper, firstTradeAt, lastTradeAt: firstTradeAt, equity: ends }
  visit({ strategyPage: () => ({ ...PAGE, paper }) })
  const record = await screen.findByLabelText('Record on paper')
  expect(record.textContent).toContain('average across subscribers, 02 Nov 2026. The curve')
  expect(record.textContent).toContain('it is drawn from the second day on')
  expect(screen.queryByLabelText(/^Net result so far/)).toBeNull()
})

it('says when which legs are opened, and what one lot of them may lose', async () => {
  const legs = ['Sell 1 lot of the call at the money, this week.', 'The whole position is closed at a loss of ₹4,000.']
  visit({ strategyPage: () => ({ ...PAGE, strategy: { ...PAGE.strategy, longRule: null, enterRule: 'at 09:20', legs } }) })
  const texts = (await screen.findByLabelText('What it does')).textContent
  expect(texts).toContain(`Opens its legsat 09:20Legs${legs.join('')}`)
  expect(texts).toContain('A position is skipped when one lot of its legs would lose more than ₹5,000.00 at their stops.')
  expect(texts).not.toContain('Buys a')
})

it('shows lot and expiry of its instruments as they are in force', async () => {
  visit({ strategyPage: () => PAGE })
  await screen.findByText('Nifty 50 (NIFTY)')
  const texts = screen.getByLabelText('What it does').textContent
  expect(texts).toContain('Lot of 65, expires weekly, Tuesday; next on 24 Nov 2026')
  expect(texts).toContain('Bank Nifty (BANKNIFTY)Lot of 35, expires monthly, last Tuesday; next on 24 Nov 2026')
  expect(texts).not.toContain('MIDCAP')
})

it('keeps the record on paper apart from the one with real orders, net of charges and with its worst drawdown', async () => {
  visit({ strategyPage: () => PAGE })
  const paper = await screen.findByLabelText('Record on paper')
  for (const text of ['PAPER', 'Net▲ +₹6,600.00', 'Worst drawdown₹3,100.00', 'Charges₹2,400.00', '02 Nov 2026 to 19 Nov 2026'])
    expect(paper.textContent).toContain(text)
  expect(screen.getByLabelText('Record with real orders').textContent).toContain('No trade has been closed with real orders yet.')
  expect(screen.getByLabelText('Backtest', { selector: 'section' }).textContent).toContain('HYPOTHETICAL')
})

it('shows what the strategy is with a capital first, as it was typed or not', async () => {
  visit({ strategyPage: () => ({ ...PAGE, strategy: { ...PAGE.strategy, type: 'opening-range breakout' } }) })
  expect(await screen.findByText('Trend · Opening-range breakout · version 2')).toBeTruthy()
})

it('says which version trades for the user and what the newer one changed, and moves on only when asked twice', async () => {
  let page = PAGE
  const { asked } = visit({
    strategyPage: () => page,
    moveToVersion: () => {
      page = { ...PAGE, subscribedVersion: 2 }
      return userStrategy({ version: 2 })
    },
  })
  expect(await screen.findByText(/^You are on version 1, and stay on it until you move/)).toBeTruthy()
  expect(screen.getByLabelText('Versions').textContent).toContain('Stop loss: 15% (was 20%).')
  fireEvent.click(screen.getByText('Move to version 2'))
  expect(asked.some(({ operation }) => operation === 'MoveToVersion')).toBe(false)
  fireEvent.click(await pressable(within(await screen.findByRole('alertdialog')).getByText('Move')))
  await waitFor(() => expect(screen.getByText('You are on version 2, the newest.')).toBeTruthy())
  expect(asked.find(({ operation }) => operation === 'MoveToVersion')?.variables).toEqual({ id: 'u1', version: 2 })
})

it('offers an admin no editing of a strategy that was deleted', async () => {
  useAuthStore.setState({ user: { id: 'a', name: 'Asha', email: 'asha@example.in', role: 'admin' } })
  let archivedAt: string | null = null
  const told = visit({
    strategyPage: () => ({ ...PAGE, subscriptionId: null, strategy: { ...PAGE.strategy, isActive: false, isPublic: false, archivedAt } }),
  })
  expect(await screen.findByText('Edit')).toBeTruthy()
  archivedAt = '2026-11-20T05:00:00.000Z'
  await act(() => told.client.refetchQueries({ include: 'active' }))
  expect(screen.getByLabelText('Your subscription').textContent).toContain('It was deleted on 20 Nov 2026')
  expect(screen.queryByText('Edit')).toBeNull()
  useAuthStore.setState({ user: null })
})

it('says why it could not be loaded, and tries again', async () => {
  let broken = true
  visit({ strategyPage: () => (broken ? new GraphQLError('This strategy is not available.') : PAGE) })
  expect(await screen.findByText('Failed to load the strategy: This strategy is not available.')).toBeTruthy()
  broken = false
  fireEvent.click(screen.getByText('Retry'))
  expect(await screen.findByText('EMA Crossover', { selector: 'h1' })).toBeTruthy()
})

it('says what the version of the subscription lacks to signal, and nothing when it lacks nothing', async () => {
  const warmingUp = { sessions: 61, sessionsNeeded: 207, readyAt: null }
  visit({ strategyPage: () => ({ ...PAGE, warmingUp }) })
  const bar = await screen.findByLabelText('Your subscription')
  expect(bar.textContent).toContain('Warming up: 61 of 207 sessions of history, the rest comes with each trading day')
  expect(bar.textContent).not.toContain('WARMING UP')
  cleanup()
  visit({ strategyPage: () => PAGE })
  expect((await screen.findByLabelText('Your subscription')).textContent).not.toMatch(/warming up/i)
})

it('offers an analyst the way out of a subscription, and none in or on', async () => {
  useAuthStore.setState({ isAuthenticated: true, user: { id: 'i', name: 'Isha', email: 'isha@example.in', role: 'analyst' } })
  onTestFinished(() => void useAuthStore.setState({ isAuthenticated: false, user: null }))
  visit({ strategyPage: () => PAGE })
  expect(await screen.findByText('Unsubscribe')).toBeTruthy()
  expect(screen.queryByText('Move to version 2')).toBeNull()
  cleanup()
  visit({ strategyPage: () => ({ ...PAGE, subscriptionId: null, subscribedVersion: null }) })
  expect(await screen.findByText('Analyst accounts are read-only: they cannot subscribe.')).toBeTruthy()
  expect(screen.queryByText('Subscribe')).toBeNull()
})
