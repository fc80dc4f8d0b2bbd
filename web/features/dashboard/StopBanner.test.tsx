import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ShellStateProvider } from '../../gql/ShellStateProvider.tsx'
import { QUIET } from '../../gql/testing/quietShell.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { pressable } from '../../testing/pressable.ts'
import { StopBanner } from './StopBanner.tsx'

const MINE = { id: 's1', scope: 'USER', strategyId: null, squareOff: true, reason: 'Emergency stop', since: '2026-11-20T05:00:00.000Z' }
const EVERYONES = { ...MINE, id: 's2', scope: 'GLOBAL', reason: 'The feed is wrong' }
const ADMINS = { ...MINE, reason: 'Called by phone' }

function show(role: 'user' | 'analyst' | 'admin', isByAdmin = false) {
  useAuthStore.setState({ isAuthenticated: true, user: { id: '1', name: 'Asha Rao', email: 'asha@example.com', role } })
  const everyones = { ...EVERYONES, liftable: role === 'admin' }
  let inForce = [{ ...(isByAdmin ? ADMINS : MINE), liftable: !isByAdmin }, everyones]
  const { client, asked } = testClient({
    ...QUIET,
    stops: () => inForce,
    liftStop: () => {
      inForce = [everyones]
      return true
    },
  })
  render(
    <ApolloProvider client={client}>
      <ShellStateProvider>
        <StopBanner />
      </ShellStateProvider>
    </ApolloProvider>,
  )
  return { lifted: () => asked.filter(({ operation }) => operation === 'LiftStop').map(({ variables }) => variables) }
}

describe('StopBanner', () => {
  afterEach(() => vi.restoreAllMocks())

  it('tells of every stop with its reason; who may not lift one finds no button', async () => {
    show('user')
    expect((await screen.findByText('All trading is stopped by an admin')).parentElement?.textContent).toContain('The feed is wrong')
    expect(screen.getAllByText('Lift')).toHaveLength(1)
  })

  it('says that an admin stopped one’s own trading, and why, and offers no button', async () => {
    show('user', true)
    expect((await screen.findByText('Your trading is stopped by an admin')).parentElement?.textContent).toContain('Called by phone')
    expect(screen.queryByText('Lift')).toBeNull()
  })

  it('lets an analyst lift none: the account does not trade', async () => {
    show('analyst')
    await screen.findByText('Your trading is stopped')
    expect(screen.queryByText('Lift')).toBeNull()
  })

  it('lets an admin lift all', async () => {
    show('admin')
    await screen.findByText('Your trading is stopped')
    expect(screen.getAllByText('Lift')).toHaveLength(2)
  })

  it('lifts after a question, says so and goes', async () => {
    const said = vi.spyOn(toast, 'success')
    const asked = show('user')
    fireEvent.click(await screen.findByText('Lift'))
    expect(asked.lifted()).toEqual([])
    fireEvent.click(await pressable(await screen.findByText('Lift the stop')))
    await waitFor(() => expect(said).toHaveBeenCalledWith('The stop is lifted: new trades are opened again.'))
    expect(asked.lifted()).toEqual([{ input: { scope: 'USER', strategyId: null } }])
    await waitFor(() => expect(screen.queryByText('Your trading is stopped')).toBeNull())
  })
})
