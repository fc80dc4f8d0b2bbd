import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { MemoryRouter } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { testConnection } from '../../gql/testing/testConnection.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { pressable } from '../../testing/pressable.ts'
import { StrategyMarketplace } from './StrategyMarketplace.tsx'
import { liveReadiness } from './testing/liveReadiness.ts'
import { availableStrategy, denial, userStrategy } from './testing/testStrategies.ts'

const EMA = userStrategy({
  performances: [
    { mode: 'PAPER', totalTrades: 30, knownTrades: 30, profitableTrades: 12, winRate: 40, totalPnL: 12_000, totalNet: 10_500 },
  ],
})
const MACD = userStrategy({
  ...{ id: 'u2', strategyId: 's2', name: 'MACD', isActive: false },
  performances: [{ mode: 'PAPER', totalTrades: 10, knownTrades: 10, profitableTrades: 8, winRate: 80, totalPnL: -2_500, totalNet: -3_100 }],
})

function visit(mine: UserStrategyPartsFragment[], { answers = {}, at = '/strategies?tab=mine' }: { answers?: Answers; at?: string } = {}) {
  const { client, asked, push } = testClient({
    availableStrategies: () => [availableStrategy(), availableStrategy({ id: 's2', name: 'MACD' })],
    myStrategies: () => mine,
    denials: () => testConnection([]),
    ...answers,
  })
  render(
    <ApolloProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <StrategyMarketplace />
      </MemoryRouter>
    </ApolloProvider>,
  )
  return { asked, push }
}

// By label and text where roles would do: to find a role in jsdom, the styles of the whole page are computed.
const card = (name: string) => screen.findByLabelText(name, { selector: 'article' })
const stat = (title: string) => screen.getByLabelText(title).textContent
const chip = (name: string) => within(screen.getByLabelText('Strategies in the overview')).getByText(name)
const isOn = (control: HTMLElement) => control.getAttribute('aria-checked') === 'true'

