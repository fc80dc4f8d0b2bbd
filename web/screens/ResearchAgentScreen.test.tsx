import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { Toaster } from 'sonner'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { STANDING, testAgent, testAgentTrade } from '../features/agent/testing/testAgent.ts'
import { testClient, type Answers } from '../gql/testing/testClient.ts'
import type { Market } from '../gql/toMarket.ts'
import { MarketContext } from '../gql/useMarket.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import ResearchAgentScreen from './ResearchAgentScreen.tsx'

const nifty = (lot: number) => ({
  ...{ symbol: 'NIFTY', name: 'Nifty 50', lot, expiryRule: 'weekly, Tuesday', nextExpiry: '2026-11-23' },
  ...{ callPremium: null, putPremium: null },
})

/** At 10:32:05 in India. */
const TIME = Date.parse('2026-11-20T05:02:05.000Z')

afterEach(() => vi.restoreAllMocks())

function show(answers: Answers, isOpen = true, pattern: Market['pattern'] = null) {
  const { client, asked, push } = testClient(answers)
  const router = createMemoryRouter([{ path: '/research-agent', Component: ResearchAgentScreen }], {
    initialEntries: ['/research-agent'],
  })
  const market = {
    clock: { kind: 'real' },
    engineRunning: true,
    pattern,
    isOpenAt: () => isOpen,
    timeAt: () => TIME,
    nextChangeAt: null,
  } as const
  render(
    <ApolloProvider client={client}>
      <MarketContext value={market}>
        <RouterProvider router={router} />
        <Toaster />
      </MarketContext>
    </ApolloProvider>,
  )
  const sent = (operation: string) => asked.filter((each) => each.operation === operation).map(({ variables }) => variables)
  return { sent, push }
}

const refuse =
  (message: string, fieldErrors = {}) =>
  () => {
    throw new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', fieldErrors } })
  }
const toasts = () => [...document.querySelectorAll('[data-sonner-toast]')].map(({ textContent }) => textContent).join()
const text = async (label: string) => (await screen.findByLabelText(label)).textContent

