import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { ShellStateProvider } from '../../../gql/ShellStateProvider.tsx'
import { QUIET } from '../../../gql/testing/quietShell.ts'
import { testClient } from '../../../gql/testing/testClient.ts'
import { StrategyUsage } from './StrategyUsage.tsx'

const EMA = {
  ...{ strategyId: 'e', name: 'EMA Crossover', isActive: true, isPublic: true, openPaper: 1_234, openLive: 2 },
  versions: [
    { version: 2, createdAt: '2026-11-20T05:00:00Z', paper: 10, live: 3, off: 0 },
    { version: 1, createdAt: '2026-11-02T05:00:00Z', paper: 4, live: 0, off: 1 },
  ],
}
const RSI = { ...EMA, strategyId: 'r', name: 'RSI Reversal', isActive: false, isPublic: false, versions: [] }
const STOP = {
  id: 's',
  scope: 'STRATEGY',
  strategyId: 'r',
  squareOff: false,
  liftable: true,
  reason: 'Looked into',
  since: '2026-11-20T05:00:00.000Z',
}

it('shows who runs what in which mode, and stops one strategy for everybody once the word is typed', async () => {
  const { client, asked } = testClient({
    strategyUsage: () => [EMA, RSI],
    ...QUIET,
    stops: () => [STOP],
    emergencyStop: () => ({ stop: STOP, results: { closed: 0, open: 0, trades: [] } }),
  })
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <ShellStateProvider>
          <StrategyUsage />
        </ShellStateProvider>
      </MemoryRouter>
    </ApolloProvider>,
  )
  const ema = (await screen.findByRole('link', { name: 'EMA Crossover' })).closest('tr')!
  expect(within(ema).getByText('1,234')).toBeTruthy()
  expect(within(ema).getByText('Version 2 of 20 Nov 2026: 10 on paper, 3 LIVE, 0 switched off')).toBeTruthy()
  expect(within(ema).getByText('Version 1 of 02 Nov 2026: 4 on paper, 0 LIVE, 1 switched off')).toBeTruthy()
  const rsi = screen.getByRole('link', { name: 'RSI Reversal' }).closest('tr')!
  expect(within(rsi).getAllByText(/^(Off|Private|Stopped)$/)).toHaveLength(3)
  expect(await within(rsi).findByRole('button', { name: 'Lift' })).toBeTruthy()

  fireEvent.click(screen.getByRole('button', { name: 'Stop EMA Crossover for everybody' }))
  fireEvent.change(screen.getByLabelText('Type STOP to confirm'), { target: { value: 'STOP' } })
  fireEvent.click(screen.getByRole('button', { name: 'Stop trading' }))
  await expect
    .poll(() => asked.filter(({ operation }) => operation === 'EmergencyStop').map(({ variables }) => variables))
    .toEqual([{ input: { scope: 'STRATEGY', strategyId: 'e', squareOff: false, reason: null, confirm: 'STOP' } }])
})
