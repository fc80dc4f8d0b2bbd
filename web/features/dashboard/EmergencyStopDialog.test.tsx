import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ShellStateProvider } from '../../gql/ShellStateProvider.tsx'
import { QUIET } from '../../gql/testing/quietShell.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { FRESH_MS } from '../../lib/useFreshWhile.ts'
import { EmergencyStopDialog } from './EmergencyStopDialog.tsx'
import { StopBanner } from './StopBanner.tsx'

const closed = {
  tradeId: 't1',
  option: 'NIFTY24NOV2624500CE',
  status: 'STOPLOSS_HIT',
  exitPrice: 96,
  netProfitLossRs: -364.63,
  problem: null,
}
const open = {
  ...{ tradeId: 't2', option: 'SENSEX26NOV80400CE', status: 'RUNNING', exitPrice: null, netProfitLossRs: null },
  problem: 'The exit order is not filled yet.',
}
const stop = {
  id: 's1',
  scope: 'USER',
  strategyId: null,
  squareOff: true,
  liftable: true,
  reason: 'Emergency stop',
  since: '2026-11-20T05:00:00.000Z',
}
const made = (results: unknown) => ({ stop, results })

const running = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `r${i}`, mode: i === 0 ? 'LIVE' : 'PAPER' }))

function show(answers: Answers, openTrades = 2) {
  const onClose = vi.fn()
  const { client, asked } = testClient({
    ...QUIET,
    stops: () => (asked.some(({ operation }) => operation === 'EmergencyStop') ? [stop] : []),
    liveTrades: () => running(openTrades),
    ...answers,
  })
  render(
    <ApolloProvider client={client}>
      <ShellStateProvider>
        <StopBanner />
      </ShellStateProvider>
      <EmergencyStopDialog onClose={onClose} />
    </ApolloProvider>,
  )
  return { onClose, made: () => asked.filter(({ operation }) => operation === 'EmergencyStop') }
}
const type = (text: string) => fireEvent.change(screen.getByLabelText('Type STOP to confirm'), { target: { value: text } })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Stop trading' })

describe('EmergencyStopDialog', () => {
  afterEach(() => vi.restoreAllMocks())

  it('does nothing before the word is typed as it stands', () => {
    const asked = show({ emergencyStop: () => made({ closed: 0, open: 0, trades: [] }) })
    for (const text of ['', 'stop', 'STOPP']) {
      type(text)
      expect(button().disabled).toBe(true)
      fireEvent.submit(button())
    }
    expect(asked.made()).toEqual([])
  })

  it('stops once however often it is pressed, squares off unless told not to, and shows what came of each trade', async () => {
    const asked = show({ emergencyStop: () => made({ closed: 1, open: 0, trades: [closed] }) })
    expect(
      (await screen.findByLabelText<HTMLInputElement>('Square off the open trades (1 on paper, 1 live) at the market now')).checked,
    ).toBe(true)
    type('STOP')
    fireEvent.click(button())
    fireEvent.submit(screen.getByRole('button', { name: 'Squaring off…' }))
    await screen.findByText('Trading is stopped')
    expect(asked.made().map(({ variables }) => variables)).toEqual([{ input: { scope: 'USER', squareOff: true, confirm: 'STOP' } }])
    expect(screen.getByText('1 closed')).toBeTruthy()
    expect(screen.getByText('NIFTY 24,500 CE, 24 Nov')).toBeTruthy()
    expect(screen.getByText('Closed at 96.00, net of charges.')).toBeTruthy()
    expect(await screen.findByText('Your trading is stopped')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(asked.onClose).toHaveBeenCalledTimes(1)
  })

  it('counts the open trades when it opens, and again while it is open', async () => {
    let count = 2
    show({ liveTrades: () => running(count) })
    const choice = await screen.findByLabelText<HTMLInputElement>('Square off the open trades (1 on paper, 1 live) at the market now')
    type('STO')
    count = 1
    await screen.findByLabelText('Square off the open trades (0 on paper, 1 live) at the market now', {}, { timeout: 2 * FRESH_MS })
    count = 0
    await screen.findByLabelText('Square off all open trades at the market now', {}, { timeout: 2 * FRESH_MS })
    expect([choice.checked, screen.getByLabelText<HTMLInputElement>('Type STOP to confirm').value]).toEqual([true, 'STO'])
  })

  it('leaves the open trades alone when asked to', async () => {
    const asked = show({ emergencyStop: () => made({ closed: 0, open: 0, trades: [] }) }, 1)
    fireEvent.click(await screen.findByLabelText('Square off the open trades (0 on paper, 1 live) at the market now'))
    type('STOP')
    fireEvent.click(button())
    await screen.findByText('Trading is stopped')
    expect(asked.made()[0]?.variables).toEqual({ input: { scope: 'USER', squareOff: false, confirm: 'STOP' } })
    expect(screen.queryByText(/closed/)).toBeNull()
  })

  it('says why a trade is still open, and follows it until it is closed', async () => {
    let later: unknown = { closed: 1, open: 1, trades: [open, closed] }
    show({ emergencyStop: () => made(later), squareOffResults: () => later })
    type('STOP')
    fireEvent.click(button())
    expect(await screen.findByText('The exit order is not filled yet.')).toBeTruthy()
    expect(screen.getByText('1 closed, 1 still open')).toBeTruthy()
    later = { closed: 2, open: 0, trades: [closed, { ...closed, tradeId: 't2', option: open.option }] }
    expect(await screen.findByText('2 closed', {}, { timeout: 4_000 })).toBeTruthy()
  })

  it('stays with what was typed when the server refuses', async () => {
    const said = vi.spyOn(toast, 'error')
    show({
      emergencyStop: () => {
        throw new GraphQLError('Too many requests. Try again in a minute.')
      },
    })
    type('STOP')
    fireEvent.click(button())
    await waitFor(() => expect(said).toHaveBeenCalledWith('Too many requests. Try again in a minute.'))
    expect(button().disabled).toBe(false)
  })
})
