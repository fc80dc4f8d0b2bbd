import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { QUIET } from '../../../gql/testing/quietShell.ts'
import { testClient, type Answers } from '../../../gql/testing/testClient.ts'
import { pressable } from '../../../testing/pressable.ts'
import { PlatformStop } from './PlatformStop.tsx'

const STOP = {
  id: 's',
  scope: 'GLOBAL',
  strategyId: null,
  squareOff: true,
  liftable: true,
  reason: 'The feed is wrong',
  since: '2026-11-20T05:00:00.000Z',
}
const MINE = { ...STOP, id: 'm', scope: 'USER', squareOff: false }
const RAVI = { userId: 'r', name: 'Ravi', email: 'ravi@example.com', closed: 1, open: 2, problem: 'The exit order is not filled yet.' }

function show(answers: Answers) {
  const told = testClient({ ...QUIET, squareOffByUser: () => [RAVI], ...answers })
  render(
    <ApolloProvider client={told.client}>
      <MemoryRouter>
        <PlatformStop />
      </MemoryRouter>
    </ApolloProvider>,
  )
  return (operation: string) => told.asked.filter((each) => each.operation === operation).map(({ variables }) => variables)
}
const press = async (name: string) => fireEvent.click(await pressable(await screen.findByRole('button', { name })))
afterEach(() => vi.restoreAllMocks())

describe('PlatformStop', () => {
  it('stops everybody once the word is typed, closes no trade unless told to, and shows the stop', async () => {
    let inForce = [MINE]
    const asked = show({
      stops: () => inForce,
      emergencyStop: () => {
        inForce = [MINE, { ...STOP, squareOff: false }]
        return { stop: STOP, results: { closed: 0, open: 0, trades: [] } }
      },
    })
    await press('Stop trading for everybody')
    expect(screen.getByLabelText<HTMLInputElement>('Square off all open trades of everybody at the market now').checked).toBe(false)
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: ' The feed is wrong ' } })
    const stop = screen.getByRole<HTMLButtonElement>('button', { name: 'Stop trading' })
    expect(stop.disabled).toBe(true)
    fireEvent.change(screen.getByLabelText('Type STOP to confirm'), { target: { value: 'STOP' } })
    fireEvent.click(stop)
    expect(await screen.findByText('All trading is stopped')).toBeTruthy()
    expect(asked('EmergencyStop')).toEqual([{ input: { scope: 'GLOBAL', squareOff: false, reason: 'The feed is wrong', confirm: 'STOP' } }])
    expect(screen.getByText('Run to their own exit')).toBeTruthy()
    expect(asked('SquareOffByUser')).toEqual([])
  })

  it('shows what came of squaring off, user by user, and lifts the stop after a question', async () => {
    const said = vi.spyOn(toast, 'success')
    let inForce = [STOP]
    const asked = show({
      stops: () => inForce,
      liftStop: () => {
        inForce = []
        return true
      },
    })
    expect((await screen.findByRole('link', { name: 'Ravi' })).closest('tr')?.textContent).toContain('The exit order is not filled yet.')
    expect(screen.getByText('2 still open; those with open trades come first.')).toBeTruthy()
    await press('Lift')
    expect(asked('LiftStop')).toEqual([])
    await press('Lift the stop')
    await waitFor(() => expect(said).toHaveBeenCalledWith('The stop is lifted: new trades are opened again.'))
    expect(asked('LiftStop')).toEqual([{ input: { scope: 'GLOBAL', strategyId: null } }])
    expect(await screen.findByText('No stop in force')).toBeTruthy()
  })

  it('says when the stops do not come', async () => {
    show({
      stops: () => {
        throw new Error('away')
      },
    })
    expect(await screen.findByText(/Failed to load the stops in force/)).toBeTruthy()
  })
})