describe('the research agent', () => {
  it('shows every text and figure of its specification', async () => {
    show({ agentStatus: () => testAgent(), instruments: () => [nifty(75)] })
    await screen.findByText('1 lot is 75 shares (Nifty)')
    expect(await text('Agent summary')).toBe(
      'Capital₹1,00,000.00Quantity1 lot1 lot is 75 shares (Nifty)ModePaperAnalysis Interval5\u00a0minMax Trades per Day3Risk per Trade2%Risk Amount₹2,000.000.11% of the positionApprox. Trade Value₹18,75,000.00',
    )
    expect(await text('Agent now')).toBe('Time (IST)10:32:05Last Analysis20 Nov 2026, 10:32Market StatusOpenAgent StatusActive')
    for (const name of ["Today's PnL", 'Win Rate (Today)', 'Weekly PnL', 'Avg Per Trade']) expect(screen.getByLabelText(name)).toBeTruthy()
    expect(screen.getByText('No trades executed today')).toBeTruthy()
    expect(screen.getAllByText('Active & Running')).toHaveLength(2)
    expect(screen.getByRole('switch', { name: 'Enable AI Trading' }).getAttribute('aria-checked')).toBe('true')
    expect(screen.getByRole('button', { name: 'Trigger Analysis' })).toBeTruthy()
  })

  it('counts by the lot that is traded', async () => {
    show({ agentStatus: () => testAgent(), instruments: () => [nifty(65)] })
    await screen.findByText('1 lot is 65 shares (Nifty)')
    expect(await text('Agent summary')).toContain('0.12% of the positionApprox. Trade Value₹16,25,000.00')
  })

  it('claims no lot while none is known', async () => {
    show({ agentStatus: () => testAgent() })
    expect(await text('Agent summary')).toContain('1 lot is — shares (Nifty)')
    expect(await text('Agent summary')).toContain('— of the positionApprox. Trade Value—')
  })

  it('offers an analyst its evidence, and neither switch nor settings', async () => {
    useAuthStore.setState({ isAuthenticated: true, user: { id: 'i', name: 'Isha', email: 'isha@example.in', role: 'analyst' } })
    onTestFinished(() => void useAuthStore.setState({ isAuthenticated: false, user: null }))
    show({ agentStatus: () => testAgent() })
    expect(await screen.findByText(/^Analyst accounts are read-only/)).toBeTruthy()
    expect(screen.getByText('Evidence')).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
    for (const text of ['Configure Settings', 'Trigger Analysis', 'Risk and ladder']) expect(screen.queryByText(text)).toBeNull()
  })

  it.each([
    [true, false, 'Active (Market Closed)', 'Bot active but market is closed!'],
    [false, true, 'Inactive', 'Disabled'],
  ])('on %s, market open %s, says %s and %s', async (aitrading, isOpen, header, card) => {
    show({ agentStatus: () => testAgent({ aitrading, active: aitrading, lastAnalysis: null }) }, isOpen)
    expect(await screen.findByText(header, { selector: 'span' })).toBeTruthy()
    expect(screen.getByText(card)).toBeTruthy()
    expect(await text('Agent now')).toContain(`Last AnalysisNeverMarket Status${isOpen ? 'Open' : 'Closed'}`)
    expect(screen.queryByRole('button', { name: 'Trigger Analysis' }) === null).toBe(!aitrading)
  })

  it('halted, is Inactive though it is switched on, says since when and why, and goes on at one press', async () => {
    const mandate = { ...testAgent().mandate, haltedAt: '2026-11-20T05:00:00.000Z', haltReason: 'You halted it.' }
    let halted = true
    const { sent } = show({
      agentStatus: () => (halted ? testAgent({ active: false, mandate }) : testAgent()),
      updateAgentMandate: () => ((halted = false), testAgent()),
    })
    expect(await screen.findByText('Inactive', { selector: 'span' })).toBeTruthy()
    expect(screen.queryByText('Active & Running')).toBeNull()
    expect(await text('AI trading')).toBe('Halted')
    expect(await text('Agent now')).toContain('Agent StatusHalted')
    expect(screen.getByText(/^Halted since/).textContent).toBe(
      'Halted since 20 Nov 2026, 10:30 IST: You halted it. It opens no new trades; open trades run to their exits. Releasing it restarts the loss count.',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Release Agent' }))
    await screen.findByText('The agent is running again.')
    expect(sent('UpdateAgentMandate')).toEqual([{ mandate: { halted: false } }])
    await waitFor(() => expect(screen.getAllByText('Active & Running')).toHaveLength(2))
  })

  it('is halted with one press on its card, which is not offered while it is off', async () => {
    const { sent } = show({ agentStatus: () => testAgent(), updateAgentMandate: () => testAgent() })
    fireEvent.click(await screen.findByRole('button', { name: 'Halt Agent' }))
    await screen.findByText('The agent is halted. It opens no new trades; open trades run to their exits.')
    expect(sent('UpdateAgentMandate')).toEqual([{ mandate: { halted: true } }])
  })

  it('says that its market has a pattern, and what that is good for', async () => {
    show({ agentStatus: () => testAgent({ aitrading: false, active: false }) }, true, 'SHOULDERS')
    expect((await screen.findByText(/^Pattern market:/)).textContent).toBe(
      'Pattern market: head and shoulders is planted in these prices on about half of the days for the agent to find. It shows what proof looks like and says nothing about a real market.',
    )
    expect(screen.queryByRole('button', { name: 'Halt Agent' })).toBeNull()
  })

  it('switches with the present settings, and reads the status again', async () => {
    let on = false
    const { sent } = show({
      agentStatus: () => testAgent({ aitrading: on, active: on }),
      toggleAgent: ({ enabled }) => testAgent({ aitrading: (on = enabled === true) }),
    })
    fireEvent.click(await screen.findByRole('switch', { name: 'Enable AI Trading' }))
    await screen.findByText('AI Trading Enabled Successfully!')
    expect(sent('ToggleAgent')).toEqual([{ enabled: true, settings: { ...testAgent().settings } }])
    expect(sent('AgentStatus').length).toBeGreaterThan(1)
    await waitFor(() => expect(screen.getAllByText('Active & Running')).toHaveLength(2))
  })

  it('saves the settings: what is empty, zero or unreadable becomes its default; the panel closes', async () => {
    const { sent } = show({ agentStatus: () => testAgent(), updateAgentSettings: () => testAgent() })
    fireEvent.click(await screen.findByRole('button', { name: 'Configure Settings' }))
    const panel = within(screen.getByRole('form', { name: 'Agent Settings' }))
    for (const legend of ['Capital & Position Settings', 'Trading Settings']) expect(panel.getByText(legend)).toBeTruthy()
    const type = (label: string, value: string) => fireEvent.change(panel.getByLabelText(label), { target: { value } })
    type('Capital (₹)', '')
    type('Quantity (lots)', '0')
    type('Risk per Trade (%)', '2.5')
    type('Lookback Period (candles)', '75.9')
    fireEvent.click(panel.getByRole('switch', { name: 'Paper Trading Mode' }))
    fireEvent.click(panel.getByRole('button', { name: 'Save Settings' }))
    await screen.findByText('AI Trading Settings Updated Successfully')
    expect(sent('UpdateAgentSettings')).toEqual([
      { settings: { ...testAgent().settings, riskPerTrade: 0.025, lookbackPeriod: 75, paperTrade: false } },
    ])
    expect(screen.queryByRole('form', { name: 'Agent Settings' })).toBeNull()
  })

  it('keeps the panel open when the server refuses a setting, and says so at its field; Cancel closes it', async () => {
    const words = 'Quantity in lots must be from 1 to 50.'
    show({ agentStatus: () => testAgent(), updateAgentSettings: refuse(words, { quantityLots: words }) })
    fireEvent.click(await screen.findByRole('button', { name: 'Configure Settings' }))
    fireEvent.click(screen.getByRole('button', { name: 'Save Settings' }))
    await waitFor(() => expect(screen.getByLabelText('Quantity (lots)').getAttribute('aria-invalid')).toBe('true'))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('form', { name: 'Agent Settings' })).toBeNull()
  })

  it.each([
    ['the server’s words', refuse('An analysis can be triggered once a minute.'), 'An analysis can be triggered once a minute.'],
    ['its own words without any', refuse(''), 'Failed to trigger analysis'],
  ])('says with %s that an analysis could not be triggered', async (_whose, triggerAgentAnalysis, words) => {
    show({ agentStatus: () => testAgent(), triggerAgentAnalysis })
    fireEvent.click(await screen.findByRole('button', { name: 'Trigger Analysis' }))
    await screen.findByText(words)
  })

  it('says that the network failed, and that an analysis was triggered', async () => {
    const { sent } = show({ agentStatus: () => testAgent() })
    fireEvent.click(await screen.findByRole('button', { name: 'Trigger Analysis' }))
    await screen.findByText('Error triggering analysis')
    expect(sent('TriggerAgentAnalysis')).toHaveLength(1)
  })

  it('shows the day’s trades with their state, marks unproven ones, and follows the subscription', async () => {
    const { push } = show({ agentStatus: () => testAgent({ recentTrades: [testAgentTrade()] }) })
    await screen.findByLabelText('Recent Trades')
    const row = () => within(screen.getByLabelText('Recent Trades')).getByRole('listitem')
    expect(row().textContent).toBe(
      `NIFTY26NOV24500CELONGPAPERUNPROVENRUNNINGEntry 120.35 × 75 at 10:32 · 12\u00a0min · Why it was takenUNPROVEN when it was taken: ${STANDING.text}`,
    )
    const closed = testAgentTrade({ status: 'STOPLOSS_HIT', profitLossRs: -450, netProfitLossRs: -512.5 })
    const figures = { totalTrades: 1, runningTrades: 0, completedTrades: 1, totalPnL: -450, totalNet: -512.5, winRate: 0 } as const
    const todayStats = { mode: 'PAPER', kind: 'EXPLORATORY', ...figures } as const
    push('agentStatusChanged', testAgent({ recentTrades: [closed], todayStats }))
    await waitFor(() => expect(row().textContent).toContain('STOP LOSS▼ −₹512.50'))
    expect(await text("Today's PnL")).toContain('1 trade, UNPROVEN')
    expect(await text('Win Rate (Today)')).toContain('0.0%1 completed, UNPROVEN')
    push('agentStatusChanged', testAgent({ todayStats: { mode: 'LIVE', kind: 'PROVEN', ...figures } }))
    await waitFor(async () => expect(await text("Today's PnL")).toContain('1 trade, LIVE'))
  })

  it('shows the last verdict in its one sentence', async () => {
    const sentence = '50 similar moments since 2021: 24 would have earned with a call, on average −1.1% after costs. No trade.'
    const analysis = {
      id: 'a1',
      index: 'NIFTY',
      lookback: 50,
      candleAt: '2026-11-20T05:01:00.000Z',
      verdict: 'NO_TRADE',
      reason: 'BELOW_COSTS',
    } as const
    show({ agentStatus: () => testAgent({ latest: [{ ...analysis, sentence, standing: STANDING }] }) })
    expect(await text('Verdict')).toBe(`What it says now${sentence}NIFTY, 10:31 IST`)
  })

  it('foretells the first analysis of the day before there is one, beside what was said the day before', async () => {
    const sentence = 'Too late in the day: a trade could no longer run its time before the close. No trade.'
    const said = { id: 'a1', index: 'NIFTY', lookback: 50, verdict: 'NO_TRADE', reason: 'TOO_LATE' } as const
    const yesterday = { ...said, candleAt: '2026-11-19T09:59:00.000Z', sentence, standing: STANDING }
    show({ agentStatus: () => testAgent({ firstAnalysisAt: '2026-11-20T05:35:00.000Z', latest: [yesterday] }) })
    expect(await text('Verdict')).toBe(
      `What it says nowThe first analysis of the day needs 50 candles: 11:05.${sentence}NIFTY, 19 Nov 2026, 15:29 IST`,
    )
  })

  it.each([
    [true, 'It comes with the next scan in market hours.'],
    [false, 'It comes with the first scan after AI trading is enabled.'],
  ])('without any analysis says when one comes: on %s', async (aitrading, words) => {
    show({ agentStatus: () => testAgent({ aitrading, latest: [] }) })
    expect(await text('Verdict')).toBe(`What it says nowNo analysis with 50 candles yet. ${words}`)
  })

  it('that could not be loaded says so in its place alone, and tries again; a load that fails later is logged and changes nothing', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    let fails = true
    const agentStatus = () => {
      if (fails) throw new GraphQLError('The test refused this.')
      return testAgent()
    }
    show({ agentStatus })
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the agent: The test refused this.')
    expect(toasts()).not.toContain('Failed to load')
    expect(warn).toHaveBeenCalledTimes(1)
    fails = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByLabelText('Agent summary')
    fails = true
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(warn).toHaveBeenCalledTimes(2))
    expect(screen.getByLabelText('Agent summary')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(toasts()).not.toContain('Failed to load')
  })
})