describe('StrategyMarketplace', () => {
  const done = vi.spyOn(toast, 'success')
  const failed = vi.spyOn(toast, 'error')
  beforeEach(() => {
    done.mockClear()
    failed.mockClear()
  })
  afterEach(() => toast.dismiss())

  it('sums up all strategies, or the one whose chip is chosen', async () => {
    visit([EMA, MACD])
    await card('EMA Crossover')
    expect(stat('Active Strategies')).toContain('1of 2 subscribed')
    expect(stat('Total Trades')).toContain('40')
    expect(stat('Win Rate')).toContain('50.0%')
    expect(stat('Total P&L')).toContain('+₹9.50K')
    fireEvent.click(chip('MACD'))
    expect(stat('Strategy Status')).toContain('Inactive')
    expect(stat('Win Rate')).toContain('80.0%')
    expect(stat('Total P&L')).toContain('\u2212₹2.50K')
    fireEvent.click(chip('All Strategies'))
    expect(stat('Active Strategies')).toContain('1')
  })

  it('has the win rate of the history: of all trades with a known result together, rounded once', async () => {
    const few = { mode: 'PAPER', totalTrades: 12, knownTrades: 4, profitableTrades: 3, winRate: 75, totalPnL: 0, totalNet: 0 } as const
    const many = { mode: 'PAPER', totalTrades: 40, knownTrades: 40, profitableTrades: 11, winRate: 27.5, totalPnL: 0, totalNet: 0 } as const
    visit([
      { ...EMA, performances: [few] },
      { ...MACD, performances: [many] },
    ])
    await card('EMA Crossover')
    // 14 of 44; the eight trades with an unknown result count for nothing.
    expect(stat('Win Rate')).toContain('31.8%After charges')
  })

  it('never adds paper and live up: live figures where there are any, paper ones by a switch, and both apart on the card', async () => {
    const live = { mode: 'LIVE', totalTrades: 4, knownTrades: 4, profitableTrades: 1, winRate: 25, totalPnL: -700, totalNet: -900 } as const
    visit([{ ...EMA, performances: [live, ...EMA.performances] }, MACD])
    const ema = await card('EMA Crossover')
    expect(ema.textContent).toContain('Trades4LIVEWin Rate25.0%')
    expect(ema.textContent).toContain('Trades30On paperWin Rate40.0%')
    expect(stat('Total Trades, LIVE')).toContain('4Closed LIVE')
    expect(stat('Win Rate, LIVE')).toContain('25.0%')
    expect(stat('Total P&L, LIVE')).toContain('\u2212₹0.70K')
    fireEvent.click(within(screen.getByLabelText('Figures')).getByText('Paper'))
    expect(stat('Total Trades')).toContain('40Closed on paper')
    expect(stat('Total P&L')).toContain('+₹9.50K')
    fireEvent.click(chip('MACD'))
    expect(screen.queryByLabelText('Figures')).toBeNull()
    expect(stat('Win Rate')).toContain('80.0%')
  })

  it('counts both lists on their tabs, and opens the one of the address', async () => {
    visit([EMA])
    expect(await screen.findByRole('tab', { name: 'Available Strategies (2)', selected: false })).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'My Strategies (1)', selected: true })).toBeTruthy()
  })

  it('says of a strategy that warms up how far it is, asks again, and opens trades again as soon as it is warm', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const warmingUp = { sessions: 61, sessionsNeeded: 207, readyAt: new Date(Date.now() + 180_000).toISOString() }
    const answers = [{ ...EMA, warmingUp }, { ...EMA, warmingUp: { ...warmingUp, sessions: 120 } }, EMA]
    visit([], { answers: { myStrategies: () => [answers.length > 1 ? answers.shift() : answers[0]] } })
    const ema = await card('EMA Crossover')
    expect(ema.textContent).toContain('WARMING UP')
    expect(ema.textContent).toContain('Warming up: 61 of 207 sessions of history, ready in about 3\u00a0min')
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(ema.textContent).toContain('120 of 207')
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(ema.textContent).not.toMatch(/warming up/i)
    expect(ema.textContent).toContain('Opens new trades')
    vi.useRealTimers()
  })

  it('says without a subscription what to do, and shows dashes for what is unknown', async () => {
    visit([])
    expect(await screen.findByText('No Subscribed Strategies')).toBeTruthy()
    expect(stat('Total P&L')).toContain('—')
    fireEvent.click(screen.getByText('Browse Strategies'))
    expect(await screen.findByLabelText('Subscribed to EMA Crossover, unsubscribe')).toBeTruthy()
  })

  it('offers an analyst nothing that trades, and the way out of what still does', async () => {
    useAuthStore.setState({ isAuthenticated: true, user: { id: 'i', name: 'Isha', email: 'isha@example.in', role: 'analyst' } })
    onTestFinished(() => void useAuthStore.setState({ isAuthenticated: false, user: null }))
    visit([EMA])
    const own = within(await card('EMA Crossover'))
    expect([own.queryByRole('switch'), own.queryByText('Settings')]).toEqual([null, null])
    expect(own.getByText('Unsubscribe')).toBeTruthy()
    fireEvent.mouseDown(screen.getByRole('tab', { name: /^Available Strategies/ }))
    expect(await screen.findByLabelText('Subscribed to EMA Crossover, unsubscribe')).toBeTruthy()
    expect(screen.queryByText('Subscribe')).toBeNull()
  })

  it.each([
    [false, 'Strategy deactivated successfully!'],
    [true, 'Strategy activated successfully!'],
  ])('says which way the active switch went, as the server has it: %s', async (isActive, said) => {
    visit([EMA], { answers: { toggleSubscription: () => ({ ...EMA, isActive }) } })
    const toggle = within(await card('EMA Crossover')).getByRole('switch', { name: 'Active' })
    fireEvent.click(toggle)
    await waitFor(() => expect(done).toHaveBeenCalledWith(said))
    expect(isOn(toggle)).toBe(isActive)
  })

  it('says how many trades of a strategy are open, and leads to them', async () => {
    visit([EMA, MACD], { answers: { liveTrades: () => ['1', '2'].map((id) => ({ id, strategyId: 's1' })) } })
    const link = await within(await card('EMA Crossover')).findByText('2 open trades')
    expect(link.getAttribute('href')).toBe('/live-trades?strategy=s1')
    expect(within(await card('MACD')).queryByText(/open trade/)).toBeNull()
  })

  it('takes no second click while a switch is on its way', async () => {
    const { asked } = visit([EMA], { answers: { toggleSubscription: () => new Promise(() => undefined) } })
    const toggle = within(await card('EMA Crossover')).getByRole('switch', { name: 'Active' })
    fireEvent.click(toggle)
    await waitFor(() => expect(toggle.getAttribute('aria-disabled')).toBe('true'))
    fireEvent.click(toggle)
    expect(asked.filter(({ operation }) => operation === 'ToggleSubscription')).toHaveLength(1)
  })

  it('opens the settings that its address names, and takes them out of it when they are closed', async () => {
    visit([EMA, MACD], { at: '/strategies?tab=mine&settings=s2' })
    const dialog = await screen.findByRole('dialog', { name: 'Strategy Settings' })
    expect(dialog.textContent).toContain('Your own values for MACD.')
    fireEvent.click(within(dialog).getByText('Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByLabelText('Settings of EMA Crossover'))
    expect((await screen.findByRole('dialog')).textContent).toContain('Your own values for EMA Crossover.')
  })

  it('asks for what live trading takes before it switches anything', async () => {
    const { asked } = visit([EMA], { answers: { liveReadiness: () => liveReadiness() } })
    const ema = within(await card('EMA Crossover'))
    fireEvent.click(ema.getByRole('switch', { name: 'Live trading' }))
    expect(await screen.findByRole('dialog', { name: 'Trade live' })).toBeTruthy()
    expect(asked.some(({ operation }) => operation === 'UpdateSubscriptionSettings')).toBe(false)
    expect(isOn(ema.getByRole('switch', { name: 'Live trading', hidden: true }))).toBe(false)
    expect(ema.getByText('PAPER')).toBeTruthy()
  })

  it('goes back to paper at once, and says so', async () => {
    const { asked } = visit([{ ...EMA, paperTrade: false }], {
      answers: { updateSubscriptionSettings: () => EMA, tradingMode: () => 'PAPER' },
    })
    const ema = within(await card('EMA Crossover'))
    expect(ema.getByText('LIVE')).toBeTruthy()
    fireEvent.click(ema.getByRole('switch', { name: 'Live trading' }))
    await waitFor(() => expect(done).toHaveBeenCalledWith('The strategy trades on paper.'))
    expect(ema.getByText('PAPER')).toBeTruthy()
    const change = asked.find(({ operation }) => operation === 'UpdateSubscriptionSettings')
    expect(change?.variables).toEqual({ id: EMA.id, input: { paperTrade: true } })
  })

  it('says of a live one that opens no trades what it lacks, and leads to it', async () => {
    visit([{ ...EMA, paperTrade: false, unmetGates: ['BROKER', 'CONFIRMATION'] }], { answers: { liveReadiness: () => liveReadiness() } })
    const ema = await card('EMA Crossover')
    expect(ema.textContent).toContain('No live trades yet; open ones keep running')
    expect(ema.textContent).toContain('No live trade is opened: your broker is not connected for today; live trading is not confirmed')
    fireEvent.click(within(ema).getByText('See what to do'))
    expect(await screen.findByRole('dialog', { name: 'Trade live' })).toBeTruthy()
  })

  it('tells of a newer version without changing the one it trades by', async () => {
    visit([userStrategy({ version: 1, newerVersion: 3 })])
    const ema = await card('EMA Crossover')
    expect(ema.textContent).toContain('version 1')
    expect(ema.textContent).toContain('Version 3 is available; yours stays unchanged until you move.')
    expect(within(ema).getByText('See what changed').getAttribute('href')).toBe('/strategies/s1')
  })

  it('says that a switch did not work when the line is broken', async () => {
    visit([EMA])
    const ema = within(await card('EMA Crossover'))
    fireEvent.click(ema.getByRole('switch', { name: 'Active' }))
    await waitFor(() => expect(failed).toHaveBeenCalledWith('Failed to toggle strategy', { description: 'Network error' }))
    expect(isOn(ema.getByRole('switch', { name: 'Active' }))).toBe(true)
  })

  it('asks before it unsubscribes', async () => {
    let own = [EMA]
    const { asked } = visit(own, {
      answers: {
        myStrategies: () => own,
        unsubscribeStrategy: () => {
          own = []
          return true
        },
      },
    })
    fireEvent.click(await screen.findByLabelText('Unsubscribe from EMA Crossover'))
    const question = await screen.findByRole('alertdialog', { name: 'Unsubscribe from EMA Crossover?' })
    expect(asked.some(({ operation }) => operation === 'UnsubscribeStrategy')).toBe(false)
    fireEvent.click(await pressable(within(question).getByRole('button', { name: 'Unsubscribe' })))
    await waitFor(() => expect(done).toHaveBeenCalledWith('Successfully unsubscribed from strategy!'))
    expect(await screen.findByText('No Subscribed Strategies')).toBeTruthy()
  })

  it('says that the strategies could not be loaded, and tries again', async () => {
    let broken = true
    visit([EMA], { answers: { myStrategies: () => (broken ? new GraphQLError('Too busy') : [EMA]) } })
    expect(await screen.findByText('Failed to load strategies: Too busy')).toBeTruthy()
    broken = false
    fireEvent.click(screen.getByText('Retry'))
    expect(await card('EMA Crossover')).toBeTruthy()
  })

  it('lists what was not taken in words, with new ones on top and only of the chosen strategy', async () => {
    const { asked, push } = visit([EMA, MACD], { answers: { denials: () => testConnection([denial()]) } })
    const list = within(await screen.findByLabelText('Skipped signals'))
    const row = (await list.findAllByRole('listitem'))[0]
    expect(row?.textContent).toBe('20 Nov, 10:35EMA CrossoverNIFTY CALL5 of 5 trades used today.')
    const another = denial({ id: 'd2', side: 'SHORT', text: 'Skipped: no index price yet.' })
    act(() => push('signalDenied', another))
    act(() => push('signalDenied', another))
    await waitFor(() => expect(list.getAllByRole('listitem').map((one) => /CALL|PUT/.exec(one.textContent)?.[0])).toEqual(['PUT', 'CALL']))
    fireEvent.click(chip('EMA Crossover'))
    await waitFor(() => expect(asked.findLast(({ operation }) => operation === 'Denials')?.variables).toMatchObject({ strategyId: 's1' }))
    act(() => push('signalDenied', denial({ id: 'd3', strategyId: 's2', strategy: 'MACD' })))
    expect(screen.queryByText('MACD', { selector: 'li *' })).toBeNull()
  })

  it('names no option beside a signal of a position that was not taken', async () => {
    visit([EMA], { answers: { denials: () => testConnection([denial({ side: 'NEUTRAL' })]) } })
    const row = (await within(await screen.findByLabelText('Skipped signals')).findAllByRole('listitem'))[0]
    expect(row?.textContent).toContain('NIFTY NEUTRAL5 of 5')
  })
})
